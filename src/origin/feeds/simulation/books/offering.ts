import type { Sportsbook } from '../../../sportsbook-table.ts';
import type { GameReport } from '../../price-feed.ts';
import type { EventSpec } from '../events/event-specs.ts';
import type { Market } from '../markets/market.ts';
import { MARKET_GROUPS, type MarketGroup, MOST_OFFERED } from '../markets/market-groups.ts';
import type { Random } from '../random.ts';
import { type Rating, ratingOf } from '../scores/score-model.ts';
import type { Tick } from '../tick.ts';
import { MarketQuote } from './market-quote.ts';

/** A book's error is an autoregressive process: this share of it remains when the book reprices. */
const ERROR_PERSISTENCE = 0.93;
/** The factor of the new part of the error, which keeps the variance of the whole constant. */
const ERROR_INNOVATION = Math.sqrt(1 - ERROR_PERSISTENCE ** 2);

/** The chance that a book notices at once that something happened in the game. */
const NOTICE_CHANCE = 0.9;

/** The groups that stay open in play: markets that the final score decides. */
const IN_PLAY: ReadonlySet<MarketGroup> = new Set([
  'main',
  'alternate',
  'team_total',
  'game_prop',
  'exact_score',
]);

const ON_PLAYERS: ReadonlySet<MarketGroup> = new Set(['player_prop', 'scorer']);

/**
 * One book's markets on one event. The book looks at the event from time to time. In between, its
 * prices stay the same whatever happens. Before the game it reprices only after news.
 */
export class EventOffering {
  readonly book: Sportsbook;
  readonly #event: EventSpec;
  /** The errors in the book's rating, as multiples of the standard deviations of results in the sport. */
  #errors: Rating;
  #quotes: readonly MarketQuote[];
  #nextLookAt = 0;
  #hasNews = true;
  /** What the book last published of the live game; null if nothing. */
  report: GameReport | null = null;

  constructor(book: Sportsbook, event: EventSpec, random: Random) {
    this.book = book;
    this.#event = event;
    this.#errors = ratingOf(() => book.trading.ratingError * random.normal());
    this.#quotes = event.marketTypes.flatMap(({ type: marketType, group, markets }) =>
      this.#select(group, markets, random).map((market) => {
        const offered = { book, marketType, group, market, event: event.info };
        return new MarketQuote(offered, random);
      }),
    );
  }

  get hasMarkets(): boolean {
    return this.#quotes.length > 0;
  }

  /** Looks at the event if it is time to. */
  advance(isLive: boolean, tick: Tick): void {
    if (this.#nextLookAt <= tick.at) this.look(isLive, tick);
  }

  /** Looks at the event now. */
  look(isLive: boolean, tick: Tick): void {
    const hasNews = isLive || this.#hasNews;
    if (hasNews) this.#changeErrors(tick.random);
    const model = hasNews ? this.#event.scoreModel(this.#estimate()) : null;
    for (const quote of this.#quotes) quote.look(model, isLive, tick);
    this.#hasNews = false;
    this.report = isLive ? this.#publishedReport(tick.at) : null;
    const { liveSeconds, pregameSeconds } = this.book.trading;
    const seconds = isLive ? liveSeconds : pregameSeconds;
    this.#nextLookAt = tick.at + 1000 * seconds * tick.random.between(0.5, 1.5);
  }

  /** There is news about the event: the book looks at it soon. Before the game it changes prices only after news. */
  receiveNews({ at, random }: Tick): void {
    this.#hasNews = true;
    const seconds = this.book.trading.newsSeconds * random.between(0.3, 1.7);
    this.#nextLookAt = Math.min(this.#nextLookAt, at + 1000 * seconds);
  }

  /** Brings the next look forward by a random amount, so that books don't look all at once. */
  spreadNextLook({ at, random }: Tick): void {
    this.#nextLookAt = at + (this.#nextLookAt - at) * random.uniform();
  }

  /** The game begins. Markets that are not offered in play close, and so do books without live odds. */
  goLive(tick: Tick): void {
    const { hasLiveOdds } = this.book;
    const staysOpen = ({ group }: MarketQuote) => hasLiveOdds && IN_PLAY.has(group);
    for (const quote of this.#quotes) if (!staysOpen(quote)) quote.withdraw(tick);
    this.#quotes = this.#quotes.filter(staysOpen);
    this.look(true, tick);
  }

  /** Something happened in the game. Most books suspend their markets for a few seconds. */
  reactToPlay(tick: Tick): void {
    if (!tick.random.chance(NOTICE_CHANCE)) return;
    for (const quote of this.#quotes) quote.withdraw(tick);
    const seconds = tick.random.between(1, 1 + this.book.trading.liveSeconds);
    this.#nextLookAt = tick.at + 1000 * seconds;
  }

  /** The markets of one type that the book offers: none, or those up to a random number of alternate lines and players. */
  #select(group: MarketGroup, markets: readonly Market[], random: Random): readonly Market[] {
    const { hasPlayerProps, trading } = this.book;
    const { prominence } = this.#event;
    const { alternates: furthest, players: most } = MOST_OFFERED[prominence];
    const isOnPlayers = ON_PLAYERS.has(group);
    if (isOnPlayers && !hasPlayerProps) return [];
    const offers = (one: MarketGroup) => {
      const { offered, factor } = MARKET_GROUPS[one];
      return random.chance(offered[trading.style] * factor[prominence]);
    };
    if (!offers(group)) return [];
    const alternates = offers('alternate') ? random.integer(1, furthest) : 0;
    const players = isOnPlayers ? random.integer(Math.ceil(most / 3), most) : 1;
    return markets.filter(
      ({ stepsFromMain = 0, playerRank = 0 }) =>
        stepsFromMain <= alternates && playerRank < players,
    );
  }

  #changeErrors(random: Random): void {
    const innovation = this.book.trading.ratingError * ERROR_INNOVATION;
    this.#errors = ratingOf(
      (figure) => ERROR_PERSISTENCE * this.#errors[figure] + innovation * random.normal(),
    );
  }

  /** The rating as the book sees it. */
  #estimate(): Rating {
    const { rating, deviation } = this.#event;
    return ratingOf((figure) => rating[figure] + this.#errors[figure] * deviation[figure]);
  }

  /** Exchanges publish nothing of a game, market makers only the score and the period. */
  #publishedReport(at: number): GameReport | null {
    const { trading, hasLiveOdds } = this.book;
    const status = this.#event.game?.status();
    if (status === undefined || trading.style === 'exchange' || !hasLiveOdds) return null;
    const { period: _period, ...published } = status;
    if (trading.style !== 'maker') return { reportedAt: at, ...published };
    const { homeScore, awayScore, gamePeriod = null } = published;
    return { reportedAt: at, homeScore, awayScore, gamePeriod, gameClock: null };
  }
}
