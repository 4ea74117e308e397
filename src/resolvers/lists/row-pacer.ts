import type { Scheduler } from '../../scheduler.ts';

/** Rows of all lists that are executed in one piece, about; a list by itself is never divided. */
export const PIECE_ROWS = 2_500;

/**
 * Paces the execution of one large operation. Lists that are loaded together would all be executed
 * in one go: here they are given to the executor a few at a time.
 */
export class RowPacer {
  readonly #scheduler: Scheduler;
  readonly #account: string;
  #rows = 0;
  #total = 0;
  #turn: Promise<void> | null = null;

  constructor(scheduler: Scheduler, account: string) {
    this.#scheduler = scheduler;
    this.#account = account;
  }

  /** Whether there is more than fits in one piece. */
  get isBeyondOnePiece(): boolean {
    return this.#total > PIECE_ROWS;
  }

  /** Resolves when so many rows may be executed; null where they may at once. */
  pace(rows: number): Promise<void> | null {
    if (this.#rows >= PIECE_ROWS) {
      this.#rows = 0;
      this.#turn = this.#scheduler.turn(this.#account, this);
    }
    this.#rows += rows;
    this.#total += rows;
    return this.#turn;
  }
}
