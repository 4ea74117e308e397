import type { Odds } from '../../../contract/odds.ts';
import type { Book } from './book-habits.ts';
import type { Market, MarketGroup } from './markets.ts';
import type { Moment } from './moment.ts';
import { type EventFields, type Numbering, newOffer, type Offer } from './offer.ts';
import { priceOf, withMargin } from './prices.ts';
import type { Random } from './random.ts';
import type { Outlook } from './sport.ts';

/** The one book that shows which share of its tickets is on a selection. */
const SHOWS_TICKETS = 'draftkings';

/** How much more than on its main markets a book keeps for itself, and how much further it errs. */
const MARGIN_FACTOR: Readonly<Record<MarketGroup, number>> = {
  main: 1,
  alternate: 1.15,
  team_total: 1.25,
  prop: 1.5,
};
const PROP_ERROR_FACTOR = 2.4;

/** Books do not offer what they believe to be all but certain. */
const LEAST_PROBABILITY = 0.025;

/** At each look at a market, the chance that a book takes it down for a while. */
const PULL_CHANCE = 0.004;
const PULL_SECONDS: readonly [number, number] = [20, 150];

/** How much of an opinion's error is still there at the next look. */
export const ERROR_PERSISTENCE = 0.93;
export const ERROR_RENEWAL = Math.sqrt(1 - ERROR_PERSISTENCE ** 2);

/** One market as one book offers it. */
export class Quote {
  readonly market: Market;
  readonly #book: Book;
  readonly #offers: readonly Offer[];
  #line: number | null = null;
  #tilt: number;
  #downUntil = 0;
  #ticketShare: number | null;

  constructor(
    book: Book,
    market: Market,
    event: EventFields,
    numbering: Numbering,
    random: Random,
  ) {
    this.market = market;
    this.#book = book;
    this.#tilt = book.habits.error * PROP_ERROR_FACTOR * random.normal();
    const showsTickets = book.profile.id === SHOWS_TICKETS && market.group !== 'prop';
    this.#ticketShare = showsTickets ? random.between(0.25, 0.75) : null;
    this.#offers = market.selections.map((selection) =>
      newOffer(numbering, book, market, selection, event),
    );
  }

  /** Looks at the market again: prices it anew, or takes it down. */
  refresh(outlook: Outlook, isLive: boolean, moment: Moment): void {
    const { random } = moment;
    const error = this.#book.habits.error * PROP_ERROR_FACTOR * ERROR_RENEWAL;
    this.#tilt = ERROR_PERSISTENCE * this.#tilt + error * random.normal();
    this.#line = this.market.line(outlook, this.#tilt, this.#line);
    if (moment.at < this.#downUntil) return;
    const probabilities = this.market.probabilities(outlook, this.#tilt, this.#line ?? 0);
    if (random.chance(PULL_CHANCE)) {
      this.#downUntil = moment.at + 1000 * random.between(...PULL_SECONDS);
      this.takeDown(moment);
    } else if (Math.min(...probabilities) < LEAST_PROBABILITY) {
      this.takeDown(moment);
    } else {
      this.#putUp(probabilities, isLive, moment);
    }
  }

  takeDown(moment: Moment): void {
    for (const offer of this.#offers) {
      if (offer.row !== null) moment.removals.push(offer.row);
      offer.row = null;
    }
  }

  #putUp(probabilities: readonly number[], isLive: boolean, moment: Moment): void {
    const { habits } = this.#book;
    const margin = habits.margin * MARGIN_FACTOR[this.market.group];
    if (this.#ticketShare !== null) {
      const share = this.#ticketShare + 0.004 * moment.random.normal();
      this.#ticketShare = Math.min(0.92, Math.max(0.08, share));
    }
    probabilities.forEach((probability, index) => {
      const offer = this.#offers[index];
      if (offer === undefined) return;
      const price = priceOf(withMargin(probability, margin), habits.tick);
      const line = this.#lineOf(index);
      const before = offer.odds;
      const isChanged =
        offer.row === null ||
        before.odds_american !== price.american ||
        before.line !== line ||
        before.is_live !== isLive;
      const odds: Odds = {
        ...before,
        odds_american: price.american,
        odds_decimal: price.decimal,
        odds_probability: price.probability,
        line,
        last_seen_at: moment.iso,
        is_live: isLive,
        ...(isChanged && { odds_changed_at: moment.iso }),
      };
      if (this.#ticketShare !== null) odds.public_bet_pct = this.#ticketsOn(index);
      offer.odds = odds;
      offer.row = { ref: offer.ref, odds };
      moment.upserts.push(offer.row);
    });
  }

  #lineOf(index: number): number | null {
    if (this.#line === null || index === 0 || !this.market.hasOpposedLines) return this.#line;
    return -this.#line;
  }

  /** The public hardly bets on draws. */
  #ticketsOn(index: number): number {
    const first = this.#ticketShare ?? 0;
    const shares =
      this.#offers.length === 3 ? [first * 0.9, 0.1, (1 - first) * 0.9] : [first, 1 - first];
    return Math.round((shares[index] ?? 0) * 1000) / 1000;
  }
}
