import type { Odds } from '../../../../contract/odds/odds.ts';
import type { Market, MarketGroup } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { ScoreModel } from '../score-models/score-model.ts';
import type { Tick } from '../tick.ts';
import type { Bookmaker } from './bookmakers.ts';
import type { EstimateBias } from './estimate-bias.ts';
import type { PriceIds } from './price-ids.ts';
import { priceOf, withMargin } from './prices.ts';
import { type EventFields, newSelectionPrice, type SelectionPrice } from './selection-price.ts';

/** The one book that publishes the share of its tickets on each selection. */
const TICKETS_BOOK = 'draftkings';
/** The market groups for which it does. */
const TICKETS_GROUPS: ReadonlySet<MarketGroup> = new Set(['main', 'alternate', 'team_total']);

/** The margin of each group in multiples of the margin on main markets. */
const MARGIN_FACTOR: Readonly<Record<MarketGroup, number>> = {
  main: 1,
  alternate: 1.15,
  team_total: 1.25,
  game_prop: 1.3,
  exact_score: 2.4,
  period: 1.3,
  player_prop: 1.5,
  scorer: 2.4,
  outright: 2.8,
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

/** The part of a bias that quotes read. */
export type BiasValue = Readonly<Pick<EstimateBias, 'value'>>;

/** A market as one book offers it on one event. */
export interface OfferedMarket<Model> {
  readonly book: Bookmaker;
  readonly marketType: string;
  readonly group: MarketGroup;
  readonly market: Market<Model>;
  readonly bias: BiasValue;
  readonly event: EventFields;
}

/** One book's prices on one market. */
export class MarketQuote<Model = ScoreModel> {
  readonly group: MarketGroup;
  readonly #market: Market<Model>;
  readonly #book: Bookmaker;
  readonly #bias: BiasValue;
  readonly #prices: readonly SelectionPrice[];
  #line: number | null = null;
  /** Milliseconds since the Unix epoch. 0 before any suspension, and after `confirm` has priced again. */
  #suspendedUntil = 0;
  /** The share of tickets on the first selection, not counting the draw. Null if the book does not publish it. */
  #ticketShare: number | null;

  constructor(
    { book, marketType, group, market, bias, event }: OfferedMarket<Model>,
    priceIds: PriceIds,
    random: Random,
  ) {
    this.group = group === 'main' && market.stepsFromMain > 0 ? 'alternate' : group;
    this.#market = market;
    this.#book = book;
    this.#bias = bias;
    const hasTickets = book.profile.id === TICKETS_BOOK && TICKETS_GROUPS.has(this.group);
    this.#ticketShare = hasTickets ? random.between(0.25, 0.75) : null;
    const { selections, playerProp } = market;
    const offered = offersAllSides(market, book, random) ? selections : selections.slice(0, 1);
    this.#prices = offered.map(({ name, type }) => {
      const selection = { marketType, group: this.group, name, type, playerProp };
      return newSelectionPrice(priceIds, book, selection, event);
    });
  }

  /** Prices the market from a new model, unless it is suspended. */
  reprice(model: Model, isLive: boolean, tick: Tick): void {
    // The line moves during a suspension too, so that it keeps its distance from its neighbours.
    this.#line = this.#market.nextLine(model, this.#bias.value, this.#line);
    if (tick.at < this.#suspendedUntil) return;
    if (tick.random.chance(SUSPENSION_CHANCE)) this.#suspend(tick);
    else this.#price(model, isLive, tick);
  }

  /** Marks the prices as seen again. Uses the model only to price again after a suspension. */
  confirm(model: () => Model, isLive: boolean, tick: Tick): void {
    if (tick.at < this.#suspendedUntil) return;
    if (tick.random.chance(SUSPENSION_CHANCE)) {
      this.#suspend(tick);
    } else if (this.#suspendedUntil > 0) {
      this.#suspendedUntil = 0;
      this.#price(model(), isLive, tick);
    } else {
      this.#moveTicketShare(tick.random);
      this.#prices.forEach((price, index) => {
        if (price.row !== null) this.#put(price, index, { ...price.odds }, tick);
      });
    }
  }

  withdraw(tick: Tick): void {
    for (const price of this.#prices) withdrawPrice(price, tick);
  }

  #suspend(tick: Tick): void {
    this.#suspendedUntil = tick.at + 1000 * tick.random.between(...SUSPENSION_SECONDS);
    this.withdraw(tick);
  }

  #price(model: Model, isLive: boolean, tick: Tick): void {
    const { isComplete } = this.#market;
    const probabilities = this.#winProbabilities(model);
    if (isComplete && Math.min(...probabilities) < MIN_SIDE_PROBABILITY) {
      this.withdraw(tick);
      return;
    }
    this.#moveTicketShare(tick.random);
    const margin = this.#margin(isLive);
    this.#prices.forEach((price, index) => {
      const probability = probabilities[index] ?? 0;
      if (isComplete || isOfferedAlone(probability)) {
        this.#quote(price, index, withMargin(probability, margin), isLive, tick);
      } else {
        withdrawPrice(price, tick);
      }
    });
  }

  #winProbabilities(model: Model): number[] {
    const { selections } = this.#market;
    const line = this.#line ?? 0;
    return this.#prices.map(
      (_, index) => selections[index]?.winProbability(model, this.#bias.value, line) ?? 0,
    );
  }

  #margin(isLive: boolean): number {
    const inPlay = isLive ? LIVE_MARGIN_FACTOR : 1;
    return this.#book.trading.margin * MARGIN_FACTOR[this.group] * inPlay;
  }

  #quote(
    price: SelectionPrice,
    index: number,
    impliedProbability: number,
    isLive: boolean,
    tick: Tick,
  ): void {
    const { american, decimal, probability } = priceOf(
      impliedProbability,
      this.#book.trading.oddsIncrement,
    );
    const odds = { ...price.odds };
    odds.odds_american = american;
    odds.odds_decimal = decimal;
    odds.odds_probability = probability;
    odds.line = this.#lineOf(index);
    odds.is_live = isLive;
    if (price.row === null || differs(price.odds, odds)) odds.odds_changed_at = tick.iso;
    this.#put(price, index, odds, tick);
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
function offersAllSides(
  { mayBeOneWay, stepsFromMain }: Pick<Market, 'mayBeOneWay' | 'stepsFromMain'>,
  { trading }: Bookmaker,
  random: Random,
): boolean {
  return !mayBeOneWay || (stepsFromMain === 0 && random.chance(trading.underChance));
}

/** Whether a selection is priced, in a market whose selections do not cover every outcome. */
function isOfferedAlone(probability: number): boolean {
  return probability >= MIN_SELECTION_PROBABILITY && probability <= MAX_SELECTION_PROBABILITY;
}

function withdrawPrice(price: SelectionPrice, tick: Tick): void {
  if (price.row !== null) tick.removals.push(price.row);
  price.row = null;
}

function differs(before: Odds, after: Pick<Odds, 'odds_american' | 'line' | 'is_live'>): boolean {
  return (
    before.odds_american !== after.odds_american ||
    before.line !== after.line ||
    before.is_live !== after.is_live
  );
}
