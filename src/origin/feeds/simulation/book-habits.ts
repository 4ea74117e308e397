import { SPORTSBOOKS } from '../../sportsbooks.ts';
import type { MarketGroup } from './markets.ts';

/** How a book makes prices. */
export interface BookHabits {
  /** What an even two-way market adds up to above 1. */
  readonly margin: number;
  /** How far its opinion strays from the best one, in the scatter of results. */
  readonly error: number;
  /** Average seconds until it looks at an event again: its lag behind what happens. */
  readonly pregameSeconds: number;
  readonly liveSeconds: number;
  /** American odds are multiples of this. */
  readonly tick: 1 | 5;
  /** How likely it is to offer a market of the group on an event that it covers. */
  readonly offers: Readonly<Record<MarketGroup, number>>;
  /** How much it shows of a live game. */
  readonly shows: 'nothing' | 'score' | 'clock' | 'everything';
}

/** Makes the market: a small margin, a good opinion, quick. */
const MAKER: BookHabits = {
  margin: 0.028,
  error: 0.006,
  pregameSeconds: 40,
  liveSeconds: 5,
  tick: 1,
  offers: { main: 0.95, alternate: 0.4, team_total: 0.25, prop: 0.22 },
  shows: 'clock',
};

/** People trade with each other: hardly any margin, main markets only. */
const EXCHANGE: BookHabits = {
  margin: 0.018,
  error: 0.006,
  pregameSeconds: 45,
  liveSeconds: 6,
  tick: 1,
  offers: { main: 0.92, alternate: 0.15, team_total: 0.08, prop: 0.2 },
  shows: 'nothing',
};

/** Follows the market makers, for the public: a large margin, many markets, slow. */
const RECREATIONAL: BookHabits = {
  margin: 0.048,
  error: 0.018,
  pregameSeconds: 85,
  liveSeconds: 13,
  tick: 5,
  offers: { main: 0.95, alternate: 0.34, team_total: 0.42, prop: 0.4 },
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
    offers: { main: 0.8, alternate: 0, team_total: 0, prop: 0.65 },
  },
  skybet: { ...RECREATIONAL, margin: 0.058, error: 0.02 },
  fanatics: { ...RECREATIONAL, margin: 0.05 },
  bet365: { ...RECREATIONAL, margin: 0.047, liveSeconds: 8, tick: 1 },
  williamhill: { ...RECREATIONAL, margin: 0.055 },
  pinnacle: { ...MAKER, margin: 0.024, error: 0.003, pregameSeconds: 30, liveSeconds: 4 },
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
