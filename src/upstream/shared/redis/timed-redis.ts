import type { Clock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import { type RedisClient, sendCommand } from '../../../redis/redis-client.ts';

/** How long a read waits for Redis. */
const ANSWER_MS = 20;

/** How long Redis is not asked after a failure, so that not every read waits; it doubles each time. */
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 1_600;

/** Failures in a row that are logged: a single late answer is not worth a line. */
const FAILURES_LOGGED = 3;

export type Send = (command: string[]) => Promise<unknown>;

/** Redis did not answer in time. */
export class LateError extends Error {}

/** Redis for reads that can do without it: it answers within 20 ms, or is left alone for a while. */
export class TimedRedis {
  readonly #client: RedisClient;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #onFailure: () => void;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Failures in a row. */
  #failures = 0;

  /** `onFailure` is called whenever Redis fails. */
  constructor(client: RedisClient, clock: Clock, log: Log, onFailure: () => void) {
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
    this.#onFailure = onFailure;
  }

  /** Runs a command within the deadline. Rejects with `LateError` after it. */
  async run<T>(command: (send: Send) => Promise<T>): Promise<T> {
    if (!this.#isUsable) throw new Error('Redis is not available.');
    const answer = command(this.send);
    answer.catch(() => {}); // It may fail after the deadline.
    const late = Promise.withResolvers<never>();
    // An answer that arrived while this process was busy counts: I/O is handled before setImmediate.
    const timer = this.#clock.after(ANSWER_MS, () =>
      setImmediate(() => late.reject(new LateError(`No answer within ${ANSWER_MS} ms.`))),
    );
    try {
      const value = await Promise.race([answer, late.promise]);
      this.#recovered();
      return value;
    } catch (error) {
      this.#failed(error);
      throw error;
    } finally {
      timer.cancel();
    }
  }

  /** Runs a command that nobody waits for, unless Redis has just failed. */
  inBackground(command: (send: Send) => Promise<unknown>): void {
    if (this.#isUsable) command(this.send).catch(() => {});
  }

  /** Sends a command without a deadline. */
  readonly send: Send = (command) => sendCommand(this.#client, command);

  get #isUsable(): boolean {
    return this.#client.isReady && this.#clock.monotonic() >= this.#pausedUntil;
  }

  #recovered(): void {
    if (this.#failures >= FAILURES_LOGGED) this.#log.info({}, 'reads are shared over Redis again');
    this.#failures = 0;
  }

  #failed(error: unknown): void {
    this.#onFailure();
    const now = this.#clock.monotonic();
    if (now < this.#pausedUntil) return; // Asked before the failure that has caused this pause.
    this.#pausedUntil = now + Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    if (this.#failures === FAILURES_LOGGED) {
      this.#log.warn({ err: error }, 'reads are not shared: Redis fails');
    }
  }
}
