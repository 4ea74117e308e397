import type { Logger } from 'pino';
import { TierLookup } from './access/tier-lookup.ts';
import { AdmissionControl, type AdmissionLimits } from './execution/limits/admission-control.ts';
import type { Relay } from './live/relay/relay.ts';
import { LiveHub, type LiveOptions } from './live/stream/live-hub.ts';
import { type Log, ThrottledLog } from './log.ts';
import { Scheduler } from './scheduler.ts';
import { type Listener, listen } from './transports/http/listener.ts';
import { UpstreamClient, type UpstreamOptions } from './upstream/client.ts';
import { Upstream } from './upstream/endpoints.ts';
import { Outage } from './upstream/outage.ts';

export interface AppOptions
  extends Omit<UpstreamOptions, 'log' | 'scheduler'>,
    Omit<LiveOptions, 'log' | 'scheduler' | 'relay'> {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether the schema may be asked for; it may where this is left out. */
  readonly introspection?: boolean;
  /** Whether answers tell what made them dear; they do where this is left out. */
  readonly hints?: boolean;
  /** A key to begin with in GraphiQL; none where this is left out. */
  readonly exampleKey?: string;
  /** Hosts that routers may have called back for subscriptions; this host where left out. */
  readonly callbackHosts?: readonly string[];
  /** How much is executed at a time; by the heap where left out. */
  readonly admissionLimits?: Partial<AdmissionLimits>;
  /** The Redis over which replicas share their streams; without it each process is on its own. */
  readonly redisUrl?: string | null;
  readonly redisPrefix?: string;
  readonly log: Logger;
}

const LOOPBACK = ['127.0.0.1', 'localhost'];

/** Starts the graph in front of a REST/SSE service. */
export async function startApp(options: AppOptions): Promise<Listener> {
  const {
    clock,
    host,
    port,
    introspection = true,
    hints = true,
    exampleKey = '',
    callbackHosts = LOOPBACK,
  } = options;
  const log = ThrottledLog.start(options.log, clock);
  const scheduler = new Scheduler(clock);
  const admission = new AdmissionControl(clock, options.admissionLimits);
  const upstream = new Upstream(new UpstreamClient({ ...options, log, scheduler }));
  const tiers = new TierLookup(upstream, clock);
  const outage = new Outage(log, 'streams', clock);
  const relay = await openRelay(options, log);
  const live = new LiveHub({ ...options, outage, scheduler, relay }, tiers, upstream);
  upstream.client.scopes.onRevoke((hash) => void live.recheck(hash));
  const services = { upstream, tiers, live, clock, scheduler, hints };
  const listener = await listen({
    host,
    port,
    services,
    admission,
    introspection,
    exampleKey,
    callbackHosts,
    log,
  });
  return {
    url: listener.url,
    async stop() {
      // Event streams are ended first, so that their clients come back elsewhere.
      await listener.stop();
      live.close();
      await relay?.stop();
      await upstream.client.close();
      log.stop();
    },
  };
}

/** Nothing of Redis is loaded where none is used. */
async function openRelay(options: AppOptions, log: Log): Promise<Relay | null> {
  const { redisUrl = null, redisPrefix: prefix = 'oddsgraph', clock, baseUrl } = options;
  if (redisUrl === null) return null;
  const { Relay } = await import('./live/relay/relay.ts');
  return Relay.open({ url: redisUrl, prefix, upstreamUrl: baseUrl, clock, log });
}
