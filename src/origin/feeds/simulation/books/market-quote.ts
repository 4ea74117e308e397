import { PLAYER_PROP_PREFIX } from '../../../../contract/markets.ts';
import type { Odds } from '../../../../contract/odds/odds.ts';
import type { BoardRow, EventInfo } from '../../../origin-board.ts';
import type { Market, MarketGroup, Selection } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { ScoreModel } from '../scores/score-model.ts';
import type { Tick } from '../tick.ts';
import type { Bookmaker } from './bookmakers.ts';
import type { PriceIds } from './price-ids.ts';
import { setPrice, withMargin } from './prices.ts';

/** The one book that publishes the share of its tickets on each selection, and the market groups for which it does. */
const TICKETS_BOOK = 'draftkings';
const TICKETS_GROUPS: ReadonlySet<MarketGroup> = new Set(['main', 'alternate', 'team_total']);

/** The one sharp book that publishes the largest stake it takes. */
const LIMITS_BOOK = 'pinnacle';

/** By market group: the margin in multiples of that on main markets, and the largest stake in USD. */
const TERMS: Readonly<Record<MarketGroup, { readonly margin: number; readonly limit: number }>> = {
  main: { margin: 1, limit: 20_000 },
  alternate: { margin: 1.15, limit: 3_000 },
  team_total: { margin: 1.25, limit: 2_000 },
  game_prop: { margin: 1.3, limit: 1_000 },
  exact_score: { margin: 2.4, limit: 500 },
  period: { margin: 1.3, limit: 2_000 },
  player_prop: { margin: 1.5, limit: 500 },
  scorer: { margin: 2.4, limit: 250 },
  outright: { margin: 2.8, limit: 1_000 },
};

/** In play margins are larger, because what the book last saw may be outdated. */
const LIVE_MARGIN_FACTOR = 1.6;

/** A market whose selections cover every outcome is withdrawn when one of them is less likely than this. */
const MIN_SIDE_PROBABILITY = 0.025;
/** Selections of other markets are withdrawn outside these bounds. */
const MIN_SELECTION_PROBABILITY = 0.003;
const MAX_SELECTION_PROBABILITY = 0.9;

/** The chance that a book suspends a market for a while whenever it looks at it. */
const SUSPENSION_CHANCE = 0.004;
const SUSPENSION_SECONDS: readonly [number, number] = [20, 150];

/** A market as one book offers it on one event. */
export interface OfferedMarket {
  readonly book: Bookmaker;
  readonly marketType: string;
  readonly group: MarketGroup;
  readonly market: Market;
  /** By how much the book overrates the player of the market. */
  readonly bias: { readonly value: number };
  readonly event: Omit<EventInfo, 'external_ids' | 'is_live' | 'game_state'>;
}

/** A book's price on one selection. `row` is null while it is off the board. */
interface SelectionPrice {
  readonly ref: number;
  odds: Odds;
  row: BoardRow | null;
}

/** One book's prices on one market. */
export class MarketQuote {
  readonly group: MarketGroup;
  readonly #market: Market;
  readonly #book: Bookmaker;
  readonly #bias: OfferedMarket['bias'];
  readonly #prices: readonly SelectionPrice[];
  #line: number | null = null;
  /** Milliseconds since the Unix epoch. 0 while the market is not suspended. */
  #suspendedUntil = 0;
  /** The share of tickets on the first selection, not counting the draw. Null if the book does not publish it. */
  #ticketShare: number | null;

