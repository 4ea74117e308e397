import type { Clock } from '../../scheduling/clock.ts';
import type { StoreWriter } from './store-writer.ts';

/** For how long a reader waits. */
const WAIT_MS = 1_000;
/** How often it is looked up for them whether another replica has stored what they wait for. */
const LOOK_MS = 50;

/** Readers that wait until the store has what the board has shown. */
export class WaitingReaders {
  readonly #clock: Clock;
  readonly #isStored: (version: number) => boolean;
  /** The version of the board that the last reader waits for. */
  #newest = 0;
  /** Whether a reader has waited in vain since the store last took something: nobody else waits then. */
  #isLate = false;

  constructor(clock: Clock, isStored: (version: number) => boolean) {
    this.#clock = clock;
    this.#isStored = isStored;
  }

  /** Whether none waits for anything that has yet to be stored. */
  get areServed(): boolean {
    return this.#isStored(this.#newest);
  }

  /** The store has taken something: waiting makes sense again. */
  encourage(): void {
    this.#isLate = false;
  }

  /** Resolves when a version has been stored, when `work` says that nothing more is done for it, or after a second. */
  async wait(version: number, work: () => Promise<void> | null): Promise<void> {
    this.#newest = version;
    const timeout = Promise.withResolvers<void>();
    const timer = this.#clock.after(WAIT_MS, () => {
      this.#isLate = true;
      timeout.resolve();
    });
    while (!this.#isStored(version) && !this.#isLate) {
      const going = work();
      if (going === null) break;
      await Promise.race([timeout.promise, going]);
    }
    timer.cancel();
  }

  /** Looks how far the replica that records has come, and is done once they are served or may look again. */
  async look(writer: StoreWriter): Promise<void> {
    const before = writer.stored?.position.version;
    const stored = await writer.readStored().catch(() => null); // Reads tell what is wrong with the store.
    if (stored !== null && stored.position.version !== before) this.encourage();
    if (this.areServed) return;
    await new Promise<void>((resolve) => this.#clock.after(LOOK_MS, resolve));
  }
}
