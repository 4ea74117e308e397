import type { GameReport } from '../../../games/game-report.ts';
import type { Sportsbook } from '../../../sportsbook-table.ts';
import type { EventSpec } from '../events/event-spec.ts';
import type { Market } from '../markets/market.ts';
import { COVERAGE, MARKET_GROUPS, type MarketGroup } from '../markets/market-groups.ts';
import type { Random } from '../random.ts';
import type { Rating, ScoreModel } from '../scores/score-model.ts';
import type { Tick } from '../tick.ts';
import { MarketQuote } from './market-quote.ts';
import type { PriceIds } from './prices.ts';

/** What the news since the last look at an event is about. Before the game, a book changes prices only after news. */
type News = 'none' | 'player' | 'game';

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
  /** By how much the book overrates players, and entrants of seasons. */
  readonly #biases: BookError[] = [];
  /** The errors in the book's rating, as multiples of the standard deviations of results in the sport. */
  readonly #errors: Readonly<Record<keyof Rating, BookError>>;
  #quotes: readonly MarketQuote[];
  #nextLookAt = 0;
  #news: News = 'game';
  /** The score margin and total that the book expects. */
  #rating: Rating = { scoreMargin: 0, total: 0 };
  /** What the book publishes of the live game; null if nothing. */
  report: GameReport | null = null;

  constructor(book: Sportsbook, event: EventSpec, priceIds: PriceIds, random: Random) {
    this.book = book;
    this.#event = event;
    const { ratingError } = book.trading;
    this.#errors = {
      scoreMargin: new BookError(ratingError, random),
      total: new BookError(ratingError, random),
    };
    this.#quotes = event.marketTypes.flatMap(({ type: marketType, group, markets }) => {
      const byPlayer = new Map<string, BookError>();
      return this.#select(group, markets, random).map((market) => {
        const bias = this.#biasFor(group, market, byPlayer, random);
        const offered = { book, marketType, group, market, bias, event: event.info };
        return new MarketQuote(offered, priceIds, random);
      });
    });
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
    const hasNews = isLive || this.#news !== 'none';
    if (isLive || this.#news === 'game') this.#updateRating(tick.random);
    if (hasNews) for (const bias of this.#biases) bias.update(tick.random);
    // Most looks without news need no model, and making one is costly.
    let known: ScoreModel | undefined;
    const model = () => {
      known ??= this.#event.game.scoreModel(this.#rating);
      return known;
    };
    for (const quote of this.#quotes) quote.look(model, hasNews, isLive, tick);
    this.#news = 'none';
    this.report = isLive ? this.#publishedReport(tick.at) : null;
    const { liveSeconds, pregameSeconds } = this.book.trading;
    const seconds = isLive ? liveSeconds : pregameSeconds;
    this.#nextLookAt = tick.at + 1000 * seconds * tick.random.between(0.5, 1.5);
  }

  /** There is news about a player or the game: the book looks at the event soon. */
  receiveNews(news: Exclude<News, 'none'>, { at, random }: Tick): void {
    if (this.#news !== 'game') this.#news = news;
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
    this.withdrawAll(tick);
    const seconds = tick.random.between(1, 1 + this.book.trading.liveSeconds);
    this.#nextLookAt = tick.at + 1000 * seconds;
  }

  withdrawAll(tick: Tick): void {
    for (const quote of this.#quotes) quote.withdraw(tick);
  }

  /** The markets of one type that the book offers: none, or a random number of alternate lines and players. */
  #select(group: MarketGroup, markets: readonly Market[], random: Random): readonly Market[] {
    const { hasPlayerProps, trading } = this.book;
    const { coverage } = this.#event;
    const { alternates: furthest, players: most } = COVERAGE[coverage];
    const isOnPlayers = ON_PLAYERS.has(group);
    if (isOnPlayers && !hasPlayerProps) return [];
    const offers = (one: MarketGroup) => {
      const { offered, factor } = MARKET_GROUPS[one];
      return random.chance(offered[trading.style] * factor[coverage]);
    };
    if (!offers(group)) return [];
    const alternates = offers('alternate') ? random.integer(1, furthest) : 0;
    const players = isOnPlayers ? random.integer(Math.ceil(most / 3), most) : 1;
    return markets.filter(
      ({ stepsFromMain, playerRank }) => stepsFromMain <= alternates && playerRank < players,
    );
  }

  /** All lines on one player are priced with one bias. */
  #biasFor(
    group: MarketGroup,
    { selections: [first] }: Market,
    byPlayer: Map<string, BookError>,
    random: Random,
  ): { readonly value: number } {
    if (!ON_PLAYERS.has(group) && group !== 'outright') return { value: 0 };
    // Markets on a player name their selections after the player.
    const player = first?.name ?? '';
    const known = byPlayer.get(player);
    if (known !== undefined) return known;
    const bias = new BookError(this.book.trading.ratingError, random);
    byPlayer.set(player, bias);
    this.#biases.push(bias);
    return bias;
  }

  #updateRating(random: Random): void {
    const { rating, deviation } = this.#event;
    for (const figure of ['scoreMargin', 'total'] as const) {
      this.#errors[figure].update(random);
      this.#rating[figure] = rating[figure] + this.#errors[figure].value * deviation[figure];
    }
  }

  #publishedReport(at: number): GameReport | null {
    const { liveState } = this.book.trading;
    const status = this.#event.game.status();
    if (status === null || liveState === 'none' || !this.book.hasLiveOdds) return null;
    const { period: _period, isTimeout: _isTimeout, ...published } = status;
    if (liveState === 'full') return { reportedAt: at, ...published };
    const { homeScore, awayScore, gamePeriod = null, gameClock: clock = null } = published;
    const gameClock = liveState === 'score-and-clock' ? clock : null;
    return { reportedAt: at, homeScore, awayScore, gamePeriod, gameClock };
  }
}

/** A random error of a book that drifts, with this standard deviation. */
class BookError {
  readonly #deviation: number;
  value: number;

  constructor(deviation: number, random: Random) {
    this.#deviation = deviation;
    this.value = deviation * random.normal();
  }

  update(random: Random): void {
    const innovation = this.#deviation * ERROR_INNOVATION * random.normal();
    this.value = ERROR_PERSISTENCE * this.value + innovation;
  }
}