  constructor(offered: OfferedMarket, priceIds: PriceIds, random: Random) {
    const { book, market } = offered;
    const isAlternate = offered.group === 'main' && market.stepsFromMain > 0;
    this.group = isAlternate ? 'alternate' : offered.group;
    this.#market = market;
    this.#book = book;
    this.#bias = offered.bias;
    const hasTickets = book.profile.id === TICKETS_BOOK && TICKETS_GROUPS.has(this.group);
    this.#ticketShare = hasTickets ? random.between(0.25, 0.75) : null;
    const { selections } = market;
    const sides = offersAllSides(offered, random) ? selections : selections.slice(0, 1);
    this.#prices = sides.map((selection) => {
      const { ref, id } = priceIds.next();
      return { ref, odds: unpricedOdds(id, offered, selection, this.group), row: null };
    });
  }

  /**
   * The book looks at the market. It prices it anew after news or a suspension, unless it is or becomes
   * suspended; otherwise its prices are only seen again.
   */
  look(model: () => ScoreModel, hasNews: boolean, isLive: boolean, tick: Tick): void {
    // The line moves during a suspension too, so that it keeps its distance from its neighbours.
    if (hasNews) this.#line = this.#market.nextLine(model(), this.#bias.value, this.#line);
    if (tick.at < this.#suspendedUntil) return;
    if (tick.random.chance(SUSPENSION_CHANCE)) {
      this.#suspendedUntil = tick.at + 1000 * tick.random.between(...SUSPENSION_SECONDS);
      this.withdraw(tick);
      return;
    }
    const isNew = hasNews || this.#suspendedUntil > 0;
    this.#suspendedUntil = 0;
    this.#moveTicketShare(tick.random);
    if (isNew) this.#price(model(), isLive, tick);
    else this.#seeAgain(tick);
  }

  withdraw(tick: Tick): void {
    for (const price of this.#prices) withdrawPrice(price, tick);
  }

  #price(model: ScoreModel, isLive: boolean, tick: Tick): void {
    const { isComplete } = this.#market;
    const all = this.#market.chances(model, this.#bias.value, this.#line ?? 0);
    const probabilities = all.slice(0, this.#prices.length);
    if (isComplete && Math.min(...probabilities) < MIN_SIDE_PROBABILITY) {
      this.withdraw(tick);
      return;
    }
    const inPlay = isLive ? LIVE_MARGIN_FACTOR : 1;
    const margin = this.#book.trading.margin * TERMS[this.group].margin * inPlay;
    this.#prices.forEach((price, index) => {
      const probability = probabilities[index] ?? 0;
      if (isComplete || isOfferedAlone(probability)) {
        this.#quote(price, index, withMargin(probability, margin), isLive, tick);
      } else {
        withdrawPrice(price, tick);
      }
    });
  }

  #quote(price: SelectionPrice, index: number, implied: number, isLive: boolean, tick: Tick): void {
    const odds = { ...price.odds };
    setPrice(odds, implied, this.#book.trading.oddsIncrement);
    odds.line = this.#lineOf(index);
    odds.is_live = isLive;
    if (price.row === null || differs(price.odds, odds)) odds.odds_changed_at = tick.iso;
    this.#put(price, index, odds, tick);
  }

  #seeAgain(tick: Tick): void {
    this.#prices.forEach((price, index) => {
      if (price.row !== null) this.#put(price, index, { ...price.odds }, tick);
    });
  }

  /** Puts a price on the board as seen now. Takes ownership of `odds`. */
  #put(price: SelectionPrice, index: number, odds: Odds, tick: Tick): void {
    odds.last_seen_at = tick.iso;
    if (this.#ticketShare !== null) odds.public_bet_pct = this.#ticketsOn(index, this.#ticketShare);
    price.odds = odds;
    price.row = { ref: price.ref, odds };
    tick.upserts.push(price.row);
  }

  /** The share drifts at random. */
  #moveTicketShare(random: Random): void {
    if (this.#ticketShare === null) return;
    const share = this.#ticketShare + 0.004 * random.normal();
    this.#ticketShare = Math.min(0.92, Math.max(0.08, share));
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
  if (!market.mayBeOneWay) return true;
  return market.stepsFromMain === 0 && random.chance(book.trading.underChance);
}

/** Odds that have not been on the board yet. They are completed when they are first quoted. */
function unpricedOdds(
  id: string,
  { book, event, market, marketType }: OfferedMarket,
  { name, type }: Selection,
  group: MarketGroup,
): Odds {
  const { playerProp } = market;
  return {
    id,
    sportsbook: book.profile.id,
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
    ...(playerProp !== null &&
      marketType.startsWith(PLAYER_PROP_PREFIX) && {
        player_name: playerProp.player,
        stat_category: playerProp.statCategory,
      }),
    ...(book.profile.id === LIMITS_BOOK && { max_bet: TERMS[group].limit }),
  };
}

/** Whether a selection is priced, in a market whose selections do not cover every outcome. */
function isOfferedAlone(probability: number): boolean {
  return probability >= MIN_SELECTION_PROBABILITY && probability <= MAX_SELECTION_PROBABILITY;
}

function withdrawPrice(price: SelectionPrice, tick: Tick): void {
  if (price.row !== null) tick.removals.push(price.row);
  price.row = null;
}

function differs(before: Odds, after: Odds): boolean {
  return (
    before.odds_american !== after.odds_american ||
    before.line !== after.line ||
    before.is_live !== after.is_live
  );
}
