import type { GameReport } from '../../live-reports.ts';
import type { Book } from './book-habits.ts';
import type { Market } from './markets.ts';
import type { Moment } from './moment.ts';
import type { EventFields, Numbering } from './offer.ts';
import { ERROR_PERSISTENCE, ERROR_RENEWAL, Quote } from './quote.ts';
import type { Random } from './random.ts';
import type { Game, Opinion, Sport } from './sport.ts';

/** The best opinion that anybody could have of an event, and the game itself. */
export interface Truth {
  readonly sport: Sport;
  readonly game: Game;
  readonly opinion: Readonly<Opinion>;
  readonly isLive: boolean;
  /** The state of the live game at this moment; null before it begins. */
  readonly report: GameReport | null;
}

/** The chance that a book sees at once what happened and stops taking bets. */
const NOTICE_CHANCE = 0.7;

/**
 * Everything that one book offers on one event. The book looks at the event now and then; what
 * happens in between it does not know, and its prices stand.
 */
export class BookSheet {
  readonly book: Book;
  #quotes: readonly Quote[];
  #dueAt = 0;
  #error: Opinion;
  #report: GameReport | null = null;

  constructor(
    book: Book,
    markets: readonly Market[],
    event: EventFields,
    numbering: Numbering,
    random: Random,
  ) {
    this.book = book;
    this.#quotes = markets
      .filter(({ group }) => group !== 'prop' || book.profile.hasPlayerProps)
      .filter(({ group }) => random.chance(book.habits.offers[group]))
      .map((market) => new Quote(book, market, event, numbering, random));
    const { error } = book.habits;
    this.#error = { margin: error * random.normal(), total: error * random.normal() };
  }

  /** What the book shows of the live game; null where it shows nothing. */
  get report(): GameReport | null {
    return this.#report;
  }

  /** Looks at the event where it is time to. */
  advance(truth: Truth, moment: Moment): void {
    if (this.#dueAt <= moment.at) this.refresh(truth, moment);
  }

  /** Looks at the event now. */
  refresh(truth: Truth, moment: Moment): void {
    const { sport, game, opinion, isLive } = truth;
    const { habits } = this.book;
    const { random } = moment;
    const renewal = habits.error * ERROR_RENEWAL;
    this.#error = {
      margin: ERROR_PERSISTENCE * this.#error.margin + renewal * random.normal(),
      total: ERROR_PERSISTENCE * this.#error.total + renewal * random.normal(),
    };
    const outlook = game.outlook({
      margin: opinion.margin + this.#error.margin * sport.scatter.margin,
      total: opinion.total + this.#error.total * sport.scatter.total,
    });
    for (const quote of this.#quotes) quote.refresh(outlook, isLive, moment);
    this.#report = truth.report && shownBy(this.book, truth.report);
    const seconds = isLive ? habits.liveSeconds : habits.pregameSeconds;
    this.#dueAt = moment.at + 1000 * seconds * random.between(0.5, 1.5);
  }

  /** Brings the next look forward by chance, so that not all books look at the same time. */
  hasten({ at, random }: Moment): void {
    this.#dueAt = at + (this.#dueAt - at) * random.unit();
  }

  /** The game begins: props are settled, and books without live odds close. */
  goLive(truth: Truth, moment: Moment): void {
    const staysOpen = ({ market }: Quote) =>
      this.book.profile.hasLiveOdds && market.group !== 'prop';
    for (const quote of this.#quotes) if (!staysOpen(quote)) quote.takeDown(moment);
    this.#quotes = this.#quotes.filter(staysOpen);
    this.refresh(truth, moment);
  }

  /** Something happened in the game. Most books close for a few seconds, some miss it. */
  react(moment: Moment): void {
    if (!moment.random.chance(NOTICE_CHANCE)) return;
    this.close(moment);
    this.#dueAt = moment.at + 1000 * moment.random.between(1, 1 + this.book.habits.liveSeconds);
  }

  close(moment: Moment): void {
    for (const quote of this.#quotes) quote.takeDown(moment);
  }
}

function shownBy({ habits: { shows }, profile }: Book, report: GameReport): GameReport | null {
  if (shows === 'nothing' || !profile.hasLiveOdds) return null;
  if (shows === 'everything') return report;
  const { reportedAt, homeScore, awayScore, gamePeriod, gameClock } = report;
  return {
    reportedAt,
    homeScore,
    awayScore,
    gamePeriod,
    gameClock: shows === 'clock' ? gameClock : null,
  };
}
