import type { MarketGroup } from '../markets/market.ts';

/** How many markets books offer on a game. */
export interface MarketCoverage {
  /** Multiplies the chance that a book offers a market of the group. */
  readonly offerFactor: Readonly<Record<MarketGroup, number>>;
  /** How many steps from the main line the furthest alternate line is. */
  readonly alternates: number;
  /** How many players of a side have props. */
  readonly players: number;
}

const MARQUEE: MarketCoverage = {
  offerFactor: {
    main: 1,
    alternate: 0.8,
    team_total: 0.8,
    game_prop: 1,
    exact_score: 1,
    period: 0.8,
    player_prop: 1,
    scorer: 1,
    outright: 1,
  },
  alternates: 5,
  players: 11,
};

const REGULAR: MarketCoverage = {
  offerFactor: {
    ...MARQUEE.offerFactor,
    alternate: 0.3,
    team_total: 0.5,
    game_prop: 0.3,
    exact_score: 0.15,
    period: 0.1,
    player_prop: 0.25,
    scorer: 0.15,
  },
  alternates: 2,
  players: 4,
};

const SMALL: MarketCoverage = {
  offerFactor: {
    ...MARQUEE.offerFactor,
    alternate: 0.3,
    team_total: 0.4,
    game_prop: 0.1,
    exact_score: 0.3,
    period: 0.1,
    player_prop: 0.25,
    scorer: 0,
  },
  alternates: 1,
  players: 3,
};

/** Marquee and regular games are in large leagues, small games in the others. */
export const COVERAGE_LEVELS = { marquee: MARQUEE, regular: REGULAR, small: SMALL };
