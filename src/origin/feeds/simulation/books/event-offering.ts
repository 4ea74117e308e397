import type { GameReport } from '../../../games/live-reports.ts';
import type { Game, Sport } from '../games/sport.ts';
import type { Market, MarketGroup } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Rating, ScoreModel } from '../score-models/score-model.ts';
import type { Tick } from '../tick.ts';
import type { Bookmaker } from './bookmakers.ts';
import { ERROR_INNOVATION, ERROR_PERSISTENCE, EstimateBias, NO_BIAS } from './estimate-bias.ts';
import type { MarketCoverage } from './market-coverage.ts';
import { type BiasValue, MarketQuote } from './market-quote.ts';
import type { PriceIds } from './price-ids.ts';
import { isOnPlayers, selectMarkets } from './select-markets.ts';
import type { EventFields } from './selection-price.ts';

/** The true state of a game, which books estimate. */
export interface GameSituation {
  readonly sport: Sport;
  readonly game: Game;
  /** The true rating of the game: its expected margin and total. */
  readonly rating: Readonly<Rating>;
  readonly isLive: boolean;
  /** The state of the live game now; null before it begins. */
  readonly report: GameReport | null;
}

/** A market type with its markets on one game. */
export interface GameMarketType {
  readonly type: string;
  readonly group: MarketGroup;
  readonly markets: readonly Market[];
}

/** A game with every market that books may offer on it. */
export interface OfferedGame {
  readonly event: EventFields;
  readonly coverage: MarketCoverage;
  readonly marketTypes: readonly GameMarketType[];
}

/** What the news since the last look at a game is about. Before the game, a book changes prices only after news. */
type News = 'none' | 'player' | 'game';

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

/**
 * One book's markets on one event. The book looks at the event from time to time. In between, its
 * prices stay the same whatever happens. Before the game it reprices only after news.
 */
export class EventOffering {
  readonly book: Bookmaker;
  readonly #biases: EstimateBias[] = [];
  #quotes: readonly MarketQuote[];
  #nextLookAt = 0;
  #news: News = 'game';
  /** The error in the book's rating, as a multiple of the standard deviation of results in the sport. */
  #error: Rating;
  /** The margin and total that the book expects. */
  #rating: Rating = { margin: 0, total: 0 };
  #report: GameReport | null = null;

  constructor(
    book: Bookmaker,
    { event, coverage, marketTypes }: OfferedGame,
    priceIds: PriceIds,
    random: Random,
  ) {
    this.book = book;
    const { ratingError } = book.trading;
    this.#error = { margin: ratingError * random.normal(), total: ratingError * random.normal() };
    this.#quotes = marketTypes.flatMap((gameMarketType) => {
      const biasByPlayer = new Map<string, EstimateBias>();
      return selectMarkets(book, gameMarketType, coverage, random).map((market) => {
        const bias = this.#biasFor(market, gameMarketType.group, biasByPlayer, random);
        const { type: marketType, group } = gameMarketType;
        return new MarketQuote({ book, marketType, group, market, bias, event }, priceIds, random);
      });
    });
  }

  /** What the book publishes of the live game; null if nothing. */
  get report(): GameReport | null {
    return this.#report;
  }

  /** Looks at the event if it is time to. */
  advance(situation: GameSituation, tick: Tick): void {
    if (this.#nextLookAt <= tick.at) this.look(situation, tick);
  }

  /** Looks at the event now. */
  look(situation: GameSituation, tick: Tick): void {
    const { isLive, report } = situation;
    if (isLive || this.#news === 'game') this.#updateRating(situation, tick.random);
    if (isLive || this.#news !== 'none') this.#reprice(situation, tick);
    else this.#confirm(situation, tick);
    this.#news = 'none';
    this.#report = report && publishedReport(this.book, report);
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
  goLive(situation: GameSituation, tick: Tick): void {
    const { hasLiveOdds } = this.book.profile;
    const staysOpen = ({ group }: MarketQuote) => hasLiveOdds && IN_PLAY.has(group);
    for (const quote of this.#quotes) if (!staysOpen(quote)) quote.withdraw(tick);
    this.#quotes = this.#quotes.filter(staysOpen);
    this.look(situation, tick);
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

  #reprice({ game, isLive }: GameSituation, tick: Tick): void {
    const model = game.scoreModel(this.#rating);
    for (const bias of this.#biases) bias.update(tick.random);
    for (const quote of this.#quotes) quote.reprice(model, isLive, tick);
  }

  #confirm({ game, isLive }: GameSituation, tick: Tick): void {
    // Most looks need no model, and making one is costly.
    let model: ScoreModel | undefined;
    const lazyModel = () => {
      model ??= game.scoreModel(this.#rating);
      return model;
    };
    for (const quote of this.#quotes) quote.confirm(lazyModel, isLive, tick);
  }

  /** All lines on one player are priced with one bias. */
  #biasFor(
    { selections: [first] }: Market,
    group: MarketGroup,
    byPlayer: Map<string, EstimateBias>,
    random: Random,
  ): BiasValue {
    if (!isOnPlayers(group)) return NO_BIAS;
    // Markets on a player name their selections after the player.
    const player = first?.name ?? '';
    const known = byPlayer.get(player);
    if (known !== undefined) return known;
    const bias = new EstimateBias(this.book.trading.ratingError, random);
    byPlayer.set(player, bias);
    this.#biases.push(bias);
    return bias;
  }

  #updateRating({ sport, rating }: GameSituation, random: Random): void {
    const innovation = this.book.trading.ratingError * ERROR_INNOVATION;
    this.#error = {
      margin: ERROR_PERSISTENCE * this.#error.margin + innovation * random.normal(),
      total: ERROR_PERSISTENCE * this.#error.total + innovation * random.normal(),
    };
    this.#rating = {
      margin: rating.margin + this.#error.margin * sport.deviation.margin,
      total: rating.total + this.#error.total * sport.deviation.total,
    };
  }
}

function publishedReport(
  { trading: { liveState }, profile }: Bookmaker,
  report: GameReport,
): GameReport | null {
  if (liveState === 'none' || !profile.hasLiveOdds) return null;
  if (liveState === 'full') return report;
  const { reportedAt, homeScore, awayScore, gamePeriod, gameClock } = report;
  return {
    reportedAt,
    homeScore,
    awayScore,
    gamePeriod,
    gameClock: liveState === 'score-and-clock' ? gameClock : null,
  };
}
