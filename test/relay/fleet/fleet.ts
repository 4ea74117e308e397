import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { RedisServer } from '../../harness/programs/redis.ts';
import { TcpProxy } from '../../harness/servers/tcp-proxy.ts';
import { Crowd } from './crowd.ts';
import { MovingUpstream } from './moving-upstream.ts';

/** How long a replica may take to tell its metrics: one that is paused never does. */
const METRICS_MS = 5_000;

/** One process of the program with its own way to Redis. */
export interface Replica {
  readonly process: OddsgraphProcess;
  readonly url: string;
  readonly redis: TcpProxy;
}

/** Replicas over one Redis, the upstream behind them, and the subscribers in front of them. */
export class Fleet {
  readonly upstream: MovingUpstream;
  readonly redis: RedisServer;
  readonly crowd: Crowd;
  /** A replica that is stopped by a signal, and can tell its subscribers nothing. */
  paused: Replica | null = null;
  /** The replicas that the balancer knows. */
  #replicas: readonly Replica[];

  private constructor(
    upstream: MovingUpstream,
    redis: RedisServer,
    replicas: readonly Replica[],
    size: number,
  ) {
    this.upstream = upstream;
    this.redis = redis;
    this.#replicas = replicas;
    this.crowd = new Crowd(size, upstream, () => this.#replicas.map(({ url }) => url));
  }

  /** Starts replicas one after the other, then subscribers. Prices move from the beginning. */
  static async start(replicas: number, subscribers: number): Promise<Fleet> {
    const upstream = await MovingUpstream.open();
    const redis = await RedisServer.start();
    const started: Replica[] = [];
    for (let i = 0; i < replicas; i += 1) started.push(await startReplica(upstream, redis));
    upstream.start();
    return new Fleet(upstream, redis, started, subscribers);
  }

  get replicas(): readonly Replica[] {
    return this.#replicas;
  }

  /** Starts a replica and lets the balancer know. */
  async add(): Promise<Replica> {
    const replica = await startReplica(this.upstream, this.redis);
    this.#replicas = [...this.#replicas, replica];
    return replica;
  }

  /** Takes a replica from the balancer. */
  remove(replica: Replica): void {
    this.#replicas = this.#replicas.filter((one) => one !== replica);
  }

  /** The replica that reads odds from upstream for the others. */
  async leader(): Promise<Replica> {
    for (const replica of this.#replicas) if (await leadsOdds(replica)) return replica;
    throw new Error('No replica leads.');
  }

  /** A replica that reads nothing from upstream. */
  async follower(): Promise<Replica> {
    for (const replica of this.#replicas) {
      if (!/^oddsgraph_relay_leaders [1-9]/m.test(await metricsOf(replica))) return replica;
    }
    throw new Error('Every replica leads.');
  }

  async stop(): Promise<void> {
    this.crowd.close();
    await Promise.all(this.#replicas.map(end));
    await this.upstream.close();
    await this.redis.stop();
  }
}

/** Kills a replica. */
export async function end({ process, redis }: Replica): Promise<void> {
  await process.kill();
  await redis.close();
}

async function startReplica(upstream: MovingUpstream, redis: RedisServer): Promise<Replica> {
  const proxy = await TcpProxy.open(redis.port);
  const process = new OddsgraphProcess({
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    UPSTREAM_URL: upstream.url,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  });
  return { process, url: (await process.listening()).url, redis: proxy };
}

async function leadsOdds(replica: Replica): Promise<boolean> {
  const open = /^oddsgraph_upstream_streams\{channel="odds"\} [1-9]/m;
  return open.test(await metricsOf(replica));
}

async function metricsOf({ url }: Replica): Promise<string> {
  return (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(METRICS_MS) })).text();
}
