import type { Clock, Timer } from '../../scheduling/clock.ts';
import type { VersionedRows } from './versioned-rows.ts';

const MINUTE_MS = 60_000;

/** How long a removed row is remembered, for clients that reconnect with the last version that they received. */
const REMEMBERED_MINUTES = 10;

/**
 * Drops the removed rows of a board after ten minutes. Otherwise the memory of a quiet board would grow for
 * hours, until it remembers the maximum number of removed rows.
 */
export class RemovalExpiry {
  readonly #rows: VersionedRows<unknown>;
  readonly #timer: Timer;
  /** The board's version (a counter of its changes) at the end of each of the last minutes, oldest first. */
  readonly #versions: number[] = [];

  constructor(rows: VersionedRows<unknown>, clock: Clock) {
    this.#rows = rows;
    this.#timer = clock.every(MINUTE_MS, () => this.#expire());
  }

  stop(): void {
    this.#timer.cancel();
  }

  #expire(): void {
    this.#versions.push(this.#rows.version);
    if (this.#versions.length > REMEMBERED_MINUTES) {
      this.#rows.dropRemovals(this.#versions.shift() ?? 0);
    }
  }
}
