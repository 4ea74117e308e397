import { pino } from 'pino';
import type { ViewerOptions } from '../../../src/access/viewers/viewers.ts';
import { type AppOptions, startApp } from '../../../src/app.ts';
import { TIERS, type Tier } from '../../../src/contract/tiers.ts';
import { API_PREFIX } from '../../../src/contract/wire.ts';
import type { AdmissionLimits } from '../../../src/execution/limits/admission-control.ts';
import type { LiveLimits } from '../../../src/live/stream/live-limits.ts';
import { openFeed } from '../../../src/origin/feeds/open-price-feed.ts';
import { startOrigin } from '../../../src/origin/origin.ts';
import type { Tracing } from '../../../src/tracing/tracing.ts';
import type { TrustedDocumentsOptions } from '../../../src/transports/http/resolve-trusted-documents.ts';
import type { UpstreamOptions } from '../../../src/upstream/client.ts';
import { GraphClient } from '../clients/graph-client.ts';
import { smallSimulation } from '../feeds/small-simulation.ts';
import { ManualClock } from '../manual-clock.ts';
import { FaultProxy } from './fault-proxy.ts';

export interface TestGraphOptions {
  /** `simulation` for the whole one, or the path of a recorded board; a small simulation by default. */
  readonly feed?: string;
  /** Requests a minute; unlimited by default. */
  readonly rateLimits?: Partial<Record<Tier, number>>;
  readonly upstream?: Partial<Omit<UpstreamOptions, 'baseUrl' | 'clock' | 'log'>>;
  /** Whether introspection is allowed; true by default. */
  readonly introspection?: boolean;
  /** Whether responses have cost hints; true by default. */
  readonly hints?: boolean;
  /** The execution budget; derived from the heap by default. */
  readonly admissionLimits?: Partial<AdmissionLimits>;
  readonly viewers?: ViewerOptions;
  readonly liveLimits?: Partial<LiveLimits>;
  readonly acceptsApiKeys?: boolean;
  readonly corsOrigins?: readonly string[];
  readonly trustedDocuments?: TrustedDocumentsOptions;
  /** The Redis that the graph shares with its replicas. */
  readonly redisUrl?: string;
  readonly tracing?: Tracing;
}

/** The real graph over the real origin, with a proxy in between that counts requests and injects faults. */
export interface TestGraph extends GraphClient {
  readonly proxy: FaultProxy;
  /** The origin's response to a `GET` below `/api/v1`, without the graph and the proxy. */
  rest<Body>(path: string, key?: string): Promise<Body>;
  /** The graph's clock, which only the test advances. */
  readonly clock: ManualClock;
  /** The origin's clock. The board only changes while the test advances it. */
  readonly originClock: ManualClock;
  /** The number of the graph's timers beyond the permanent ones: deadlines and retry delays. */
  waits(): number;
  /** The log lines of the graph and the origin. */
  log(): string;
  /** Clears caches, plans and counts, so that the next query is like the first. */
  fresh(): void;
  /** Starts another graph with the same options, clock and upstream. It stops with this one. */
  replica(): Promise<GraphClient>;
  stop(): Promise<void>;
}

/** Longer than any cache lifetime. */
const ALL_STALE_MS = 10 * 60_000;

const UNLIMITED = Object.fromEntries(TIERS.map((tier) => [tier, 1_000_000]));

/** Starts origin, proxy and graph on free ports. */
export async function startTestGraph(options: TestGraphOptions = {}): Promise<TestGraph> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const originClock = new ManualClock();
  const clock = new ManualClock();
  const origin = await startOrigin({
    clock: originClock,
    feed:
      options.feed === undefined
        ? smallSimulation(originClock)
        : openFeed({ clock: originClock, feed: options.feed, seed: 1 }),
    port: 0,
    rateLimits: { ...UNLIMITED, ...options.rateLimits },
    logger: log,
  });
  const proxy = await FaultProxy.open(origin.url);
  const appOptions: AppOptions = {
    host: '127.0.0.1',
    port: 0,
    baseUrl: proxy.url,
    clock,
    log,
    backoffMs: 1,
    introspection: options.introspection ?? true,
    hints: options.hints ?? true,
    viewers: options.viewers ?? null,
    ...(options.liveLimits && { liveLimits: options.liveLimits }),
    acceptsApiKeys: options.acceptsApiKeys ?? true,
    corsOrigins: options.corsOrigins ?? null,
    trustedDocuments: options.trustedDocuments ?? null,
    ...(options.admissionLimits && { admissionLimits: options.admissionLimits }),
    ...(options.redisUrl && { redisUrl: options.redisUrl }),
    ...(options.tracing && { tracing: options.tracing }),
    ...options.upstream,
  };
  const graph = await startApp(appOptions);
  const graphs = [graph];
  const timersAtRest = clock.pendingTimers;
  return Object.assign(new GraphClient(graph.url), {
    proxy,
    rest: async (path: string, key = 'demo_enterprise') => {
      const answer = await fetch(`${origin.url}${API_PREFIX}${path}`, {
        headers: { 'x-api-key': key },
      });
      return answer.json();
    },
    clock,
    originClock,
    waits: () => clock.pendingTimers - timersAtRest,
    log: () => lines.join(''),
    fresh() {
      clock.advance(ALL_STALE_MS);
      proxy.reset();
    },
    async replica() {
      const another = await startApp(appOptions);
      graphs.push(another);
      return new GraphClient(another.url);
    },
    async stop() {
      await Promise.all(graphs.map((one) => one.stop()));
      await proxy.close();
      await origin.stop();
    },
  });
}
