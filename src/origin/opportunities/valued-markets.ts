import { positionOf } from '../../contract/odds/covering-sides.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { BoardRow, EventInfo } from '../origin-board.ts';
import type { TierView } from '../tier-views.ts';
import { opportunityId } from './finding.ts';
import {
  type LineLadder,
  type MarketPrice,
  type QuotedMarket,
  valueMarket,
} from './quoted-market.ts';

/** Called with the ladders in which prices changed, and when, in milliseconds since the Unix epoch. */
type LadderListener = (changed: ReadonlySet<LineLadder>, at: number) => void;

/**
 * The markets that one subscription tier sees, with their valuations. A market is valued again only
 * when one of its prices changes.
 */
export class ValuedMarkets {
  /** Ends the calls of listeners. */
  readonly stop: () => void;
  readonly #view: TierView;
  /** By `ref`. */
  readonly #prices = new Map<number, MarketPrice>();
  readonly #ladders = new Map<string, LineLadder>();
  readonly #listeners = new Set<LadderListener>();
  /** All markets, by the id that a low hold in it has: a search of some books may find one where the search of all does not. */
  readonly #lowHoldMarkets = new Map<string, QuotedMarket>();

  constructor(view: TierView) {
    this.#view = view;
    this.#update([...view.board.rows()], [], view.board.updatedAt);
    this.stop = view.board.onChange(({ upserts, removed, at }) =>
      this.#update(upserts, removed, at),
    );
  }

  /** The time of the board's last change, which may have been an empty one, in milliseconds since the Unix epoch. */
  get updatedAt(): number {
    return this.#view.board.updatedAt;
  }

  ladders(): Iterable<LineLadder> {
    return this.#ladders.values();
  }

  eventOf({ eventId }: QuotedMarket): EventInfo | undefined {
    return this.#view.board.event(eventId);
  }

  /**
   * Calls `listener` after each change, until the returned function is called. Ladders that have
   * lost their last price are included.
   */
  onChange(listener: LadderListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** All prices in the market of a low-hold opportunity; none for an unknown id. */
  lowHoldOdds(id: string): Odds[] {
    return Array.from(this.#lowHoldMarkets.get(id)?.prices ?? [], ({ odds }) => odds);
  }

  #update(upserts: readonly BoardRow[], removed: readonly BoardRow[], at: number): void {
    const changed = new Set<QuotedMarket>();
    for (const row of upserts) {
      if (this.#view.sees(row.odds.sportsbook)) this.#put(row, changed);
    }
    for (const { ref } of removed) this.#remove(ref, changed);
    for (const market of changed) market.valuation = valueMarket(market);
    const ladders = new Set(Array.from(changed, ({ ladder }) => ladder));
    for (const listener of this.#listeners) listener(ladders, at);
    for (const market of changed) if (market.prices.size === 0) this.#forget(market);
  }

  /** Puts a price into its market. The markets whose prices change are added to `changed`. */
  #put({ ref, odds }: BoardRow, changed: Set<QuotedMarket>): void {
    const known = this.#prices.get(ref);
    if (known !== undefined && staysInMarket(known.odds, odds)) {
      const hasChanged = known.odds.odds_decimal !== odds.odds_decimal;
      known.odds = odds;
      if (hasChanged) changed.add(known.market);
      return;
    }
    this.#remove(ref, changed);
    const market = this.#marketFor(odds);
    if (market === null) return;
    const price = { ref, market, odds };
    this.#prices.set(ref, price);
    market.prices.add(price);
    changed.add(market);
  }

  #remove(ref: number, changed: Set<QuotedMarket>): void {
    const price = this.#prices.get(ref);
    if (price === undefined) return;
    this.#prices.delete(ref);
    price.market.prices.delete(price);
    changed.add(price.market);
  }

  #marketFor(odds: Odds): QuotedMarket | null {
    const position = odds.odds_decimal > 1 ? positionOf(odds, odds) : null;
    if (position === null) return null;
    const { event_id: eventId, market_type: marketType, sport } = odds;
    const { family, subject, line } = position;
    const key = `${eventId}|${marketType}|${family[0]}|${subject}`;
    const ladder = this.#ladders.get(key) ?? { key, markets: new Map() };
    this.#ladders.set(key, ladder);
    const known = ladder.markets.get(line);
    if (known !== undefined) return known;
    const identity = `${key}|${line}`;
    const lowHoldId = opportunityId('low_hold', { identity }, '');
    const place = { ladder, eventId, marketType, sport, identity, lowHoldId };
    const market: QuotedMarket = { ...position, ...place, prices: new Set(), valuation: null };
    ladder.markets.set(line, market);
    this.#lowHoldMarkets.set(lowHoldId, market);
    return market;
  }

  #forget(market: QuotedMarket): void {
    const { ladder, line, lowHoldId } = market;
    ladder.markets.delete(line);
    if (ladder.markets.size === 0) this.#ladders.delete(ladder.key);
    this.#lowHoldMarkets.delete(lowHoldId);
  }
}

/** Whether a price is still in the market where it was before. Decimal odds up to 1 are no price: it is suspended. */
function staysInMarket(before: Odds, after: Odds): boolean {
  return (
    before.line === after.line &&
    before.selection_type === after.selection_type &&
    before.selection === after.selection &&
    after.odds_decimal > 1
  );
}
