import { randomUUID } from 'node:crypto';
import type { Odds } from '../../contract/odds/odds.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';
import { type RedisOptions, redisName } from '../../redis/redis-names.ts';
import type { Timer } from '../../scheduling/clock.ts';
import type { StreamListener, UpstreamReading } from '../board/live-board.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import { RelayedStream } from './relayed-stream.ts';
import { LogReader } from './replica/log-reader.ts';
import { ReplicaBoard } from './replica/replica-board.ts';
import { ODDS_ROWS, OPPORTUNITY_ROWS, type RowType } from './replica/row-types.ts';
import { RedisStore } from './store/redis-store.ts';

/** How long Redis may be unreachable before subscribers are disconnected, so that they try other replicas. */
const REDIS_OUTAGE_MS = 8_000;

interface RelayOptions extends RedisOptions {
  /** Traces steps; null if nothing is traced. */
  readonly tracing: Tracing | null;
}

/** What a row is, by the channel of its board. */
export interface Rows {
  readonly odds: Odds;
  readonly opportunities: WireOpportunity;
}

const ROW_TYPES: { readonly [Channel in keyof Rows]: RowType<Rows[Channel]> } = {
  odds: ODDS_ROWS,
  opportunities: OPPORTUNITY_ROWS,
};

/** How long a subscriber waits until this replica has its cursor's version: one that lags longer is overloaded or cut off. */
export const RESUME_WAIT_MS = 3_000;

/** Shares live boards among all replicas of this server over Redis. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #store: RedisStore;
  readonly #reader: LogReader;
  /** Identifies this process as the owner of leases. */
  readonly #owner = randomUUID();
  /** Releases of leases that are in progress. */
  readonly #releases = new Set<Promise<void>>();
  /** When each open board got its last step, on the monotonic clock. */
  readonly #lastStepAt = new Map<object, number>();
  #outage: Timer | null = null;
  #onRedisOutage: () => void = () => {};

  /** Starts to connect. Streams that are opened before Redis is reachable wait for it. */
  constructor(options: RelayOptions) {
    this.#options = options;
    this.#store = new RedisStore(options);
    const onReachable = (isReachable: boolean, error: unknown) => {
      this.#outage?.cancel();
      if (isReachable) options.log.info({}, 'Redis is reachable again');
      else {
        const err = this.#store.connectionError ?? error;
        options.log.warn(err === null ? { reason: 'timeout' } : { err }, 'Redis is unreachable');
        this.#outage = options.clock.after(REDIS_OUTAGE_MS, () => this.#onRedisOutage());
      }
    };
    const { attempted } = this.#store;
    this.#reader = new LogReader(this.#store, options.clock, onReachable, attempted);
  }

  /**
   * Sets a callback for when Redis has been unreachable for `REDIS_OUTAGE_MS`. It is called once per outage.
   * This process cannot know whether other replicas still reach Redis.
   */
  onRedisOutage(listener: () => void): void {
    this.#onRedisOutage = listener;
  }

  /** Whether Redis has answered within the last two seconds. */
  get isReachable(): boolean {
    return this.#store.hasConnected && this.#reader.isReachable;
  }

  /** Seconds since a board of this replica last got a step; NaN if none has got one. */
  get newestStepAge(): number {
    const newest = Math.max(...this.#lastStepAt.values());
    return this.#lastStepAt.size === 0
      ? Number.NaN
      : (this.#options.clock.monotonic() - newest) / 1_000;
  }

  /**
   * Shares an account's stream of one channel with the other replicas. `account`: the hash of its API key. Returns the board
   * that subscribers read, the function that opens the stream which keeps it up to date, and how long a subscriber whose
   * cursor is ahead of this board waits for the board to catch up.
   */
  share<Channel extends keyof Rows>(
    channel: Channel,
    account: string,
    newReading: () => UpstreamReading<Rows[Channel]>,
  ) {
    const { clock, log, tracing } = this.#options;
    const rowType = ROW_TYPES[channel];
    const board = new ReplicaBoard(rowType);
    let lastOffset = board.offset;
    const openStream = (listener: StreamListener) =>
      new RelayedStream({
        store: this.#store,
        reader: this.#reader,
        owner: this.#owner,
        clock,
        log,
        tracing,
        random: Math.random,
        board,
        decode: rowType.decode,
        newReading,
        boardKey: redisName(this.#options, channel, account),
        newEpochId: () => randomUUID().slice(0, 8),
        listener: {
          onRows: () => {
            // Not if it has only read that a leader has released its lease.
            if (board.offset !== lastOffset) this.#lastStepAt.set(board, clock.monotonic());
            lastOffset = board.offset;
            listener.onRows();
          },
          onStatus: (status) => listener.onStatus(status),
          onEnd: (error) => listener.onEnd(error),
        },
        onClose: (released) => {
          this.#lastStepAt.delete(board);
          this.#releases.add(released);
          void released.then(() => this.#releases.delete(released));
        },
      });
    return { board, openStream, resumeWaitMs: RESUME_WAIT_MS };
  }

  /**
   * Resolves once all leases of this replica are released, so that others can take over. All streams must be
   * closed before.
   */
  async stop(): Promise<void> {
    this.#reader.close();
    this.#outage?.cancel();
    await Promise.all(this.#releases);
    this.#store.close();
  }
}
