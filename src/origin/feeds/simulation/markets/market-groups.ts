import type { Trading } from '../../../sportsbook-table.ts';

/** Decides how many markets books offer on a game. Marquee and regular games are those of large leagues. */
export type Prominence = keyof typeof MOST_OFFERED;

/** How many steps from the main line the furthest alternate line is, and how many players of a side may have markets. */
export const MOST_OFFERED = {
  marquee: { alternates: 5, players: 11 },
  regular: { alternates: 2, players: 4 },
  small: { alternates: 1, players: 3 },
};

/** On what terms books offer a group of markets. */
interface Terms {
  /** In multiples of the margin on main markets. */
  readonly margin: number;
  /** The largest stake in USD. */
  readonly limit: number;
  /** The chance that a book of each style offers a market type of the group on a game that it covers. */
  readonly offered: Readonly<Record<Trading['style'], number>>;
  /** Multiplies that chance. */
  readonly factor: Readonly<Record<Prominence, number>>;
}

function terms(
  margin: number,
  limit: number,
  [maker, exchange, recreational, fantasy]: readonly [number, number, number, number],
  [marquee, regular, small]: readonly [number, number, number],
): Terms {
  const offered = { maker, exchange, recreational, fantasy };
  return { margin, limit, offered, factor: { marquee, regular, small } };
}

/**
 * No market type is of the group `alternate`. It has the terms of alternate lines of main markets, and the chance that a
 * book offers alternate lines of a market type, whatever its group.
 */
export const MARKET_GROUPS = {
  player_prop: terms(1.5, 500, [0.08, 0.16, 0.18, 0.5], [1, 0.25, 0.25]),
  team_total: terms(1.25, 2_000, [0.4, 0.1, 0.42, 0], [0.8, 0.5, 0.4]),
  scorer: terms(2.4, 250, [0.05, 0.04, 0.26, 0.24], [1, 0.15, 0]),
  main: terms(1, 20_000, [0.95, 0.92, 0.95, 0.8], [1, 1, 1]),
  outright: terms(2.8, 1_000, [0.2, 0.3, 0.3, 0.3], [1, 1, 1]),
  alternate: terms(1.15, 3_000, [0.6, 0.2, 0.45, 0], [0.8, 0.3, 0.3]),
  exact_score: terms(2.4, 500, [0.06, 0.05, 0.25, 0], [1, 0.15, 0.3]),
  game_prop: terms(1.3, 1_000, [0.14, 0.06, 0.16, 0], [1, 0.3, 0.1]),
  period: terms(1.3, 2_000, [0.14, 0.04, 0.1, 0], [0.8, 0.1, 0.1]),
};

export type MarketGroup = keyof typeof MARKET_GROUPS;
