import type { Logger } from 'pino';
import { type Listener, listen } from './server/listener.ts';
import { UpstreamClient, type UpstreamOptions } from './upstream/client.ts';
import { Upstream } from './upstream/endpoints.ts';
import { TierLookup } from './upstream/tier-lookup.ts';

export interface GraphOptions extends UpstreamOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly log: Logger;
}

/** Starts the graph in front of a REST/SSE service. */
export async function startGraph(options: GraphOptions): Promise<Listener> {
  const { clock, host, port, log } = options;
  const upstream = new Upstream(new UpstreamClient(options));
  const services = { upstream, tiers: new TierLookup(upstream, clock), clock };
  const listener = await listen({ host, port, services, log });
  return {
    url: listener.url,
    async stop() {
      await listener.stop();
      await upstream.client.close();
    },
  };
}
