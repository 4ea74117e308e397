import type { Logger } from 'pino';
import { LiveHub } from './live/hub.ts';
import { type Listener, listen } from './server/listener.ts';
import { UpstreamClient, type UpstreamOptions } from './upstream/client.ts';
import { Upstream } from './upstream/endpoints.ts';
import { TierLookup } from './upstream/tier-lookup.ts';

export interface GraphOptions extends UpstreamOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether the schema may be asked for; it may where this is left out. */
  readonly introspection?: boolean;
  readonly log: Logger;
}

/** Starts the graph in front of a REST/SSE service. */
export async function startGraph(options: GraphOptions): Promise<Listener> {
  const { clock, host, port, introspection = true, log } = options;
  const upstream = new Upstream(new UpstreamClient(options));
  const tiers = new TierLookup(upstream, clock);
  const live = new LiveHub(options, tiers);
  const services = { upstream, tiers, live, clock };
  const listener = await listen({ host, port, services, introspection, log });
  return {
    url: listener.url,
    async stop() {
      live.close();
      await listener.stop();
      await upstream.client.close();
    },
  };
}
