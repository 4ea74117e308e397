import { once } from 'node:events';
import { createClient, ErrorReply } from '@redis/client';
import { lruCache } from '../caching/lru-cache.ts';
import type { Log } from '../observability/log.ts';
import { metrics } from '../observability/metrics.ts';
import type { Clock, Timer } from '../scheduling/clock.ts';
import { replyWithin } from '../scheduling/reply-within.ts';
import type { ConnectionOptions } from './redis-names.ts';

/** How long connecting may take. */
const CONNECT_MS = 2_000;

/** How often an idle connection is pinged, and how long it may be silent. */
const PING_MS = 1_000;
const SILENCE_MS = 5_000;

/** The maximum delay before a lost connection is reopened. */
const RECONNECT_MAX_MS = 500;

/** Time until the next attempt to subscribe, if Redis has refused it: an operator may change its rules. */
const SUBSCRIBE_MS = 5_000;

/** The same refusal is logged again only if Redis has not repeated it for so long. */
const REFUSAL_MS = 60_000;
const REFUSALS_MAX = 100;

/** Connects by itself, and again after each loss, until it is closed. Commands reject while there is no connection. */
export class RedisConnection {
  readonly #client;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Resolves once the first attempt to connect has ended. */
  readonly attempted: Promise<unknown>;
  #lastError: Error | null = null;
  /** Channels that are not subscribed to yet. */
  readonly #channels = new Map<string, { listener: (text: string) => void; done: () => void }>();
  #retry: Timer | null = null;
  /** When Redis last refused a command for this reason, on the monotonic clock. */
  readonly #refusedAt = lruCache<number>(REFUSALS_MAX);

  constructor({ url, clock, log }: ConnectionOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#client = createClient({
      url,
      RESP: 2,
      // Commands fail while there is no connection. A queued command would run at an arbitrary time.
      disableOfflineQueue: true,
      pingInterval: PING_MS,
      socket: {
        connectTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        reconnectStrategy: (tries) => Math.min(RECONNECT_MAX_MS, 50 * (tries + 1)),
      },
    });
    this.#client.on('error', (error: Error) => {
      this.#lastError = error;
      // Redis refuses a command that the client itself sends, such as PING. `live/relay` logs why a connection is missing.
      if (error.message.startsWith('NOPERM')) this.#logRefusal(error);
    });
    this.onReady(() => this.#subscribe());
    this.attempted = once(this.#client, 'ready').catch(() => {});
    this.#client.connect().catch(() => {}); // It was closed before it connected.
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  /** Why there is no connection; null if there is one, or if the first attempt to connect has not ended. */
  get error(): Error | null {
    return this.isReady ? null : this.#lastError;
  }

  /** Calls back whenever a connection is made. */
  onReady(listener: () => void): void {
    this.#client.on('ready', listener);
  }

  /** Sends a command. If there is no reply within `ms` it rejects, and the command may still run. */
  send<Reply = unknown>(command: string[], ms?: number): Promise<Reply> {
    const [name = ''] = command;
    metrics.redis_commands_total.inc({ command: name });
    const reply = this.#client.sendCommand(command) as Promise<unknown> as Promise<Reply>;
    reply.catch((error) => this.#logRefusal(error));
    return ms === undefined ? reply : replyWithin(ms, this.#clock, reply);
  }

  /** Listens to a channel whenever there is a connection. Resolves once it does so for the first time. */
  subscribe(channel: string, listener: (text: string) => void): Promise<void> {
    const { promise, resolve: done } = Promise.withResolvers<void>();
    this.#channels.set(channel, { listener, done });
    this.#subscribe();
    return promise;
  }

  close(): void {
    this.#retry?.cancel();
    this.#client.destroy();
  }

  #subscribe(): void {
    this.#retry?.cancel();
    if (!this.isReady) return;
    for (const [channel, { listener, done }] of this.#channels) {
      const onSubscribed = () => {
        this.#channels.delete(channel); // From now on, the client itself subscribes again before it is ready.
        done();
      };
      this.#client.subscribe(channel, listener).then(onSubscribed, (error) => {
        this.#logRefusal(error);
        this.#retry?.cancel();
        if (this.isReady) this.#retry = this.#clock.after(SUBSCRIBE_MS, () => this.#subscribe());
      });
    }
  }

  /** The user may have too few rights, or Redis may be full: whoever sends the command only notices that it failed. */
  #logRefusal(error: unknown): void {
    if (!(error instanceof ErrorReply) || error.message.startsWith('NOSCRIPT')) return;
    const now = this.#clock.monotonic();
    const before = this.#refusedAt.get(error.message) ?? Number.NEGATIVE_INFINITY;
    this.#refusedAt.set(error.message, now);
    if (now - before > REFUSAL_MS) this.#log.warn({ err: error }, 'Redis refuses a command');
  }
}
