import type { GameReport } from '../../../games/live-reports.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Bet, MarketGroup } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Opinion, Outlook } from '../score-models/score-model.ts';
import type { Moment } from '../tick.ts';
import type { Book } from './bookmakers.ts';
import { ERROR_PERSISTENCE, ERROR_RENEWAL, LEVEL, Tilt } from './estimate-bias.ts';
import type { Depth } from './market-coverage.ts';
import { Quote } from './market-quote.ts';
import type { EventFields, Numbering } from './selection-price.ts';

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
const NOTICE_CHANCE = 0.9;

/** What a book still offers once the game has begun: everything that its final score decides. */
const IN_PLAY: ReadonlySet<MarketGroup> = new Set([
  'main',
  'alternate',
  'team_total',
  'special',
  'score',
]);
const ON_PLAYERS: ReadonlySet<MarketGroup> = new Set(['prop', 'scorer']);

/** A market of one game, with all its bets. */
export interface GameMarket {
  readonly type: string;
  readonly group: MarketGroup;
  readonly bets: readonly Bet[];
}

/**
 * Everything that one book offers on one event. The book looks at the event now and then; what
 * happens in between it does not know, and its prices stand. Before the game it thinks again only
 * where there is news.
 */
export class BookSheet {
  readonly book: Book;
  readonly #tilts: Tilt[] = [];
  #quotes: readonly Quote[];
  #dueAt = 0;
  #news: 'nothing' | 'player' | 'game' = 'game';
  #error: Opinion;
  #belief: Opinion = { margin: 0, total: 0 };
  #report: GameReport | null = null;

  constructor(
    book: Book,
    markets: readonly GameMarket[],
    depth: Depth,
    event: EventFields,
    numbering: Numbering,
    random: Random,
  ) {
    this.book = book;
    const { error } = book.habits;
    this.#error = { margin: error * random.normal(), total: error * random.normal() };
    this.#quotes = markets.flatMap((market) => {
      const tilts = new Map<string, Tilt>();
      const bets = chosenBets(book, market, depth, random);
      return bets.map((bet) => {
        const tilt = ON_PLAYERS.has(market.group) ? this.#tiltFor(bet, tilts, random) : LEVEL;
        return new Quote(book, market, bet, tilt, event, numbering, random);
      });
    });
  }

  /** What the book shows of the live game; null where it shows nothing. */
  get report(): GameReport | null {
    return this.#report;
  }

  /** Looks at the event where it is time to. */
  advance(truth: Truth, moment: Moment): void {
    if (this.#dueAt <= moment.at) this.look(truth, moment);
  }

  /** Looks at the event now. */
  look(truth: Truth, moment: Moment): void {
    const { habits } = this.book;
    if (truth.isLive || this.#news === 'game') this.#believe(truth, moment.random);
    const { game, isLive } = truth;
    if (isLive || this.#news !== 'nothing') {
      const outlook = game.outlook(this.#belief);
      for (const tilt of this.#tilts) tilt.renew(moment.random);
      for (const quote of this.#quotes) quote.refresh(outlook, isLive, moment);
    } else {
      let outlook: Outlook | undefined;
      const believed = () => {
        outlook ??= game.outlook(this.#belief);
        return outlook;
      };
      for (const quote of this.#quotes) quote.confirm(believed, isLive, moment);
    }
    this.#news = 'nothing';
    this.#report = truth.report && shownBy(this.book, truth.report);
    const seconds = isLive ? habits.liveSeconds : habits.pregameSeconds;
    this.#dueAt = moment.at + 1000 * seconds * moment.random.between(0.5, 1.5);
  }

  /** Something is new about a player or the game; the book will look at it soon. */
  hear(about: 'player' | 'game', { at, random }: Moment): void {
    if (this.#news !== 'game') this.#news = about;
    const seconds = this.book.habits.newsSeconds * random.between(0.3, 1.7);
    this.#dueAt = Math.min(this.#dueAt, at + 1000 * seconds);
  }

  /** Brings the next look forward by chance, so that not all books look at the same time. */
  hasten({ at, random }: Moment): void {
    this.#dueAt = at + (this.#dueAt - at) * random.unit();
  }

  /** The game begins: what play decides early is settled, and books without live odds close. */
  goLive(truth: Truth, moment: Moment): void {
    const staysOpen = ({ group }: Quote) => this.book.profile.hasLiveOdds && IN_PLAY.has(group);
    for (const quote of this.#quotes) if (!staysOpen(quote)) quote.takeDown(moment);
    this.#quotes = this.#quotes.filter(staysOpen);
    this.look(truth, moment);
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

  /** All lines on one player are priced from one estimate. */
  #tiltFor({ selections: [first] }: Bet, known: Map<string, Tilt>, random: Random): Tilt {
    const player = first?.name ?? '';
    const held = known.get(player);
    if (held !== undefined) return held;
    const tilt = new Tilt(this.book.habits.error, random);
    known.set(player, tilt);
    this.#tilts.push(tilt);
    return tilt;
  }

  #believe({ sport, opinion }: Truth, random: Random): void {
    const renewal = this.book.habits.error * ERROR_RENEWAL;
    this.#error = {
      margin: ERROR_PERSISTENCE * this.#error.margin + renewal * random.normal(),
      total: ERROR_PERSISTENCE * this.#error.total + renewal * random.normal(),
    };
    this.#belief = {
      margin: opinion.margin + this.#error.margin * sport.scatter.margin,
      total: opinion.total + this.#error.total * sport.scatter.total,
    };
  }
}

/** A book offers a market or it does not, on so many lines and players. */
function chosenBets(
  { profile, habits }: Book,
  { group, bets }: GameMarket,
  depth: Depth,
  random: Random,
): readonly Bet[] {
  const isOnPlayers = ON_PLAYERS.has(group);
  if (isOnPlayers && !profile.hasPlayerProps) return [];
  if (!random.chance(habits.offers[group] * depth.offers[group])) return [];
  const hasAlternates = random.chance(habits.offers.alternate * depth.offers.alternate);
  const rungs = hasAlternates ? random.whole(1, depth.rungs) : 0;
  const players = isOnPlayers ? random.whole(Math.ceil(depth.players / 3), depth.players) : 1;
  return bets.filter(({ rung, rank }) => rung <= rungs && rank < players);
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
