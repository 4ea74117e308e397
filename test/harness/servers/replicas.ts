import { pino } from 'pino';
import { createClient } from 'redis';
import type { App } from '../../../src/app.ts';
import { type AppOptions, startApp } from '../../../src/app.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import type { SeedKey } from '../../../src/origin/key-store.ts';
import { type Origin, startOrigin } from '../../../src/origin/origin.ts';
import { GraphClient } from '../clients/graph-client.ts';
import { smallSimulation } from '../feeds/small-simulation.ts';
import { ManualClock } from '../manual-clock.ts';
import { RedisServer } from '../programs/redis.ts';
import { until } from '../until.ts';
import { FaultProxy } from './fault-proxy.ts';

/** Commands that read a whole value, by its type. */
const READS: Readonly<Record<string, (name: string) => string[]>> = {
  string: (name) => ['GET', name],
  hash: (name) => ['HGETALL', name],
  list: (name) => ['LRANGE', name, '0', '-1'],
  stream: (name) => ['XRANGE', name, '-', '+'],
};

/** A replica: the real graph with memory of its own. */
export interface Replica extends GraphClient {
  /** Time stands still for it unless the test advances its clock: Redis is never too late by accident. */
  readonly clock: ManualClock;
  log(): string;
}

/** Several replicas that share a real Redis, over the real origin. */
export class Replicas {
  readonly redis: RedisServer;
  /** Counts the requests of all replicas. */
  readonly proxy: FaultProxy;
  readonly #origin: Origin;
  readonly #graphs: App[] = [];

  private constructor(redis: RedisServer, proxy: FaultProxy, origin: Origin) {
    this.redis = redis;
    this.proxy = proxy;
    this.#origin = origin;
  }

  /** `keys` are those that the origin knows; by default one for each tier. */
  static async open(keys?: readonly SeedKey[]): Promise<Replicas> {
    const clock = new ManualClock();
    const origin = await startOrigin({
      ...(keys && { keys }),
      clock,
      feed: smallSimulation(clock),
      port: 0,
      rateLimits: Object.fromEntries(TIERS.map((tier) => [tier, 1_000_000])),
    });
    const redis = await RedisServer.start();
    return new Replicas(redis, await FaultProxy.open(origin.url), origin);
  }

  /** Starts one more replica, and resolves once it shares its reads. */
  async start(options: Partial<AppOptions> = {}): Promise<Replica> {
    const lines: string[] = [];
    const clock = new ManualClock();
    const before = await this.sharing();
    const graph = await startApp({
      host: '127.0.0.1',
      port: 0,
      baseUrl: this.proxy.url,
      clock,
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
      backoffMs: 1,
      redisUrl: this.redis.url,
      ...options,
    });
    this.#graphs.push(graph);
    if (options.redisUrl !== null) await until(async () => (await this.sharing()) > before);
    return Object.assign(new GraphClient(graph.url), { clock, log: () => lines.join('') });
  }

  /** Starts several one after the other. */
  async startAll(count: number): Promise<Replica[]> {
    const started: Replica[] = [];
    while (started.length < count) started.push(await this.start());
    return started;
  }

  /** How many replicas listen for the wake-ups of reads: all of them on one channel. */
  async sharing(): Promise<number> {
    return this.#withRedis(async (send) => {
      const all = (await send(['PUBSUB', 'CHANNELS', '*'])) as string[];
      const channels = all.filter((name) => !name.includes(':replica:'));
      const counts = (await send(['PUBSUB', 'NUMSUB', ...channels])) as (string | number)[];
      return counts.reduce<number>((sum, count) => sum + (Number(count) || 0), 0);
    });
  }

  /** All keys in Redis with their values as JSON. */
  async stored(): Promise<Map<string, string>> {
    return this.#withRedis(async (send) => {
      const names = (await send(['KEYS', '*'])) as string[];
      const values = names.map(async (name) => {
        const read = READS[String(await send(['TYPE', name]))];
        if (read === undefined) throw new Error(`${name} has another type.`);
        return [name, JSON.stringify(await send(read(name)))] as const;
      });
      return new Map(await Promise.all(values));
    });
  }

  /** The keys in Redis that never expire. */
  async lasting(): Promise<string[]> {
    return this.#withRedis(async (send) => {
      const names = (await send(['KEYS', '*'])) as string[];
      const ttls = await Promise.all(names.map((name) => send(['PTTL', name])));
      return names.filter((_, i) => ttls[i] === -1);
    });
  }

  /** Runs Redis commands one after the other. */
  async command(...commands: string[][]): Promise<void> {
    await this.#withRedis(async (send) => {
      for (const command of commands) await send(command);
    });
  }

  /** Stops all replicas and empties Redis. */
  async reset(): Promise<void> {
    await Promise.all(this.#graphs.splice(0).map((graph) => graph.stop()));
    await this.command(['FLUSHALL']);
    this.proxy.reset();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#graphs.map((graph) => graph.stop()));
    await this.proxy.close();
    await this.#origin.stop();
    await this.redis.stop();
  }

  async #withRedis<T>(use: (send: (command: string[]) => Promise<unknown>) => Promise<T>) {
    const client = createClient({ url: this.redis.url, RESP: 2 });
    await client.connect();
    try {
      return await use((command) => client.sendCommand(command));
    } finally {
      client.destroy();
    }
  }
}
