import type { Odds } from '../../../../contract/odds.ts';
import type { Bet, MarketGroup } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Outlook } from '../score-models/score-model.ts';
import type { Moment } from '../tick.ts';
import type { Book } from './bookmakers.ts';
import type { Tilt } from './estimate-bias.ts';
import { priceOf, withMargin } from './prices.ts';
import { type EventFields, type Numbering, newOffer, type Offer } from './selection-price.ts';

/** The one book that shows which share of its tickets is on a selection. */
const SHOWS_TICKETS = 'draftkings';

/** How much more than on its main markets a book keeps for itself. */
const MARGIN_FACTOR: Readonly<Record<MarketGroup, number>> = {
  main: 1,
  alternate: 1.15,
  team_total: 1.25,
  special: 1.3,
  score: 2.4,
  period: 1.3,
  prop: 1.5,
  scorer: 2.4,
  outright: 2.8,
};

/** The same in play, where what the book has just seen may be over. */
const LIVE_MARGIN_FACTOR = 1.6;

/** Books do not offer what they believe to be all but certain, and no side of such a bet. */
const LEAST_PROBABILITY = 0.025;
/** The same for selections that stand alone. */
const LEAST_ALONE = 0.003;
const MOST_ALONE = 0.9;

/** At each look at a market, the chance that a book takes it down for a while. */
const PULL_CHANCE = 0.004;
const PULL_SECONDS: readonly [number, number] = [20, 150];

/** Markets of which books tell how bets are shared out. */
const BET_BY_ALL: ReadonlySet<MarketGroup> = new Set(['main', 'alternate', 'team_total']);

/** One bet as one book offers it. */
export class Quote<View = Outlook> {
  readonly group: MarketGroup;
  readonly #bet: Bet<View>;
  readonly #book: Book;
  readonly #offers: readonly Offer[];
  #line: number | null = null;
  readonly #tilt: Readonly<Pick<Tilt, 'value'>>;
  #downUntil = 0;
  #ticketShare: number | null;

  constructor(
    book: Book,
    market: { readonly type: string; readonly group: MarketGroup },
    bet: Bet<View>,
    tilt: Readonly<Pick<Tilt, 'value'>>,
    event: EventFields,
    numbering: Numbering,
    random: Random,
  ) {
    this.group = market.group === 'main' && bet.rung > 0 ? 'alternate' : market.group;
    this.#bet = bet;
    this.#book = book;
    this.#tilt = tilt;
    const showsTickets = book.profile.id === SHOWS_TICKETS && BET_BY_ALL.has(this.group);
    this.#ticketShare = showsTickets ? random.between(0.25, 0.75) : null;
    const hasUnder = !bet.isOneWay || (bet.rung === 0 && random.chance(book.habits.unders));
    const { group } = this;
    this.#offers = bet.selections
      .slice(0, hasUnder ? undefined : 1)
      .map(({ name, type }) =>
        newOffer(
          numbering,
          book,
          { marketType: market.type, group, name, type, figure: bet.figure },
          event,
        ),
      );
  }

  /** Thinks the bet over: prices it anew, or takes it down. */
  refresh(view: View, isLive: boolean, moment: Moment): void {
    // The line moves while the bet is down too, so that it stays in step with its neighbours.
    this.#line = this.#bet.line(view, this.#tilt.value, this.#line);
    if (moment.at < this.#downUntil) return;
    if (moment.random.chance(PULL_CHANCE)) this.#pull(moment);
    else this.#price(view, isLive, moment);
  }

  /** Sees that nothing is new: what stands on the board still stands. */
  confirm(view: () => View, isLive: boolean, moment: Moment): void {
    if (moment.at < this.#downUntil) return;
    if (moment.random.chance(PULL_CHANCE)) {
      this.#pull(moment);
    } else if (this.#downUntil > 0) {
      this.#downUntil = 0;
      this.#price(view(), isLive, moment);
    } else {
      this.#moveTickets(moment.random);
      this.#offers.forEach((offer, index) => {
        if (offer.row !== null) this.#put(offer, index, { ...offer.odds }, moment);
      });
    }
  }

  takeDown(moment: Moment): void {
    for (const offer of this.#offers) takeOff(offer, moment);
  }

  #pull(moment: Moment): void {
    this.#downUntil = moment.at + 1000 * moment.random.between(...PULL_SECONDS);
    this.takeDown(moment);
  }

  #price(view: View, isLive: boolean, moment: Moment): void {
    const { selections, isComplete } = this.#bet;
    const line = this.#line ?? 0;
    const chances = this.#offers.map(
      (_, index) => selections[index]?.chance(view, this.#tilt.value, line) ?? 0,
    );
    if (isComplete && Math.min(...chances) < LEAST_PROBABILITY) {
      this.takeDown(moment);
      return;
    }
    this.#moveTickets(moment.random);
    const { habits } = this.#book;
    const inPlay = isLive ? LIVE_MARGIN_FACTOR : 1;
    const margin = habits.margin * MARGIN_FACTOR[this.group] * inPlay;
    this.#offers.forEach((offer, index) => {
      const chance = chances[index] ?? 0;
      if (!isComplete && (chance < LEAST_ALONE || chance > MOST_ALONE)) {
        takeOff(offer, moment);
        return;
      }
      const price = priceOf(withMargin(chance, margin), habits.tick);
      const odds = { ...offer.odds };
      odds.odds_american = price.american;
      odds.odds_decimal = price.decimal;
      odds.odds_probability = price.probability;
      odds.line = this.#lineOf(index);
      odds.is_live = isLive;
      if (offer.row === null || differs(offer.odds, odds)) odds.odds_changed_at = moment.iso;
      this.#put(offer, index, odds, moment);
    });
  }

  /** Puts a price of this moment on the board. */
  #put(offer: Offer, index: number, odds: Odds, moment: Moment): void {
    odds.last_seen_at = moment.iso;
    if (this.#ticketShare !== null) odds.public_bet_pct = this.#ticketsOn(index);
    offer.odds = odds;
    offer.row = { ref: offer.ref, odds };
    moment.upserts.push(offer.row);
  }

  #moveTickets(random: Random): void {
    if (this.#ticketShare === null) return;
    const share = this.#ticketShare + 0.004 * random.normal();
    this.#ticketShare = Math.min(0.92, Math.max(0.08, share));
  }

  #lineOf(index: number): number | null {
    const { isOpposed = false, ownLine = this.#line } = this.#bet.selections[index] ?? {};
    return isOpposed && ownLine ? -ownLine : ownLine;
  }

  /** The public hardly bets on draws. */
  #ticketsOn(index: number): number {
    const first = this.#ticketShare ?? 0;
    const shares =
      this.#offers.length === 3 ? [first * 0.9, 0.1, (1 - first) * 0.9] : [first, 1 - first];
    return Math.round((shares[index] ?? 0) * 1000) / 1000;
  }
}

function takeOff(offer: Offer, moment: Moment): void {
  if (offer.row !== null) moment.removals.push(offer.row);
  offer.row = null;
}

function differs(before: Odds, after: Pick<Odds, 'odds_american' | 'line' | 'is_live'>): boolean {
  return (
    before.odds_american !== after.odds_american ||
    before.line !== after.line ||
    before.is_live !== after.is_live
  );
}
