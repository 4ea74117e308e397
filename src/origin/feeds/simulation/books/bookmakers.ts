import { SPORTSBOOKS } from '../../../sportsbooks.ts';
import type { MarketGroup } from '../markets/market.ts';

/** How a book makes prices. */
export interface BookHabits {
  /** What an even two-way market adds up to above 1. */
  readonly margin: number;
  /** How far its opinion strays from the best one, in the scatter of results. */
  readonly error: number;
  /** Average seconds until it looks at an event again, and until it acts on news. */
  readonly pregameSeconds: number;
  readonly liveSeconds: number;
  readonly newsSeconds: number;
  /** American odds are multiples of this. */
  readonly tick: 1 | 5;
  /** How likely it is to offer a market of the group on a marquee game that it covers. */
  readonly offers: Readonly<Record<MarketGroup, number>>;
  /** How likely the under of a prop is to stand beside the over, at its main line. */
  readonly unders: number;
  /** How much it shows of a live game. */
  readonly shows: 'nothing' | 'score' | 'clock' | 'everything';
}

/** Makes the market: a small margin, a good opinion, quick. */
const MAKER: BookHabits = {
  margin: 0.028,
  error: 0.006,
  pregameSeconds: 70,
  liveSeconds: 5,
  newsSeconds: 3,
  tick: 1,
  offers: {
    main: 0.95,
    alternate: 0.6,
    team_total: 0.4,
    special: 0.14,
    score: 0.06,
    period: 0.14,
    prop: 0.08,
    scorer: 0.05,
    outright: 0.2,
  },
  unders: 0.5,
  shows: 'clock',
};

/** People trade with each other: hardly any margin, main markets only. */
const EXCHANGE: BookHabits = {
  margin: 0.018,
  error: 0.006,
  pregameSeconds: 75,
  liveSeconds: 6,
  newsSeconds: 4,
  tick: 1,
  offers: {
    main: 0.92,
    alternate: 0.2,
    team_total: 0.1,
    special: 0.06,
    score: 0.05,
    period: 0.04,
    prop: 0.18,
    scorer: 0.04,
    outright: 0.3,
  },
  unders: 0.25,
  shows: 'nothing',
};

/** Follows the market makers, for the public: a large margin, many markets, slow. */
const RECREATIONAL: BookHabits = {
  margin: 0.048,
  error: 0.018,
  pregameSeconds: 100,
  liveSeconds: 13,
  newsSeconds: 7,
  tick: 5,
  offers: {
    main: 0.95,
    alternate: 0.45,
    team_total: 0.42,
    special: 0.16,
    score: 0.2,
    period: 0.1,
    prop: 0.2,
    scorer: 0.24,
    outright: 0.3,
  },
  unders: 0.04,
  shows: 'everything',
};

const HABITS: Readonly<Record<string, BookHabits>> = {
  draftkings: { ...RECREATIONAL, margin: 0.045, liveSeconds: 9 },
  fanduel: { ...RECREATIONAL, margin: 0.046, liveSeconds: 9, tick: 1 },
  betmgm: { ...RECREATIONAL, error: 0.02 },
  caesars: { ...RECREATIONAL, error: 0.02 },
  betrivers: { ...RECREATIONAL, margin: 0.052, tick: 1 },
  bovada: { ...RECREATIONAL, shows: 'clock' },
  bwin: { ...RECREATIONAL, margin: 0.054 },
  hardrock: RECREATIONAL,
  thescorebet: { ...RECREATIONAL, shows: 'clock' },
  ladbrokes: { ...RECREATIONAL, margin: 0.056, error: 0.02 },
  underdog: {
    ...RECREATIONAL,
    margin: 0.06,
    error: 0.024,
    offers: {
      ...RECREATIONAL.offers,
      main: 0.8,
      alternate: 0,
      team_total: 0,
      special: 0,
      score: 0,
      period: 0,
      prop: 0.5,
    },
  },
  skybet: { ...RECREATIONAL, margin: 0.058, error: 0.02 },
  fanatics: { ...RECREATIONAL, margin: 0.05 },
  bet365: { ...RECREATIONAL, margin: 0.047, liveSeconds: 8, tick: 1 },
  williamhill: { ...RECREATIONAL, margin: 0.055 },
  pinnacle: { ...MAKER, margin: 0.024, error: 0.003, pregameSeconds: 50, liveSeconds: 4 },
  circa: { ...MAKER, margin: 0.03, error: 0.004 },
  novig: EXCHANGE,
  polymarket: { ...EXCHANGE, margin: 0.02 },
  kalshi: { ...EXCHANGE, margin: 0.022 },
  sx_bet: { ...EXCHANGE, margin: 0.022, shows: 'score' },
  saba: { ...MAKER, margin: 0.042, error: 0.01, liveSeconds: 8 },
  sportzino: { ...RECREATIONAL, margin: 0.062, error: 0.022, shows: 'score' },
  prophetx: EXCHANGE,
  betfair_exchange: { ...EXCHANGE, margin: 0.016, shows: 'clock' },
  smarkets: { ...EXCHANGE, margin: 0.016, shows: 'score' },
  matchbook: { ...EXCHANGE, margin: 0.018 },
  bookmaker: { ...MAKER, margin: 0.03 },
  betonline: { ...MAKER, margin: 0.038, error: 0.01, pregameSeconds: 60 },
  betcris: { ...MAKER, margin: 0.032 },
  sbobet: { ...MAKER, margin: 0.03 },
  singbet: { ...MAKER, margin: 0.028, error: 0.005 },
};

/** The simulated books with their profiles, in the order of the table of sportsbooks. */
export const BOOKS = SPORTSBOOKS.map((profile) => ({
  profile,
  habits: HABITS[profile.id] ?? RECREATIONAL,
}));

export type Book = (typeof BOOKS)[number];
