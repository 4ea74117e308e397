import { Counts } from '../../caching/counts.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Batch } from './batch.ts';

/** The most rows in the batches that are being read on one stream: about sixty full snapshots. */
const ROWS_MAX = 5_000_000;

/**
 * Limits how many rows are in the batches that the subscribers of one stream are reading. Only batches of
 * several chunks are counted: they stay in memory while slow subscribers read them. A batch counts once,
 * however many subscribers read it. When the limit is reached, subscribers that want another batch wait, first
 * come, first served.
 */
export class BatchAdmission {
  readonly #defer: (admit: () => void) => void;
  readonly #rowsMax: number;
  /** How many subscribers are reading each admitted batch. */
  readonly #readers = new Counts<Batch<unknown>>();
  /** The `wake` callbacks of the subscribers that wait, in the order in which they came. */
  readonly #waiting = new Set<() => void>();
  /** How many rows the admitted batches contain. */
  #rows = 0;

  /** `defer` calls `admit` later: `admit` wakes a subscriber, which reads at once and may take long. */
  constructor(defer: (admit: () => void) => void, rowsMax = ROWS_MAX) {
    this.#defer = defer;
    this.#rowsMax = rowsMax;
  }

  /** Whether another batch may be read now. */
  get hasRoom(): boolean {
    return this.#rows < this.#rowsMax;
  }

  /**
   * Admits a subscriber to a batch. If there is no room, returns false and calls `wake` once there
   * is; the subscriber then has to call this again.
   */
  tryAcquire(batch: Batch<unknown>, wake: () => void): boolean {
    if (!this.#readers.has(batch)) {
      if (!this.hasRoom) {
        this.#waiting.add(wake);
        metrics.live_subscribers_held_back_total.inc();
        return false;
      }
      this.#rows += batch.rows;
    }
    this.#readers.add(batch, 1);
    this.#waiting.delete(wake);
    return true;
  }

  /** A subscriber has read the batch, or stopped reading it. */
  release(batch: Batch<unknown>): void {
    if (this.#readers.add(batch, -1) > 0) return;
    this.#rows -= batch.rows;
    this.#admitNext();
  }

  /** The subscriber with this `wake` no longer waits, if it did. */
  cancelWait(wake: () => void): void {
    this.#waiting.delete(wake);
  }

  /**
   * Wakes the waiting subscribers, one per call of `defer`. Each calls `tryAcquire` before the next one is
   * woken, unless its client is too slow to take data now.
   */
  #admitNext(): void {
    if (this.#waiting.size === 0) return;
    this.#defer(() => {
      const [next] = this.#waiting;
      if (next === undefined || !this.hasRoom) return;
      this.#waiting.delete(next);
      next();
      this.#admitNext();
    });
  }
}
