import type { SeedKey } from '../../../src/origin/key-store.ts';
import { ManualClock } from '../manual-clock.ts';
import { RedisServer } from '../programs/redis.ts';
import { until } from '../until.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { type GraphOptions, type RunningGraph, startGraph } from './running-graph.ts';
import { startTestOrigin, type TestOrigin } from './test-origin.ts';

/** Commands that read a whole value, by its type. */
const READS: Readonly<Record<string, (name: string) => string[]>> = {
  string: (name) => ['GET', name],
  hash: (name) => ['HGETALL', name],
  list: (name) => ['LRANGE', name, '0', '-1'],
  stream: (name) => ['XRANGE', name, '-', '+'],
};

/** A replica: the real graph with memory of its own. */
export interface Replica extends RunningGraph {
  /** Time stands still for it unless the test advances its clock: Redis is never too late by accident. */
  readonly clock: ManualClock;
}

/** Asks, and resolves once the replica waits for Redis (1 timer) or for another replica (2 timers). */
export async function asking(replica: Replica, query: string, timers: 1 | 2) {
  const timersBefore = replica.clock.pendingTimers;
  let isAnswered = false;
  const reply = replica.ask(query).finally(() => {
    isAnswered = true;
  });
  await until(() => isAnswered || replica.clock.pendingTimers === timersBefore + timers);
  return { reply, timersBefore };
}

/** Several replicas that share a real Redis, over the real origin. */
export class Replicas {
  readonly redis: RedisServer;
  readonly #origin: TestOrigin;
  readonly #graphs: RunningGraph[] = [];

  private constructor(redis: RedisServer, origin: TestOrigin) {
    this.redis = redis;
    this.#origin = origin;
  }

  /** `keys` are those that the origin knows; by default one for each tier. */
  static async open(keys?: readonly SeedKey[]): Promise<Replicas> {
    const origin = await startTestOrigin({ ...(keys && { keys }) });
    return new Replicas(await RedisServer.start(), origin);
  }

  /** Counts the requests of all replicas. */
  get proxy(): FaultProxy {
    return this.#origin.proxy;
  }

  /** Starts one more replica, and resolves once it shares its reads. */
  async start(options: Partial<GraphOptions> = {}): Promise<Replica> {
    const clock = new ManualClock();
    const before = await this.sharing();
    const graph = await startGraph({
      baseUrl: this.proxy.url,
      clock,
      backoffMs: 1,
      redisUrl: this.redis.url,
      ...options,
    });
    this.#graphs.push(graph);
    if (options.redisUrl !== null) await until(async () => (await this.sharing()) > before);
    return Object.assign(graph, { clock });
  }

  /** Starts several one after the other. */
  async startAll(count: number): Promise<Replica[]> {
    const started: Replica[] = [];
    while (started.length < count) started.push(await this.start());
    return started;
  }

  /** How many replicas listen for the wake-ups of reads: all of them on one channel. */
  async sharing(): Promise<number> {
    const all = (await this.redis.command(['PUBSUB', 'CHANNELS', '*'])) as string[];
    const channels = all.filter((name) => !name.includes(':replica:'));
    const counts = (await this.redis.command(['PUBSUB', 'NUMSUB', ...channels])) as unknown[];
    return counts.reduce<number>((sum, count) => sum + (Number(count) || 0), 0);
  }

  /** All keys in Redis with their values as JSON. */
  async stored(): Promise<Map<string, string>> {
    const values = (await this.#names()).map(async (name): Promise<[string, string][]> => {
      const type = String(await this.redis.command(['TYPE', name]));
      if (type === 'none') return []; // It has expired in the meantime.
      const read = READS[type];
      if (read === undefined) throw new Error(`${name} has another type.`);
      return [[name, JSON.stringify(await this.redis.command(read(name)))]];
    });
    return new Map((await Promise.all(values)).flat());
  }

  /** The keys in Redis that never expire. */
  async lasting(): Promise<string[]> {
    const names = await this.#names();
    const ttls = await Promise.all(names.map((name) => this.redis.command(['PTTL', name])));
    return names.filter((_, i) => ttls[i] === -1);
  }

  /** Stops all replicas and empties Redis, also if a test that has frozen it has failed. */
  async reset(): Promise<void> {
    this.redis.signal('SIGCONT');
    await Promise.all(this.#graphs.splice(0).map((graph) => graph.stop()));
    await this.redis.command(['FLUSHALL']);
    this.proxy.reset();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#graphs.map((graph) => graph.stop()));
    await this.#origin.stop();
    await this.redis.stop();
  }

  async #names(): Promise<string[]> {
    return (await this.redis.command(['KEYS', '*'])) as string[];
  }
}
