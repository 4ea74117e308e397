import type { RedisConnection } from '../../../redis/redis-connection.ts';
import type { Clock, Timer } from '../../../scheduling/clock.ts';

/** How often Redis is asked for a sign of life while reads wait for other replicas. */
const CHECK_MS = 20;

/** A read that may have to wait until another replica's read of the same value ends. */
export interface WakeUp {
  /** Resolves when the other read has ended, when Redis fails, or after `ms`. */
  within(ms: number): Promise<void>;
  /** Has to be called once the look-up is over, also if it did not wait. */
  cancel(): void;
}

/** Wakes waiting reads when another replica's read of the same value has ended. */
export class WakeUps {
  readonly #subscriber: RedisConnection;
  readonly #clock: Clock;
  readonly #check: () => void;
  /** What resolves each expected end, by the name of the value. */
  readonly #expected = new Map<string, Set<() => void>>();
  #isSubscribed = false;
  #waiting = 0;
  #checks: Timer | null = null;

  /** `check` asks Redis for a sign of life. It has to call `wakeAll` if Redis does not answer. */
  constructor(subscriber: RedisConnection, channel: string, clock: Clock, check: () => void) {
    this.#subscriber = subscriber;
    this.#clock = clock;
    this.#check = check;
    subscriber.on('error', () => this.wakeAll());
    void subscriber.subscribe(channel, this.#wake).then(() => {
      this.#isSubscribed = true;
    });
  }

  /** Expects the end of a read of the value `name`. An end before `within` is called counts as well. */
  expect(name: string): WakeUp {
    const { promise, resolve } = Promise.withResolvers<void>();
    const expected = this.#expected.get(name) ?? new Set();
    this.#expected.set(name, expected.add(resolve));
    return {
      within: (ms) => this.#wait(promise, resolve, ms),
      cancel: () => {
        expected.delete(resolve);
        if (expected.size === 0 && this.#expected.get(name) === expected) {
          this.#expected.delete(name);
        }
      },
    };
  }

  wakeAll(): void {
    for (const name of [...this.#expected.keys()]) this.#wake(name);
  }

  async #wait(ended: Promise<void>, end: () => void, ms: number): Promise<void> {
    if (!this.#isSubscribed || !this.#subscriber.isReady) return;
    this.#waiting += 1;
    this.#checks ??= this.#clock.every(CHECK_MS, this.#check);
    const timer = this.#clock.after(ms, end);
    await ended;
    timer.cancel();
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#checks?.cancel();
    this.#checks = null;
  }

  readonly #wake = (name: string): void => {
    for (const end of this.#expected.get(name) ?? []) end();
  };
}
