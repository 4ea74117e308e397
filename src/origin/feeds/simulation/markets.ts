import type { Side } from '../../live-reports.ts';
import { normalAbove } from './normal.ts';
import type { Outlook, Sport } from './sport.ts';

/** What a book decides by whether it offers a market at all. */
export type MarketGroup = 'main' | 'alternate' | 'team_total' | 'prop';

export interface Selection {
  readonly name: string;
  readonly type: 'home' | 'draw' | 'away' | 'over' | 'under';
}

/** A player's figure that a prop is about. The average moves with the news. */
export interface PlayerFigure {
  readonly player: string;
  readonly statCategory: string;
  readonly deviation: number;
  average: number;
}

/**
 * A market of one event. All books price it from what they believe: their outlook, and for a
 * prop their `tilt`, by how many deviations they think the player better than average.
 */
export interface Market {
  readonly type: string;
  readonly group: MarketGroup;
  readonly selections: readonly Selection[];
  /** For a prop. */
  readonly figure: PlayerFigure | null;
  /** Whether the second selection carries the first one's line with the sign changed. */
  readonly hasOpposedLines: boolean;
  /** The line that a book offers after `current`, the one it has; null where the market has none. */
  line(outlook: Outlook, tilt: number, current: number | null): number | null;
  /** In the order of the selections; the line is the first one's. */
  probabilities(outlook: Outlook, tilt: number, line: number): readonly number[];
}

/** Lines stay while they are no further than this from what the book believes. */
const LINE_TOLERANCE = 0.85;

const OVER_UNDER = [
  { name: 'Over', type: 'over' },
  { name: 'Under', type: 'under' },
] as const;

/** Every market of a game. A prop and a team total name the player or the team as their selection. */
export function marketsOf(
  sport: Sport,
  teams: Readonly<Record<Side, string>>,
  figures: readonly { readonly marketType: string; readonly figure: PlayerFigure }[],
): Market[] {
  const { hasDraw, spread, smallestSpread, alternateSpreads } = sport.markets;
  const { total, alternateTotals, hasTeamTotals } = sport.markets;
  const offers = (team: Side) => teamTotal(team, teams[team]);
  return [
    moneyline(teams, hasDraw),
    spreadMarket(spread, teams, smallestSpread, 0),
    totalMarket(total, 0),
    ...alternateSpreads.map((offset) => spreadMarket(spread, teams, smallestSpread, offset)),
    ...alternateTotals.map((offset) => totalMarket(total, offset)),
    ...(hasTeamTotals ? [offers('home'), offers('away')] : []),
    ...figures.map(({ marketType, figure }) => prop(marketType, figure)),
  ];
}

function moneyline(teams: Readonly<Record<Side, string>>, hasDraw: boolean): Market {
  const home: Selection = { name: teams.home, type: 'home' };
  const away: Selection = { name: teams.away, type: 'away' };
  return {
    type: 'moneyline',
    group: 'main',
    selections: hasDraw ? [home, { name: 'Draw', type: 'draw' }, away] : [home, away],
    figure: null,
    hasOpposedLines: false,
    line: () => null,
    probabilities: ({ outcome }) =>
      hasDraw ? [outcome.home, outcome.draw, outcome.away] : [outcome.home, outcome.away],
  };
}

function spreadMarket(
  type: string,
  teams: Readonly<Record<Side, string>>,
  smallest: number,
  offset: number,
): Market {
  return {
    type,
    group: offset === 0 ? 'main' : 'alternate',
    selections: [
      { name: teams.home, type: 'home' },
      { name: teams.away, type: 'away' },
    ],
    figure: null,
    hasOpposedLines: true,
    line: ({ expected }, _tilt, current) => {
      const main = nextLine(-expected.margin, current === null ? null : current - offset);
      return (Math.abs(main) < smallest ? Math.sign(main) * smallest : main) + offset;
    },
    probabilities: (outlook, _tilt, line) => twoSides(outlook.covers(line)),
  };
}

function totalMarket(type: string, offset: number): Market {
  return {
    type,
    group: offset === 0 ? 'main' : 'alternate',
    selections: OVER_UNDER,
    figure: null,
    hasOpposedLines: false,
    line: ({ expected }, _tilt, current) =>
      nextLine(expected.total, current === null ? null : current - offset) + offset,
    probabilities: (outlook, _tilt, line) => twoSides(outlook.totalAbove(line)),
  };
}

function teamTotal(side: Side, team: string): Market {
  return {
    type: 'team_total',
    group: 'team_total',
    selections: OVER_UNDER.map(({ type }) => ({ name: team, type })),
    figure: null,
    hasOpposedLines: false,
    line: ({ expected }, _tilt, current) => nextLine(expected[side], current),
    probabilities: (outlook, _tilt, line) => twoSides(outlook.scoreAbove(side, line)),
  };
}

function prop(type: string, figure: PlayerFigure): Market {
  const believed = (tilt: number) => figure.average + tilt * figure.deviation;
  return {
    type,
    group: 'prop',
    selections: OVER_UNDER.map(({ type: overUnder }) => ({ name: figure.player, type: overUnder })),
    figure,
    hasOpposedLines: false,
    line: (_outlook, tilt, current) => Math.max(0.5, nextLine(believed(tilt), current)),
    probabilities: (_outlook, tilt, line) =>
      twoSides(normalAbove(line, believed(tilt), figure.deviation)),
  };
}

function twoSides(first: number): readonly number[] {
  return [first, 1 - first];
}

/** The half number nearest to `center`, or `current` where it is near enough. */
function nextLine(center: number, current: number | null): number {
  if (current !== null && Math.abs(center - current) <= LINE_TOLERANCE) return current;
  return Math.floor(center) + 0.5;
}
