import type { AppOptions } from '../../../src/app.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import type { Board } from '../../../src/origin/origin-board.ts';
import { GraphClient } from '../clients/graph-client.ts';
import { ManualClock } from '../manual-clock.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { type RunningGraph, readableLog, startGraph } from './running-graph.ts';
import { startTestOrigin, type TestOrigin, type TestOriginOptions } from './test-origin.ts';

/** Options of the origin, and of the graph over it. */
export type TestGraphOptions = Pick<TestOriginOptions, 'feed' | 'rateLimits'> &
  Partial<Omit<AppOptions, 'host' | 'port' | 'baseUrl' | 'clock' | 'log'>>;

/** The page of the live board, with a key of every tier. */
export const DEMO_BOARD = {
  demoKeys: Object.fromEntries(TIERS.map((tier) => [tier, `demo_${tier}`])),
};

/** Longer than any cache lifetime. */
const ALL_STALE_MS = 10 * 60_000;

/** The real graph over the real origin, with a proxy in between that counts requests and injects faults. */
export class TestGraph extends GraphClient {
  /** The graph's clock, which only the test advances. */
  readonly clock: ManualClock;
  /** Where the test looks past the graph. */
  readonly origin: TestOrigin;
  readonly log: () => string;
  readonly #start: (port: number) => Promise<RunningGraph>;
  readonly #graphs: RunningGraph[];
  readonly #timersAtRest: number;

  private constructor(
    first: RunningGraph,
    parts: Pick<TestGraph, 'clock' | 'origin' | 'log'>,
    start: (port: number) => Promise<RunningGraph>,
  ) {
    super(first.url);
    this.clock = parts.clock;
    this.origin = parts.origin;
    this.log = parts.log;
    this.#start = start;
    this.#graphs = [first];
    this.#timersAtRest = this.clock.pendingTimers;
  }

  /** Starts origin, proxy and graph on free ports. */
  static async start({ feed, rateLimits, ...options }: TestGraphOptions): Promise<TestGraph> {
    const { log, text } = readableLog();
    const clock = new ManualClock();
    const origin = await startTestOrigin({
      logger: log,
      ...(feed && { feed }),
      ...(rateLimits && { rateLimits }),
    });
    const { url: baseUrl } = origin.proxy;
    const start = (port: number) =>
      startGraph({ baseUrl, port, clock, log, backoffMs: 1, introspection: true, ...options });
    const first = await start(0).catch(async (error) => {
      await origin.stop();
      throw error;
    });
    return new TestGraph(first, { clock, origin, log: text }, start);
  }

  get proxy(): FaultProxy {
    return this.origin.proxy;
  }

  /** The origin's clock. The board only changes while the test advances it. */
  get originClock(): ManualClock {
    return this.origin.clock;
  }

  /** The origin's board. */
  get board(): Board {
    return this.origin.board;
  }

  /** The origin's response to a request below `/api/v1`, without the graph and the proxy. */
  rest<Body>(path: string, key?: string, method?: string): Promise<Body> {
    return this.origin.rest(path, key, method);
  }

  /** The number of the graph's timers beyond the permanent ones: deadlines and retry delays. */
  waits(): number {
    return this.clock.pendingTimers - this.#timersAtRest;
  }

  /** Clears caches, plans and counts, so that the next query is like the first. */
  fresh(): void {
    this.clock.advance(ALL_STALE_MS);
    this.proxy.reset();
  }

  /** Lets time pass second by second: prices move, and updates that wait for their interval are sent. */
  pass(seconds = 1): void {
    for (let second = 0; second < seconds; second += 1) {
      this.originClock.advance(1_000);
      this.clock.advance(1_000);
    }
  }

  /** Starts another graph with the same options, clock and upstream. It stops with this one. */
  async replica(): Promise<GraphClient> {
    const another = await this.#start(0);
    this.#graphs.push(another);
    return another;
  }

  /** Stops the graph and its replicas; the origin goes on. */
  async stopGraph(): Promise<void> {
    await Promise.all(this.#graphs.splice(0).map((graph) => graph.stop()));
  }

  /** Starts the graph again, at its address. */
  async startGraph(): Promise<void> {
    this.#graphs.push(await this.#start(Number(new URL(this.url).port)));
  }

  async stop(): Promise<void> {
    await this.stopGraph();
    await this.origin.stop();
  }
}

export function startTestGraph(options: TestGraphOptions = {}): Promise<TestGraph> {
  return TestGraph.start(options);
}
