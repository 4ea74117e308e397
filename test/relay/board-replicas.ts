import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { keysOf } from '../../src/live/relay/store/redis-values.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { RedisServer } from '../harness/programs/redis.ts';
import {
  type GraphOptions,
  type RunningGraph,
  startGraph,
} from '../harness/servers/running-graph.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';

/** The prices that upstream has. */
export const ROWS = [0, 1, 2].map((i) => oddsRow(i));

type Keys = ReturnType<typeof keysOf>;

/** How much time may pass in a turn of the event loop, however long it takes. */
const TURN_MS = 20;

/** Time passes as usual, but waits for this process: nothing is late because the machine is slow. */
class PatientClock extends ManualClock {
  #lastAt = performance.now();
  readonly #ticks = setInterval(() => {
    const now = performance.now();
    this.advance(Math.min(now - this.#lastAt, TURN_MS));
    this.#lastAt = now;
  }, 1);

  stop(): void {
    clearInterval(this.#ticks);
  }
}

/** Replicas in this process, over a real Redis and an upstream that the test controls. */
export class BoardReplicas {
  /** The clock of every replica that has no other one. */
  readonly clock = new PatientClock();
  readonly redis: RedisServer;
  readonly upstream: ScriptedUpstream;
  readonly #graphs: RunningGraph[] = [];
  #updates = 0;

  private constructor(redis: RedisServer, upstream: ScriptedUpstream) {
    this.redis = redis;
    this.upstream = upstream;
    upstream.onStream = (stream) => stream.open(ROWS);
  }

  static async open(): Promise<BoardReplicas> {
    return new BoardReplicas(await RedisServer.start(), await ScriptedUpstream.open());
  }

  async start(options: Partial<GraphOptions> = {}): Promise<RunningGraph> {
    const { url: baseUrl } = this.upstream;
    const { url: redisUrl } = this.redis;
    const graph = await startGraph({ baseUrl, redisUrl, clock: this.clock, ...options });
    this.#graphs.push(graph);
    return graph;
  }

  /** A leader and a follower, each with a subscriber that has the board. */
  async startTwo(
    ofLeader: Partial<GraphOptions> = {},
    ofFollower: Partial<GraphOptions> = {},
    key = 'demo_enterprise',
  ) {
    const leader = await this.start(ofLeader);
    const leading = await subscribe(leader, null, key);
    await leading.snapshot();
    const follower = await this.start(ofFollower);
    const following = await subscribe(follower, null, key);
    await following.snapshot();
    return { replicas: [leader, follower], clients: [leading, following] } as const;
  }

  /** Changes a price, and resolves with the event that each client gets. */
  async update(clients: readonly LiveClient[]) {
    this.#updates += 1;
    this.upstream.streams.findLast(({ isOpen }) => isOpen)?.update(oddsDelta(1, this.#updates));
    return Promise.all(clients.map((client) => client.untilKind('OddsUpdate')));
  }

  /** The keys of each board; there is one at least. */
  async boards(): Promise<[Keys, ...Keys[]]> {
    const names = await this.redis.keys('*:head');
    return names.flatMap((name) => /\{(.*)\}/.exec(name)?.[1] ?? []).map(keysOf) as [Keys];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#graphs.map((graph) => graph.stop()));
    await this.upstream.close();
    await this.redis.stop();
    this.clock.stop();
  }
}

export function subscribe(
  { url }: Pick<RunningGraph, 'url'>,
  after: string | null = null,
  key = 'demo_enterprise',
): Promise<LiveClient> {
  return LiveClient.open(url, LIVE_ODDS, { variables: { after }, key });
}

/** Moves a clock of the test's own until a promise is settled, no faster than Redis connects and answers. */
export async function passing<Value>(clock: ManualClock, promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    await pause(1);
    clock.advance(1);
  }
  return promise;
}

/** A test with replicas of its own, so that several can wait for Redis at the same time. */
export const testOfReplicas = test.extend<{ boards: BoardReplicas }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest finds out by it what the fixture needs.
  boards: async ({}, use) => {
    const boards = await BoardReplicas.open();
    await use(boards);
    await boards.stop();
  },
});
