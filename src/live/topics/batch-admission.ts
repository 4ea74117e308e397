import { liveSubscribersHeldBack } from '../../metrics.ts';
import type { Batch } from './batch.ts';

/** Rows in all batches that subscribers of one stream are reading: about sixty complete boards. */
const ROWS_MAX = 5_000_000;

/**
 * Admission control for batches of several chunks, which take memory while slow subscribers read
 * them. Subscribers of the same batch share it. Beyond the bound, subscribers wait, first come,
 * first served.
 */
export class BatchAdmission {
  readonly #rowsMax: number;
  readonly #defer: (admit: () => void) => void;
  readonly #subscribers = new Map<Batch<unknown>, number>();
  readonly #waiting = new Set<() => void>();
  #rows = 0;
  #isAdmitting = false;

  /**
   * `defer` schedules admissions one at a time, since each leads to a read that may take a while.
   */
  constructor(
    rowsMax: number = ROWS_MAX,
    defer: (admit: () => void) => void = (admit) => queueMicrotask(admit),
  ) {
    this.#rowsMax = rowsMax;
    this.#defer = defer;
  }

  get hasRoom(): boolean {
    return this.#rows < this.#rowsMax;
  }

  /**
   * Admits a subscriber to a batch. If there is no room, returns false and calls `wake` once there
   * is.
   */
  begin(batch: Batch<unknown>, wake: () => void): boolean {
    const subscribers = this.#subscribers.get(batch) ?? 0;
    if (subscribers === 0) {
      if (!this.hasRoom) {
        this.#waiting.add(wake);
        liveSubscribersHeldBack.inc();
        return false;
      }
      this.#rows += batch.rows;
    }
    this.#subscribers.set(batch, subscribers + 1);
    this.#waiting.delete(wake);
    return true;
  }

  /** A subscriber has read the batch, or stopped reading it. */
  end(batch: Batch<unknown>): void {
    const subscribers = (this.#subscribers.get(batch) ?? 0) - 1;
    if (subscribers > 0) {
      this.#subscribers.set(batch, subscribers);
      return;
    }
    this.#subscribers.delete(batch);
    this.#rows -= batch.rows;
    this.#admitNext();
  }

  /** Stops waiting. */
  leave(wake: () => void): void {
    this.#waiting.delete(wake);
  }

  /** Wakes subscribers one at a time. Each reads at once, unless its client accepts nothing now. */
  #admitNext(): void {
    if (this.#isAdmitting || this.#waiting.size === 0 || !this.hasRoom) return;
    this.#isAdmitting = true;
    this.#defer(() => {
      this.#isAdmitting = false;
      const [next] = this.#waiting;
      if (next === undefined || !this.hasRoom) return;
      this.#waiting.delete(next);
      next();
      this.#admitNext();
    });
  }
}
