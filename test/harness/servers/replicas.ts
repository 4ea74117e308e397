import { subscribe } from 'node:diagnostics_channel';
import type { SeedKey } from '../../../src/origin/key-store.ts';
import { ManualClock } from '../manual-clock.ts';
import { RedisServer } from '../programs/redis.ts';
import { until, untilDelivered } from '../until.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { holdUntil } from './faults.ts';
import { type GraphOptions, type RunningGraph, startGraph } from './running-graph.ts';
import { startTestOrigin, type TestOrigin } from './test-origin.ts';

/** Commands that read a whole value, by its type. */
const READS: Readonly<Record<string, (name: string) => string[]>> = {
  string: (name) => ['GET', name],
  hash: (name) => ['HGETALL', name],
  list: (name) => ['LRANGE', name, '0', '-1'],
  stream: (name) => ['XRANGE', name, '-', '+'],
};

/** The connections of a replica to Redis; with viewers, one more. */
const CONNECTIONS = 5;

/** All connections to Redis of this process that have ever been ready, by the names that their clients gave them. */
const connected = new Set<string>();
subscribe('node-redis:connection:ready', (message) => {
  connected.add((message as { readonly clientId: string }).clientId);
});

/** A replica: the real graph with memory of its own. */
export interface Replica extends RunningGraph {
  /** Time stands still for it unless the test advances its clock: Redis is never too late by accident. */
  readonly clock: ManualClock;
}

/** Asks, and resolves once the replica waits for Redis. */
export async function asking(replica: Replica, query: string) {
  const timersBefore = replica.clock.pendingTimers;
  let isAnswered = false;
  const reply = replica.ask(query).finally(() => {
    isAnswered = true;
  });
  await until(() => isAnswered || replica.clock.pendingTimers === timersBefore + 1);
  return { reply };
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
    const before = connected.size;
    const graph = await startGraph({
      baseUrl: this.proxy.url,
      clock,
      backoffMs: 1,
      redisUrl: this.redis.url,
      ...options,
    });
    this.#graphs.push(graph);
    const connections = CONNECTIONS + (options.viewers ? 1 : 0);
    if (options.redisUrl !== null) {
      await until(() => connected.size >= before + connections);
      await this.settle(); // What it sends first has been answered: nothing that it waits for ends unexpectedly.
    }
    return Object.assign(graph, { clock });
  }

  /** Starts several one after the other. */
  startAll(count: 1): Promise<[Replica]>;
  startAll(count: 2): Promise<[Replica, Replica]>;
  startAll(count: 3): Promise<[Replica, Replica, Replica]>;
  startAll(count: number): Promise<Replica[]>;
  async startAll(count: number): Promise<Replica[]> {
    const started: Replica[] = [];
    while (started.length < count) started.push(await this.start());
    return started;
  }

  /** Asks for what upstream holds back, and resolves once that has got the request. */
  async held(replica: Replica, query: string, route: string) {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    this.proxy.plan(route, holdUntil(promise));
    const reply = replica.ask(query);
    await until(() => this.proxy.seen.length === 1);
    return { reply, release };
  }

  /** Asks, and resolves once the replica waits for another one. */
  async waiting(replica: Replica, query: string) {
    const asked = await asking(replica, query);
    await this.settle();
    return asked;
  }

  /** Resolves once replicas have got Redis' replies to what they have sent. */
  async settle(): Promise<void> {
    await untilDelivered();
    await this.redis.command(['PING'], ['PING']); // Redis reads the second one after it has written all replies.
    await untilDelivered();
  }

  /** Lets time pass for these replicas, which wait for one another, until all have answered. */
  async answered<T>(replies: readonly Promise<T>[], replicas: readonly Replica[]): Promise<T[]> {
    let isDone = false;
    const all = Promise.all(replies).finally(() => {
      isDone = true;
    });
    all.catch(() => {}); // It is awaited only after the last turn.
    while (!isDone) {
      await this.settle();
      // Redis has twice as long to reply, so it is never late.
      for (const { clock } of isDone ? [] : replicas) clock.advance(10);
    }
    return all;
  }

  /** All keys in Redis with their values as JSON. */
  async stored(): Promise<Map<string, string>> {
    const values = (await this.redis.keys()).map(async (name): Promise<[string, string][]> => {
      const type = String(await this.redis.command(['TYPE', name]));
      if (type === 'none') return []; // It has expired in the meantime.
      const read = READS[type];
      if (read === undefined) throw new Error(`${name} has another type.`);
      return [[name, JSON.stringify(await this.redis.command(read(name)))]];
    });
    return new Map((await Promise.all(values)).flat());
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
}
