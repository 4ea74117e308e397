import type { Log } from '../observability/log.ts';
import type { Clock } from '../scheduling/clock.ts';
import { replyWithin } from '../scheduling/reply-within.ts';
import type { RedisConnection } from './redis-connection.ts';

/** How long a caller waits for a reply. A command whose reply is late may still run. */
const REPLY_MS = 20;

/** How long Redis is not asked after a failure, so that not every caller waits; it doubles each time. */
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 1_600;

/** Only the third failure in a row is logged: a single late reply is not worth a line. */
const FAILURES_LOGGED = 3;

export type Send = (command: string[]) => Promise<unknown>;

interface RedisCircuitBreakerOptions {
  readonly connection: RedisConnection;
  readonly clock: Clock;
  readonly log: Log;
  /** What is shared over Redis: a plural that begins a log message, such as `reads`. */
  readonly shared: string;
}

/** Redis for callers that can do without it: it replies within 20 ms, or is not asked for a while. */
export class RedisCircuitBreaker {
  readonly #options: RedisCircuitBreakerOptions;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Failures in a row. */
  #failures = 0;

  constructor(options: RedisCircuitBreakerOptions) {
    this.#options = options;
  }

  /** Runs a command, or fails at once if Redis has just failed. Rejects with `LateReplyError` after 20 ms. */
  async run<Reply>(command: (send: Send) => Promise<Reply>): Promise<Reply> {
    if (!this.#isAvailable) throw new Error('Redis is not available.');
    try {
      const reply = await replyWithin(REPLY_MS, this.#options.clock, command(this.send));
      this.#recovered();
      return reply;
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  /** Runs a command that nobody waits for, unless Redis has just failed. Its own failure is not counted. */
  inBackground(command: (send: Send) => Promise<unknown>): void {
    if (this.#isAvailable) command(this.send).catch(() => {});
  }

  /** Sends a command without a timeout. */
  readonly send: Send = (command) => this.#options.connection.send(command);

  get #isAvailable(): boolean {
    const { connection, clock } = this.#options;
    return connection.isReady && clock.monotonic() >= this.#pausedUntil;
  }

  #recovered(): void {
    const { log, shared } = this.#options;
    if (this.#failures >= FAILURES_LOGGED) log.info({}, `${shared} are shared over Redis again`);
    this.#failures = 0;
  }

  #failed(error: unknown): void {
    const { clock, log, shared } = this.#options;
    const now = clock.monotonic();
    if (now < this.#pausedUntil) return; // This command was sent before the failure that began the pause.
    this.#pausedUntil = now + Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    if (this.#failures === FAILURES_LOGGED) {
      log.warn({ err: error }, `${shared} are not shared: Redis fails`);
    }
  }
}
