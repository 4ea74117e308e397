import {
  isMixed,
  lacksPlayer,
  type NamedSelection,
  subjectOf,
  type Teams,
} from './selection-name.ts';

/** Groups of selection types that oppose each other. */
const FAMILIES: readonly (readonly string[])[] = [
  ['home', 'draw', 'away'],
  ['over', 'under'],
  ['yes', 'no'],
  ['odd', 'even'],
  ['home_over', 'home_under'],
  ['away_over', 'away_under'],
];

const familyOf: ReadonlyMap<string, readonly string[]> = new Map(
  FAMILIES.flatMap((family) => family.map((side) => [side, family] as const)),
);

/** Markets on home and away without a draw: it returns the stakes, or they are on which team advances. */
const WITHOUT_DRAW = /(^|_)(draw_no_bet|to_qualify|to_advance)(_|$)/i;

/** Markets on home and away with opposite lines. */
const HANDICAP = /(^|_)(spread|handicap|puck_line|run_line)(_|$)/i;

/** Markets on the winner of the match or of a part of it. */
const MONEYLINE = /(^|_)moneyline(_|$)/i;

/**
 * Markets that combine the match's result with a total: `home_over` is a home win with a high total, so `home_over` and
 * `home_under` leave other results out.
 */
const COMBINED = /^match_result_/i;

/** Sports whose moneyline has three sides even where no sportsbook prices the draw. In others, that price tells. */
const SPORTS_WITH_DRAWS = new Set(['soccer']);

const HOME_AND_AWAY = ['home', 'away'];

/** Whether the market is on the winner of the match or a part of it. Some sports and sportsbooks have a draw in it. */
export function isMoneyline(marketType: string): boolean {
  return MONEYLINE.test(marketType);
}

/** What tells the markets of an event and market type apart, as far as names do: prices on one have equal positions. */
export interface MarketPosition {
  /** The selection types that can oppose each other in the market. */
  readonly family: readonly string[];
  /** The line of the home side, or of the over. */
  readonly line: number | null;
  /** The player or team that the market is about; empty for the match itself, and where the family names the team. */
  readonly subject: string;
}

export interface MarketDescription extends MarketPosition {
  readonly marketType: string;
  readonly sport: string;
}

/**
 * Which market a selection of an event and market type is on. Null if the selection type has no
 * opposite, as in outrights and correct scores.
 */
export function positionOf(selection: NamedSelection, teams: Teams): MarketPosition | null {
  const family = familyOf.get(selection.selection_type);
  if (family === undefined) return null;
  return { family, line: homeLine(selection), subject: subjectOf(selection, teams) };
}

/** Whether the selection type is of a family, as over and under, or home, draw and away. */
export function hasOpposite(selectionType: string): boolean {
  return familyOf.has(selectionType);
}

/** The line from the home side's point of view: +3.5 on the away team is -3.5. Only in handicaps are these one market. */
function homeLine({ line = null, selection_type: side }: NamedSelection): number | null {
  return side === 'away' && line !== null ? oppositeLine(line) : line;
}

/** The line of the other side of a handicap; never -0, which is not 0 as part of a key. */
export function oppositeLine(line: number): number {
  return line === 0 ? 0 : -line;
}

/** Whether home and away have opposite lines in a market. */
export function isHandicap(marketType: string): boolean {
  return HANDICAP.test(marketType);
}

/**
 * The selection types that together cover every outcome of a market but those that return the stakes. Null if the market
 * type doesn't show that they do: in some real markets both home and away can lose ("to win to nil"), or both can win.
 * Null also for prices on players that do not name them, since they may be on different ones. `drawIsPriced` says whether
 * any sportsbook has a price on the draw.
 */
export function coveringSides(
  market: MarketDescription,
  drawIsPriced: boolean,
): readonly string[] | null {
  const { family, line, marketType, subject } = market;
  const [first = ''] = family;
  if (isMixed(marketType) || lacksPlayer(marketType, first, subject)) return null;
  switch (first) {
    case 'home':
      return coveringTeams(market, drawIsPriced);
    case 'yes':
    case 'odd':
      return family;
    default: // Totals. Without a line, over and under may be of different numbers.
      return line === null || COMBINED.test(marketType) ? null : family;
  }
}

/** `coveringSides` for markets on home, draw and away. */
function coveringTeams(
  { family, line, marketType, sport }: MarketDescription,
  drawIsPriced: boolean,
): readonly string[] | null {
  if (isMoneyline(marketType)) {
    return drawIsPriced || SPORTS_WITH_DRAWS.has(sport) ? family : HOME_AND_AWAY;
  }
  if (drawIsPriced) return null; // Beside it, home and away alone leave an outcome out.
  if (WITHOUT_DRAW.test(marketType)) return HOME_AND_AWAY;
  return isHandicap(marketType) && line !== null ? HOME_AND_AWAY : null;
}
