import { PLAYER_PROP_PREFIX } from '../../../../contract/markets.ts';
import type { Odds } from '../../../../contract/odds/odds.ts';
import type { BoardRow } from '../../../origin-board.ts';
import type { Sportsbook } from '../../../sportsbook-table.ts';
import type { EventSpec } from '../events/event-specs.ts';
import { chancesOf, type Market, modelFor, type Selection } from '../markets/market.ts';
import { MARKET_GROUPS, type MarketGroup } from '../markets/market-groups.ts';
import type { Random } from '../random.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import type { Tick } from '../tick.ts';
import { setPrice, withMargin } from './prices.ts';

/** The one book that publishes the share of its tickets on each selection, and the market groups for which it does. */
const TICKETS_BOOK = 'draftkings';
const TICKETS_GROUPS: ReadonlySet<MarketGroup> = new Set(['main', 'alternate', 'team_total']);

/** The one sharp book that publishes the largest stake it takes. */
const LIMITS_BOOK = 'pinnacle';

/** In play margins are larger, because what the book last saw may be outdated. */
const LIVE_MARGIN_FACTOR = 1.6;

/** A market whose selections cover every outcome is withdrawn when one of them is less likely than this. */
const MIN_SIDE_PROBABILITY = 0.025;
/** Selections of other markets are withdrawn outside these bounds. */
const MIN_SELECTION_PROBABILITY = 0.003;
const MAX_SELECTION_PROBABILITY = 0.9;

/** A market as one book offers it on one event. */
interface OfferedMarket {
  readonly book: Sportsbook;
  readonly marketType: string;
  readonly group: MarketGroup;
  readonly market: Market;
  readonly event: EventSpec['info'];
}

/** A book's last price on one selection, which may be off the board. */
interface SelectionPrice {
  row: BoardRow;
  isOffered: boolean;
}

/** One book's prices on one market. */
export class MarketQuote {
  readonly group: MarketGroup;
  readonly #market: Market;
  readonly #book: Sportsbook;
  readonly #prices: readonly SelectionPrice[];
  #line: number | null = null;
  /** The share of tickets on the first selection, not counting the draw. Null if the book does not publish it. */
  #ticketShare: number | null;

