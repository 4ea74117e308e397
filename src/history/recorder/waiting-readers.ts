import type { Clock } from '../../scheduling/clock.ts';

/** For how long a reader waits. */
const WAIT_MS = 1_000;

/** Readers that wait until the store has what the board has shown. */
export class WaitingReaders {
  readonly #clock: Clock;
  #newest = 0;
  /** Whether one has waited in vain since the store last took something. */
  #isLate = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The version of the board that the last one waits for. */
  get newest(): number {
    return this.#newest;
  }

  /** The store has taken something: waiting makes sense again. */
  encourage(): void {
    this.#isLate = false;
  }

  /** Resolves when a version has been stored, when `work` says that nothing more is done for it, or after a second. */
  async wait(
    version: number,
    isStored: (version: number) => boolean,
    work: () => Promise<void> | null,
  ): Promise<void> {
    this.#newest = version;
    const timeout = Promise.withResolvers<void>();
    const timer = this.#clock.after(WAIT_MS, () => {
      this.#isLate = true;
      timeout.resolve();
    });
    while (!isStored(version) && !this.#isLate) {
      const going = work();
      if (going === null) break;
      await Promise.race([timeout.promise, going]);
    }
    timer.cancel();
  }
}
