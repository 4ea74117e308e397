import { pino } from 'pino';
import { createClient } from 'redis';
import { startApp } from '../../../src/app.ts';
import { keysOf } from '../../../src/live/relay/store/redis-values.ts';
import type { Clock } from '../../../src/scheduling/clock.ts';
import { GraphClient } from '../../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../../harness/clients/live-client.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import { RedisServer } from '../../harness/programs/redis.ts';
import { ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';

/** The prices that upstream has. */
export const ROWS = [0, 1, 2].map((i) => oddsRow(i));

type Keys = ReturnType<typeof keysOf>;

/** A replica in this process. */
interface Replica extends GraphClient {
  log(): string;
}

/** Replicas of boards, over a real Redis. */
export class BoardReplicas {
  readonly redis: RedisServer;
  readonly upstream: ScriptedUpstream;
  readonly #stops: (() => Promise<void>)[] = [];
  #updates = 0;

  private constructor(redis: RedisServer, upstream: ScriptedUpstream) {
    this.redis = redis;
    this.upstream = upstream;
    upstream.onStream = (stream) => stream.open(ROWS);
  }

  static async open(): Promise<BoardReplicas> {
    return new BoardReplicas(await RedisServer.start(), await ScriptedUpstream.open());
  }

  async start(clock: Clock, redisPrefix = 'oddsgraph'): Promise<Replica> {
    const lines: string[] = [];
    const { url, stop } = await startApp({
      host: '127.0.0.1',
      port: 0,
      baseUrl: this.upstream.url,
      clock,
      redisUrl: this.redis.url,
      redisPrefix,
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    this.#stops.push(stop);
    return Object.assign(new GraphClient(url), { log: () => lines.join('') });
  }

  /** A leader and a follower, each with a subscriber that has the board. */
  async startTwo(leaderClock: Clock, followerClock: Clock) {
    const leader = await this.start(leaderClock);
    const leading = await subscribe(leader);
    await snapshot(leading);
    const follower = await this.start(followerClock);
    const following = await subscribe(follower);
    await snapshot(following);
    return { replicas: [leader, follower], clients: [leading, following] } as const;
  }

  /** Changes a price, and resolves with the event that each client gets. */
  async update(clients: readonly LiveClient[]) {
    this.#updates += 1;
    this.upstream.streams.findLast(({ isOpen }) => isOpen)?.update(oddsDelta(1, this.#updates));
    return Promise.all(clients.map((client) => client.untilKind('OddsUpdate')));
  }

  /** Runs Redis commands one after the other, and resolves with what the last one returns. */
  async command(...commands: readonly string[][]): Promise<unknown> {
    const client = createClient({ url: this.redis.url, RESP: 2 });
    await client.connect();
    try {
      let reply: unknown;
      for (const command of commands) reply = await client.sendCommand(command);
      return reply;
    } finally {
      client.destroy();
    }
  }

  /** How many bytes Redis has sent. */
  async sentBytes(): Promise<number> {
    const info = String(await this.command(['INFO', 'stats']));
    return Number(/^total_net_output_bytes:(\d+)/m.exec(info)?.[1]);
  }

  /** Deletes what replicas have shared of their reads, such as tiers. */
  async forgetReads(): Promise<void> {
    const names = (await this.command(['KEYS', 'oddsgraph:reads:*'])) as string[];
    if (names.length > 0) await this.command(['DEL', ...names]);
  }

  /** The keys of each board; there is one at least. */
  async boards(): Promise<[Keys, ...Keys[]]> {
    const names = (await this.command(['KEYS', '*:head'])) as string[];
    return names.flatMap((name) => /\{(.*)\}/.exec(name)?.[1] ?? []).map(keysOf) as [Keys];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
    await this.upstream.close();
    await this.redis.stop();
  }
}

export function subscribe({ url }: Replica, after: string | null = null): Promise<LiveClient> {
  return LiveClient.open(url, LIVE_ODDS, { variables: { after } });
}

/** The last part of the next snapshot. */
export async function snapshot(client: LiveClient) {
  for (;;) {
    const event = await client.untilKind('OddsSnapshot');
    if (event.isLast) return event;
  }
}
