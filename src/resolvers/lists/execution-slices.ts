import type { Scheduler } from '../../scheduler.ts';

/** Rows that are executed without yielding to other work, roughly: a list is never divided. */
export const ROWS_PER_SLICE = 2_500;

/**
 * Executes one large operation in slices, so that other work runs in between. Lists that one batch
 * loads would all be executed at once; here each list waits until its slice begins.
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
  get exceedOne(): boolean {
    return this.#rows > ROWS_PER_SLICE;
  }

  /** Resolves when this many rows can be executed; null if they can be at once. */
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
