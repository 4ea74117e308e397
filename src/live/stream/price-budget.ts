import { OddsgraphError } from '../../errors.ts';
import { countRefusal } from '../../metrics.ts';
import type { LiveAccount } from './live-account.ts';

/** Bounds the prices and opportunities on the boards of all accounts together. */
export class PriceBudget {
  readonly #accounts: ReadonlyMap<string, LiveAccount>;
  readonly #pricesMax: number;

  constructor(accounts: ReadonlyMap<string, LiveAccount>, pricesMax: number) {
    this.#accounts = accounts;
    this.#pricesMax = pricesMax;
  }

  /** An error if there is no room for the boards of one more account. */
  checkNewAccount(): OddsgraphError | null {
    return this.#expectedPrices >= this.#pricesMax ? boardsFull() : null;
  }

  /** An error if boards have grown beyond the bound. */
  checkSize(): OddsgraphError | null {
    return this.#entries > this.#pricesMax ? boardsFull() : null;
  }

  /** Prices on all boards. A board that is not complete yet counts as the largest one. */
  get #expectedPrices(): number {
    let complete = 0;
    let incompleteBoards = 0;
    let largest = 0;
    for (const { odds } of this.#accounts.values()) {
      if (odds === null) continue;
      const { size } = odds;
      if (odds.isReady) complete += size;
      else incompleteBoards += 1;
      largest = Math.max(largest, size);
    }
    return complete + incompleteBoards * largest;
  }

  /** Prices and opportunities on all boards now. */
  get #entries(): number {
    let entries = 0;
    for (const { odds, opportunities } of this.#accounts.values()) {
      entries += (odds?.size ?? 0) + (opportunities?.size ?? 0);
    }
    return entries;
  }
}

function boardsFull(): OddsgraphError {
  countRefusal('prices');
  const message = 'The live boards of all accounts hold the maximum number of prices.';
  return new OddsgraphError('STREAM_LIMIT_EXCEEDED', message);
}
