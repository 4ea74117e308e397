import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { relayLeaders, relayReloads } from '../../metrics.ts';
import type { UpstreamStreamListener } from '../../upstream/stream/upstream-stream.ts';
import type { MergeBoard } from '../board/live-board.ts';
import { Leader, type UpstreamConnection } from './leader/leader.ts';
import { RelayedStream } from './relayed-stream.ts';
import { LogReader } from './replica/log-reader.ts';
import type { ReplicaBoard } from './replica/replica-board.ts';
import { StatusFrames } from './status-frames.ts';
import type { Decode } from './step.ts';
import { RedisStore } from './store/redis-store.ts';

export interface RelayOptions {
  /** The address of Redis, with user and password if it asks for them. */
  readonly url: string;
  /** Replicas with the same prefix and the same upstream share boards. It never enters Redis. */
  readonly prefix: string;
  readonly upstreamUrl: URL;
  readonly clock: Clock;
  readonly log: Log;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** The stream of one account on one channel. */
export interface ReplicatedChannel<Value> {
  readonly credential: Credential;
  readonly channel: StreamChannel;
  readonly replica: ReplicaBoard<Value>;
  readonly decode: Decode<Value>;
  readonly newMergeBoard: () => MergeBoard<Value>;
  readonly openStream: (listener: UpstreamStreamListener) => UpstreamConnection;
  /** Why a replica that has grown may hold no more; null while it may. */
  readonly refuseGrowth: () => OddsgraphError | null;
}

/** What the replicas of a deployment share over one Redis: one upstream stream for each channel. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #store: RedisStore;
  readonly #reader: LogReader;
  readonly #owner = randomUUID();
  readonly #releases = new Set<Promise<void>>();

  private constructor(options: RelayOptions) {
    this.#options = options;
    this.#store = RedisStore.open(options.url, options.clock);
    this.#reader = new LogReader(this.#store, options.clock, (isReachable) => {
      if (isReachable) options.log.info({}, 'Redis is reachable again');
      else options.log.warn({ err: this.#store.lastError }, 'Redis is out of reach');
    });
  }

  /** Begins to connect. Streams that are opened before Redis is reachable wait for it. */
  static open(options: RelayOptions): Relay {
    return new Relay(options);
  }

  /** Whether Redis has answered within the last two seconds. */
  get isReachable(): boolean {
    return this.#reader.isReachable;
  }

  /** Follows a channel, or leads it. `listener` hears of it as if it were upstream's stream. */
  open<Value>(
    channel: ReplicatedChannel<Value>,
    listener: UpstreamStreamListener,
  ): UpstreamConnection {
    const { clock, log, random = Math.random } = this.#options;
    const { replica, decode, newMergeBoard, refuseGrowth } = channel;
    const frames = new StatusFrames(replica, channel.channel, listener);
    let size = 0;
    return new RelayedStream({
      ...{ store: this.#store, reader: this.#reader, owner: this.#owner, clock, log, random },
      ...{ replica, decode, newMergeBoard },
      name: this.#nameOf(channel),
      newEpoch: () => randomUUID().slice(0, 8),
      newLeader: (options) => new Leader(options),
      openStream: (upstreamListener) => openCounted(channel, upstreamListener),
      onReload: (reason) => relayReloads.inc({ reason }),
      onStatus: (status) => frames.send(status),
      onAdvance() {
        const refusal = replica.versions.size > size ? refuseGrowth() : null;
        size = replica.versions.size;
        if (refusal !== null) listener.onEnd(refusal);
      },
      onEnd: (error) => listener.onEnd(error),
      onClose: (released) => this.#noteRelease(released),
    });
  }

  /** Resolves once other replicas may lead what this one has led. All streams have to be closed. */
  async stop(): Promise<void> {
    this.#reader.close();
    await Promise.all(this.#releases);
    this.#store.close();
  }

  /** Neither a key nor anything that a key could be tried against is stored. */
  #nameOf({ credential, channel }: { credential: Credential; channel: StreamChannel }): string {
    const { prefix, upstreamUrl } = this.#options;
    return createHmac('sha256', prefix)
      .update(JSON.stringify([upstreamUrl.href, channel, credential.hash]))
      .digest('hex')
      .slice(0, 32);
  }

  #noteRelease(released: Promise<void>): void {
    this.#releases.add(released);
    void released.then(() => this.#releases.delete(released));
  }
}

function openCounted<Value>(
  { openStream }: ReplicatedChannel<Value>,
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
