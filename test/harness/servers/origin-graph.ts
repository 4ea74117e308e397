import { pino } from 'pino';
import { startApp } from '../../../src/app.ts';
import { API_PREFIX } from '../../../src/contract/wire.ts';
import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import { startOrigin } from '../../../src/origin/origin.ts';
import type { Board } from '../../../src/origin/origin-board.ts';
import { GraphClient } from '../clients/graph-client.ts';
import { smallSimulation } from '../feeds/small-simulation.ts';
import { ManualClock } from '../manual-clock.ts';

/** The real graph over the real origin, without a proxy in between. */
export interface OriginGraph extends GraphClient {
  readonly originUrl: string;
  /** The origin's board, which changes with `originClock`. */
  readonly board: Board;
  readonly clock: ManualClock;
  readonly originClock: ManualClock;
  /** Sends a request directly to the origin. */
  rest<Body>(path: string, key: string, method?: string): Promise<Body>;
  stop(): Promise<void>;
}

/** `openBoard` opens the origin's feed; by default a small simulation. */
export async function startOriginGraph(
  openBoard: (clock: ManualClock) => PriceFeed = smallSimulation,
): Promise<OriginGraph> {
  const clock = new ManualClock();
  const originClock = new ManualClock();
  const feed = openBoard(originClock);
  const origin = await startOrigin({ clock: originClock, feed, port: 0 });
  const graph = await startApp({
    host: '127.0.0.1',
    port: 0,
    baseUrl: new URL(origin.url),
    clock,
    log: pino({ level: 'silent' }),
  });
  return Object.assign(new GraphClient(graph.url), {
    originUrl: origin.url,
    board: feed.board,
    clock,
    originClock,
    async rest(path: string, key: string, method = 'GET') {
      const url = `${origin.url}${API_PREFIX}${path}`;
      const answer = await fetch(url, { method, headers: { 'x-api-key': key } });
      return answer.json();
    },
    async stop() {
      await graph.stop();
      await origin.stop();
    },
  });
}