  constructor(offered: OfferedMarket, random: Random) {
    const { book, market, group } = offered;
    this.group = group === 'main' && market.stepsFromMain ? 'alternate' : group;
    this.#market = market;
    this.#book = book;
    const hasTickets = book.id === TICKETS_BOOK && TICKETS_GROUPS.has(this.group);
    this.#ticketShare = hasTickets ? random.between(0.25, 0.75) : null;
    const { selections } = market;
    const sides = offersAllSides(offered, random) ? selections : selections.slice(0, 1);
    this.#prices = sides.map((selection) => {
      const { ref, id } = random.priceIdentity();
      const odds = unpricedOdds(id, offered, selection, MARKET_GROUPS[this.group].limit);
      return { row: { ref, odds }, isOffered: false };
    });
  }

  /** The book looks at the market. It prices it anew by a model of the game; without one, prices are only seen again. */
  look(game: ScoreModel | null, isLive: boolean, tick: Tick): void {
    if (this.#ticketShare !== null) {
      const drifted = this.#ticketShare + 0.004 * tick.random.normal();
      this.#ticketShare = Math.min(0.92, Math.max(0.08, drifted));
    }
    if (game === null) this.#seeAgain(tick);
    else this.#price(modelFor(this.#market, game), isLive, tick);
  }

  withdraw(tick: Tick): void {
    for (const price of this.#prices) withdrawPrice(price, tick);
  }

  #price(model: ScoreModel, isLive: boolean, tick: Tick): void {
    const { isComplete, nextLine } = this.#market;
    this.#line = nextLine?.(model, this.#line) ?? null;
    const chances = chancesOf(this.#market, model, this.#line ?? 0);
    const isOpen = !isComplete || Math.min(...chances) >= MIN_SIDE_PROBABILITY;
    const inPlay = isLive ? LIVE_MARGIN_FACTOR : 1;
    const margin = this.#book.trading.margin * MARKET_GROUPS[this.group].margin * inPlay;
    this.#prices.forEach((price, index) => {
      const chance = chances[index] ?? 0;
      if (isOpen && (isComplete || isOfferedAlone(chance))) {
        this.#quote(price, index, withMargin(chance, margin), isLive, tick);
      } else {
        withdrawPrice(price, tick);
      }
    });
  }

  #quote(price: SelectionPrice, index: number, implied: number, isLive: boolean, tick: Tick): void {
    const before = price.row.odds;
    const odds = { ...before };
    setPrice(odds, implied, this.#book.trading.oddsIncrement);
    odds.line = this.#lineOf(index);
    odds.is_live = isLive;
    if (!price.isOffered || differs(before, odds)) odds.odds_changed_at = tick.iso;
    this.#put(price, index, odds, tick);
  }

  #seeAgain(tick: Tick): void {
    this.#prices.forEach((price, index) => {
      if (price.isOffered) this.#put(price, index, { ...price.row.odds }, tick);
    });
  }

  /** Puts a price on the board as seen now. Takes ownership of `odds`. */
  #put(price: SelectionPrice, index: number, odds: Odds, tick: Tick): void {
    odds.last_seen_at = tick.iso;
    if (this.#ticketShare !== null) odds.public_bet_pct = this.#ticketsOn(index, this.#ticketShare);
    price.row = { ref: price.row.ref, odds };
    price.isOffered = true;
    tick.upserts.push(price.row);
  }

  #lineOf(index: number): number | null {
    const { selections } = this.#market;
    const { hasOppositeLine = false, fixedLine = this.#line } = selections[index] ?? {};
    return hasOppositeLine && fixedLine ? -fixedLine : fixedLine;
  }

  /**
   * The share of tickets on a selection, where `first` is that on the first one, not counting the draw. In a
   * three-way market a constant tenth of the tickets is on the draw.
   */
  #ticketsOn(index: number, first: number): number {
    const shares =
      this.#prices.length === 3 ? [first * 0.9, 0.1, (1 - first) * 0.9] : [first, 1 - first];
    return Math.round((shares[index] ?? 0) * 1000) / 1000;
  }
}

/**
 * Whether the book offers every selection, not just the first. Where only the over of a player prop is usual, some
 * books offer the under of the main line too.
 */
function offersAllSides({ market, book }: OfferedMarket, random: Random): boolean {
  if (market.statCategory === undefined) return true;
  return market.stepsFromMain === 0 && random.chance(book.trading.underChance);
}

/** Odds that have not been on the board yet. They are completed when they are first quoted. */
function unpricedOdds(
  id: string,
  { book, event, market, marketType }: OfferedMarket,
  { name, type }: Selection,
  limit: number,
): Odds {
  return {
    id,
    sportsbook: book.id,
    event_id: event.id,
    sport: event.sport,
    league: event.league,
    home_team: event.home_team,
    away_team: event.away_team,
    market_type: marketType,
    selection: name,
    selection_type: type,
    odds_american: 0,
    odds_decimal: 0,
    odds_probability: 0,
    line: null,
    event_start_time: event.start_time,
    last_seen_at: '',
    is_live: false,
    odds_changed_at: '',
    ...(market.statCategory !== undefined &&
      marketType.startsWith(PLAYER_PROP_PREFIX) && {
        player_name: name,
        stat_category: market.statCategory,
      }),
    ...(book.id === LIMITS_BOOK && { max_bet: limit }),
  };
}

/** Whether a selection is priced, in a market whose selections do not cover every outcome. */
function isOfferedAlone(probability: number): boolean {
  return probability >= MIN_SELECTION_PROBABILITY && probability <= MAX_SELECTION_PROBABILITY;
}

function withdrawPrice(price: SelectionPrice, tick: Tick): void {
  if (price.isOffered) tick.removals.push(price.row);
  price.isOffered = false;
}

function differs(before: Odds, after: Odds): boolean {
  return (
    before.odds_american !== after.odds_american ||
    before.line !== after.line ||
    before.is_live !== after.is_live
  );
}
