import type { Scheduler } from '../../scheduling/scheduler.ts';

/** After about how many rows (list items) other work gets a turn. Lists are not divided, except that of `_entities`. */
export const ROWS_PER_SLICE = 2_500;

/**
 * Executes an operation with many rows in slices, so that other work runs in between. Without this, all lists
 * that one batch loads would be executed at once; here each list waits until its slice begins.
 */
export class ExecutionSlices {
  readonly #scheduler: Scheduler;
  readonly #account: string;
  #rowsOfSlice = 0;
  #rows = 0;
  #slice: Promise<void> | null = null;

  constructor(scheduler: Scheduler, account: string) {
    this.#scheduler = scheduler;
    this.#account = account;
  }

  /** Whether the operation had more rows than one slice takes. */
  get hasSeveral(): boolean {
    return this.#rows > ROWS_PER_SLICE;
  }

  /** Resolves when a list of this many rows may be executed; null if it need not wait. */
  wait(rows: number): Promise<void> | null {
    if (this.#rowsOfSlice >= ROWS_PER_SLICE) {
      this.#rowsOfSlice = 0;
      this.#slice = this.#scheduler.turn(this.#account, this);
    }
    this.#rowsOfSlice += rows;
    this.#rows += rows;
    return this.#slice;
  }
}
