import { type BookProfile, SPORTSBOOKS } from '../../../sportsbook-table.ts';
import type { MarketGroup } from '../markets/market.ts';

/** How a book prices and which markets it offers. */
export interface TradingProfile {
  /** The margin of an even two-way market: what its implied probabilities add up to above 1. */
  readonly margin: number;
  /**
   * The error in the book's rating of a game (its expected margin and total). It is a standard deviation, as a
   * multiple of that of results in the sport.
   */
  readonly ratingError: number;
  /**
   * Average seconds between two times that the book looks at an event to update its prices, before and during the
   * game, and from news to the next look.
   */
  readonly pregameSeconds: number;
  readonly liveSeconds: number;
  readonly newsSeconds: number;
  /** American odds are multiples of this. */
  readonly oddsIncrement: 1 | 5;
  /** The chance to offer a market of the group on a game that it covers; `MarketCoverage.offerFactor` multiplies it. */
  readonly offerChance: Readonly<Record<MarketGroup, number>>;
  /** The chance that it offers not only the over but also the under of a player prop, on the main line. */
  readonly underChance: number;
  /** How much of the state of a live game it publishes. */
  readonly liveState: 'none' | 'score' | 'score-and-clock' | 'full';
}

/** Small margins, accurate ratings, fast. */
const MARKET_MAKER: TradingProfile = {
  margin: 0.028,
  ratingError: 0.006,
  pregameSeconds: 70,
  liveSeconds: 5,
  newsSeconds: 3,
  oddsIncrement: 1,
  offerChance: {
    main: 0.95,
    alternate: 0.6,
    team_total: 0.4,
    game_prop: 0.14,
    exact_score: 0.06,
    period: 0.14,
    player_prop: 0.08,
    scorer: 0.05,
    outright: 0.2,
  },
  underChance: 0.5,
  liveState: 'score-and-clock',
};

/** Bettors trade with each other: hardly any margin, and mostly main markets. */
const EXCHANGE: TradingProfile = {
  margin: 0.018,
  ratingError: 0.006,
  pregameSeconds: 75,
  liveSeconds: 6,
  newsSeconds: 4,
  oddsIncrement: 1,
  offerChance: {
    main: 0.92,
    alternate: 0.2,
    team_total: 0.1,
    game_prop: 0.06,
    exact_score: 0.05,
    period: 0.04,
    player_prop: 0.18,
    scorer: 0.04,
    outright: 0.3,
  },
  underChance: 0.25,
  liveState: 'none',
};

/** Follows the market makers: large margins, many markets, slow. */
const RECREATIONAL: TradingProfile = {
  margin: 0.048,
  ratingError: 0.018,
  pregameSeconds: 100,
  liveSeconds: 13,
  newsSeconds: 7,
  oddsIncrement: 5,
  offerChance: {
    main: 0.95,
    alternate: 0.45,
    team_total: 0.42,
    game_prop: 0.16,
    exact_score: 0.2,
    period: 0.1,
    player_prop: 0.2,
    scorer: 0.24,
    outright: 0.3,
  },
  underChance: 0.04,
  liveState: 'full',
};

const TRADING_PROFILES: Readonly<Record<string, TradingProfile>> = {
  draftkings: { ...RECREATIONAL, margin: 0.045, liveSeconds: 9 },
  fanduel: { ...RECREATIONAL, margin: 0.046, liveSeconds: 9, oddsIncrement: 1 },
  betmgm: { ...RECREATIONAL, ratingError: 0.02 },
  caesars: { ...RECREATIONAL, ratingError: 0.02 },
  betrivers: { ...RECREATIONAL, margin: 0.052, oddsIncrement: 1 },
  bovada: { ...RECREATIONAL, liveState: 'score-and-clock' },
  bwin: { ...RECREATIONAL, margin: 0.054 },
  hardrock: RECREATIONAL,
  thescorebet: { ...RECREATIONAL, liveState: 'score-and-clock' },
  ladbrokes: { ...RECREATIONAL, margin: 0.056, ratingError: 0.02 },
  underdog: {
    ...RECREATIONAL,
    margin: 0.06,
    ratingError: 0.024,
    offerChance: {
      ...RECREATIONAL.offerChance,
      main: 0.8,
      alternate: 0,
      team_total: 0,
      game_prop: 0,
      exact_score: 0,
      period: 0,
      player_prop: 0.5,
    },
  },
  skybet: { ...RECREATIONAL, margin: 0.058, ratingError: 0.02 },
  fanatics: { ...RECREATIONAL, margin: 0.05 },
  bet365: { ...RECREATIONAL, margin: 0.047, liveSeconds: 8, oddsIncrement: 1 },
  williamhill: { ...RECREATIONAL, margin: 0.055 },
  pinnacle: {
    ...MARKET_MAKER,
    margin: 0.024,
    ratingError: 0.003,
    pregameSeconds: 50,
    liveSeconds: 4,
  },
  circa: { ...MARKET_MAKER, margin: 0.03, ratingError: 0.004 },
  novig: EXCHANGE,
  polymarket: { ...EXCHANGE, margin: 0.02 },
  kalshi: { ...EXCHANGE, margin: 0.022 },
  sx_bet: { ...EXCHANGE, margin: 0.022, liveState: 'score' },
  saba: { ...MARKET_MAKER, margin: 0.042, ratingError: 0.01, liveSeconds: 8 },
  sportzino: { ...RECREATIONAL, margin: 0.062, ratingError: 0.022, liveState: 'score' },
  prophetx: EXCHANGE,
  betfair_exchange: { ...EXCHANGE, margin: 0.016, liveState: 'score-and-clock' },
  smarkets: { ...EXCHANGE, margin: 0.016, liveState: 'score' },
  matchbook: { ...EXCHANGE, margin: 0.018 },
  bookmaker: { ...MARKET_MAKER, margin: 0.03 },
  betonline: { ...MARKET_MAKER, margin: 0.038, ratingError: 0.01, pregameSeconds: 60 },
  betcris: { ...MARKET_MAKER, margin: 0.032 },
  sbobet: { ...MARKET_MAKER, margin: 0.03 },
  singbet: { ...MARKET_MAKER, margin: 0.028, ratingError: 0.005 },
};

export interface Bookmaker {
  readonly profile: BookProfile;
  readonly trading: TradingProfile;
}

/** The simulated books, in the order of the table of sportsbooks. */
export const BOOKMAKERS: readonly Bookmaker[] = SPORTSBOOKS.map((profile) => ({
  profile,
  trading: TRADING_PROFILES[profile.id] ?? RECREATIONAL,
}));
