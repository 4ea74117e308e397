import { liveSubscribersHeldBack } from '../../metrics.ts';
import type { Batch } from './batch.ts';

/** Rows in all batches that subscribers of one stream are in the middle of: some sixty whole boards. */
const ROWS_MAX = 5_000_000;

/**
 * Admission control for large batches, which slow subscribers hold while they read them. Subscribers
 * that read the same batch share it. Beyond the bound the next ones wait, first come, first served.
 */
export class SnapshotAdmission {
  readonly #rowsMax: number;
  readonly #defer: (letIn: () => void) => void;
  readonly #subscribers = new Map<Batch<unknown>, number>();
  readonly #waiting = new Set<() => void>();
  #rows = 0;
  #isLettingIn = false;

  /** `defer` schedules the next admission, one at a time, since what it reads may take a while. */
  constructor(
    rowsMax: number = ROWS_MAX,
    defer: (letIn: () => void) => void = (letIn) => queueMicrotask(letIn),
  ) {
    this.#rowsMax = rowsMax;
    this.#defer = defer;
  }

  get hasRoom(): boolean {
    return this.#rows < this.#rowsMax;
  }

  /** Admits a subscriber to a batch. If there is no room, calls `wake` once there is. */
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

  /** The subscriber has read the batch, or given it up. */
  end(batch: Batch<unknown>): void {
    const subscribers = (this.#subscribers.get(batch) ?? 0) - 1;
    if (subscribers > 0) {
      this.#subscribers.set(batch, subscribers);
      return;
    }
    this.#subscribers.delete(batch);
    this.#rows -= batch.rows;
    this.#letIn();
  }

  /** Stops waiting. */
  leave(wake: () => void): void {
    this.#waiting.delete(wake);
  }

  /** Whoever is woken reads at once, or later if it cannot take anything now. */
  #letIn(): void {
    if (this.#isLettingIn || this.#waiting.size === 0 || !this.hasRoom) return;
    this.#isLettingIn = true;
    this.#defer(() => {
      this.#isLettingIn = false;
      const [next] = this.#waiting;
      if (next === undefined || !this.hasRoom) return;
      this.#waiting.delete(next);
      next();
      this.#letIn();
    });
  }
}
