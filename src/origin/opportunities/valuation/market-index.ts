import type { Odds } from '../../../contract/odds/odds.ts';
import type { BoardRow } from '../../origin-board.ts';
import type { MarketPrice } from './book-prices.ts';
import { LineLadder, marketOf, QuotedMarket } from './quoted-market.ts';

interface IndexedPrice extends MarketPrice {
  readonly market: QuotedMarket;
}

/** Every market on the board, and the prices in each. A ladder has the markets that differ only in the line. */
export class MarketIndex {
  /** By `ref`. */
  readonly #prices = new Map<number, IndexedPrice>();
  readonly #ladders = new Map<string, LineLadder>();
  #lastSerial = 0;

  /** Every market, ladder by ladder. */
  markets(): IteratorObject<QuotedMarket, undefined> {
    return this.#ladders.values().flatMap(({ markets }) => markets.values());
  }

  /**
   * Adds a price, or replaces the one with the same `ref`. Adds each market that gains, loses or changes
   * a price to `changed`; new odds in the same market with the same decimal odds change none.
   */
  put({ ref, odds }: BoardRow, changed: Set<QuotedMarket>): void {
    const known = this.#prices.get(ref);
    if (known !== undefined && staysInMarket(known.odds, odds)) {
      if (known.market.update(known, odds)) changed.add(known.market);
      return;
    }
    this.remove(ref, changed);
    const market = this.#marketFor(odds);
    if (market === null) return;
    const price = { ref, market, odds };
    this.#prices.set(ref, price);
    market.add(price);
    changed.add(market);
  }

  /** Removes a price, and adds its market to `changed`. */
  remove(ref: number, changed: Set<QuotedMarket>): void {
    const price = this.#prices.get(ref);
    if (price === undefined) return;
    this.#prices.delete(ref);
    price.market.remove(price);
    changed.add(price.market);
  }

  /** Forgets a market that has no prices left. */
  dropIfEmpty({ isEmpty, ladder, line }: QuotedMarket): void {
    if (!isEmpty) return;
    ladder.markets.delete(line);
    if (ladder.markets.size === 0) this.#ladders.delete(ladder.key);
  }

  #marketFor(odds: Odds): QuotedMarket | null {
    const description = marketOf(odds);
    if (description === null) return null;
    const { ladderKey, line } = description;
    const ladder = this.#ladders.get(ladderKey) ?? new LineLadder(ladderKey);
    this.#ladders.set(ladderKey, ladder);
    const known = ladder.markets.get(line);
    if (known !== undefined) return known;
    const market = new QuotedMarket(++this.#lastSerial, ladder, description, odds.event_id);
    ladder.markets.set(line, market);
    return market;
  }
}

/** Whether a price is still in the market where it was before. Odds of 0 mean that there is no price. */
function staysInMarket(before: Odds, after: Odds): boolean {
  return (
    before.line === after.line &&
    before.selection_type === after.selection_type &&
    before.selection === after.selection &&
    after.odds_decimal > 0
  );
}
