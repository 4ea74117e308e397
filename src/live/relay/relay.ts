import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from '../../clock.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { relayLeaders, relayLeaderships, relayReloads } from '../../metrics.ts';
import { redisName } from '../../redis/redis-names.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type {
  UpstreamConnection,
  UpstreamStreamListener,
} from '../../upstream/stream/stream-listener.ts';
import type { LiveBoard, MergeBoard } from '../board/live-board.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import { Leader } from './leader/leader.ts';
import { RelayedStream } from './relayed-stream.ts';
import { LogReader } from './replica/log-reader.ts';
import { ReplicaBoard } from './replica/replica-board.ts';
import { ODDS_ROWS, OPPORTUNITY_ROWS, type RowType } from './replica/row-types.ts';
import { StatusFrames } from './status-frames.ts';
import { RedisStore } from './store/redis-store.ts';

/** How long Redis may be unreachable before subscribers are sent to other replicas. */
export const CUT_OFF_MS = 8_000;

export interface RelayOptions {
  /** The address of Redis, with user and password if it needs them. */
  readonly url: string;
  /** Replicas with the same prefix and the same upstream share boards. It is not stored in Redis. */
  readonly prefix: string;
  readonly upstreamUrl: URL;
  readonly clock: Clock;
  readonly log: Log;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
  /** Traces steps; null if nothing is traced. */
  readonly tracing?: Tracing | null;
}

/** One account's stream of one channel. */
export interface ChannelOptions<Value> {
  readonly credential: Credential;
  /** Makes an empty board that merges upstream's frames. */
  readonly newBoard: () => MergeBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** Called after the board has grown. An error ends the stream: the board is too large. */
  readonly checkSize: () => OddsgraphError | null;
}

/** The board of a shared stream, and what opens the stream. */
export interface SharedChannel<Value> {
  readonly board: LiveBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** How long a subscriber waits for the version of its cursor, which another replica has shown it. */
  readonly resumeWaitMs: number;
}

/** A replica that is this far behind another one is about to read the whole board again. */
const RESUME_WAIT_MS = 3_000;

/**
 * Shares live boards among all replicas over Redis. For each account and channel one replica reads
 * upstream.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #store: RedisStore;
  readonly #reader: LogReader;
  readonly #owner = randomUUID();
  readonly #releases = new Set<Promise<void>>();
  /** When each open board got its last step. */
  readonly #steps = new Map<object, number>();
  #cutOff: Timer | null = null;
  #onCutOff: () => void = () => {};

  /** Starts to connect. Streams that are opened before Redis is reachable wait for it. */
  constructor(options: RelayOptions) {
    this.#options = options;
    this.#store = RedisStore.open(options.url, options.clock);
    this.#reader = new LogReader(this.#store, options.clock, (isReachable) => {
      this.#cutOff?.cancel();
      if (isReachable) options.log.info({}, 'Redis is reachable again');
      else {
        options.log.warn({ err: this.#store.lastError }, 'Redis is unreachable');
        this.#cutOff = options.clock.after(CUT_OFF_MS, () => this.#onCutOff());
      }
    });
  }

  /**
   * Calls back when Redis has been unreachable for a while, once each time. The process cannot know
   * whether other replicas still reach it.
   */
  onCutOff(listener: () => void): void {
    this.#onCutOff = listener;
  }

  /** Whether Redis has answered within the last two seconds. */
  get isReachable(): boolean {
    return this.#reader.isReachable;
  }

  /** Seconds since any board of this replica got a step; NaN if none has had one. */
  get newestStepAge(): number {
    const newest = Math.max(...this.#steps.values());
    return this.#steps.size === 0 ? Number.NaN : (this.#options.clock.monotonic() - newest) / 1_000;
  }

  /** Shares an account's odds with the other replicas. */
  shareOdds(channel: ChannelOptions<Odds>): SharedChannel<Odds> {
    return this.#share('odds', channel, ODDS_ROWS);
  }

  /** Shares an account's opportunities with the other replicas. */
  shareOpportunities(channel: ChannelOptions<WireOpportunity>): SharedChannel<WireOpportunity> {
    return this.#share('opportunities', channel, OPPORTUNITY_ROWS);
  }

  /**
   * Resolves once other replicas may take over the boards that this one has led. All streams must be
   * closed before.
   */
  async stop(): Promise<void> {
    this.#reader.close();
    this.#cutOff?.cancel();
    await Promise.all(this.#releases);
    this.#store.close();
  }

  #share<Value>(
    name: StreamChannel,
    channel: ChannelOptions<Value>,
    rows: RowType<Value>,
  ): SharedChannel<Value> {
    const { clock, log, random = Math.random, tracing = null } = this.#options;
    const { credential, newBoard, checkSize } = channel;
    const replica = new ReplicaBoard(rows);
    const openStream = (listener: UpstreamStreamListener) => {
      const frames = new StatusFrames(replica, name, listener);
      let size = 0;
      let { offset } = replica;
      return new RelayedStream({
        ...{ store: this.#store, reader: this.#reader, owner: this.#owner, clock, log, random },
        tracing,
        ...{ replica, decode: rows.decode, newMergeBoard: newBoard },
        name: redisName(this.#options, name, credential.hash),
        newEpoch: () => randomUUID().slice(0, 8),
        newLeader(options) {
          relayLeaderships.inc({ kind: options.head.offset > 0 ? 'takeover' : 'first' });
          return new Leader(options);
        },
        openStream: (upstreamListener) => openCounted(channel, upstreamListener),
        onReload: (reason) => relayReloads.inc({ reason }),
        onStatus: (status) => frames.send(status),
        onAdvance: () => {
          if (replica.offset !== offset) this.#steps.set(replica, clock.monotonic());
          offset = replica.offset;
          const error = replica.versions.size > size ? checkSize() : null;
          size = replica.versions.size;
          if (error !== null) listener.onEnd(error);
        },
        onEnd: (error) => listener.onEnd(error),
        onClose: (released) => {
          this.#steps.delete(replica);
          this.#addRelease(released);
        },
      });
    };
    return { board: replica, openStream, resumeWaitMs: RESUME_WAIT_MS };
  }

  #addRelease(released: Promise<void>): void {
    this.#releases.add(released);
    void released.then(() => this.#releases.delete(released));
  }
}

function openCounted<Value>(
  { openStream }: ChannelOptions<Value>,
  listener: UpstreamStreamListener,
): UpstreamConnection {
  const connection = openStream(listener);
  relayLeaders.inc();
  return {
    reconnect: () => connection.reconnect(),
    close() {
      relayLeaders.dec();
      connection.close();
    },
  };
}
