import type { OddsgraphError } from '../../errors/errors.ts';
import type { LiveAccount } from './live-account.ts';
import { overLimit } from './live-limits.ts';

/** An opportunity takes as much memory as this many prices. */
const OPPORTUNITY_PRICES = 10;

/** A leader has its rows in memory twice: on the board that it merges, and on its copy of the board in Redis. */
const LEADER_BOARDS = 2;

/**
 * Limits the prices and opportunities on the boards of all accounts together. With Redis each board counts
 * twice, since any replica may become its leader at any time.
 */
export class PriceBudget {
  readonly #accounts: ReadonlyMap<string, LiveAccount>;
  readonly #pricesMax: number;

  constructor(accounts: ReadonlyMap<string, LiveAccount>, pricesMax: number, hasRelay: boolean) {
    this.#accounts = accounts;
    this.#pricesMax = hasRelay ? pricesMax / LEADER_BOARDS : pricesMax;
  }

  /**
   * Throws if the present odds boards are expected to reach the limit without a new one. Nobody can tell how
   * many opportunities a board will have.
   */
  checkNewBoard(): void {
    if (this.#expectedPrices >= this.#pricesMax) throw boardsFull();
  }

  /** Returns an error if all boards together exceed the limit now. */
  checkSize(): OddsgraphError | null {
    return this.#prices > this.#pricesMax ? boardsFull() : null;
  }

  /**
   * The estimated number of prices on all odds boards once they are complete. A board that is not complete
   * yet counts as many prices as the largest board.
   */
  get #expectedPrices(): number {
    const boards = [...this.#accounts.values()].flatMap(({ odds }) => odds ?? []);
    const largest = Math.max(...boards.map(({ sizeWithRemovals }) => sizeWithRemovals));
    const expected = boards.map((one) => (one.hasSnapshot ? one.sizeWithRemovals : largest));
    return expected.reduce((sum, prices) => sum + prices, 0);
  }

  /** The size of all boards now, in prices. Removed rows that boards still remember count as well. */
  get #prices(): number {
    let prices = 0;
    for (const { odds, opportunities } of this.#accounts.values()) {
      prices +=
        (odds?.sizeWithRemovals ?? 0) + OPPORTUNITY_PRICES * (opportunities?.sizeWithRemovals ?? 0);
    }
    return prices;
  }
}

function boardsFull(): OddsgraphError {
  return overLimit('prices', 'The live boards of all accounts have no room for more prices.');
}
