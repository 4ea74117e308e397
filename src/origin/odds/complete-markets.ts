import type { Odds } from '../../contract/odds.ts';
import { type BetPlace, coveringSides } from './covering-sides.ts';
import { subjectOf } from './selection-name.ts';

/** Selection types that are each other's opposite: together they cover every outcome of a market. */
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

/** Null for a price whose selection type has no known opposite, as in outrights or correct scores. */
export function placeOf(odds: Odds): BetPlace | null {
  const family = familyOf.get(odds.selection_type);
  if (family === undefined || !(odds.odds_decimal > 0)) return null;
  return { family, line: homeLine(odds), subject: subjectOf(odds) };
}

/** One bet with all its sides: one market, one line, one player, in one event. */
export interface MarketSet {
  /** The line as the home side, or the over, has it. */
  readonly line: number | null;
  /** The selection types that must all be priced: two, or three where there is a draw. */
  readonly sides: readonly string[];
  /** Every price, by selection type. */
  readonly prices: ReadonlyMap<string, readonly Odds[]>;
}

/**
 * Groups the prices of one event and market type into bets whose sides cover every outcome. Prices
 * of which that is not known, as in outrights or correct scores, belong to none.
 */
export function marketSets(rows: Iterable<Odds>): MarketSet[] {
  const groups = new Map<string, { readonly place: BetPlace; readonly odds: [Odds, ...Odds[]] }>();
  for (const odds of rows) {
    const place = placeOf(odds);
    if (place === null) continue;
    const key = `${place.family[0]}|${place.line}|${place.subject}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { place, odds: [odds] });
    else group.odds.push(odds);
  }
  return [...groups.values()].flatMap(({ place, odds: [first, ...others] }) => {
    const prices = Map.groupBy([first, ...others], (odds) => odds.selection_type);
    const { market_type: marketType, sport } = first;
    const sides = coveringSides({ ...place, marketType, sport }, prices.has('draw'));
    return sides === null ? [] : [{ line: place.line, sides, prices }];
  });
}

/**
 * Hold in percent over the sides of a bet, `(sum of implied probabilities - 1) x 100`, with the best
 * of the given prices on each side. Null where a side has no price.
 */
export function holdPercent(set: MarketSet, counts: (odds: Odds) => boolean): number | null {
  let sum = 0;
  for (const side of set.sides) {
    const decimals = (set.prices.get(side) ?? []).filter(counts).map((odds) => odds.odds_decimal);
    if (decimals.length === 0) return null;
    sum += 1 / Math.max(...decimals);
  }
  return (sum - 1) * 100;
}

/** The line from the home side's point of view: a handicap of +3.5 on the away team is -3.5 here. */
function homeLine(odds: Odds): number | null {
  const line = odds.line ?? null;
  if (line === null || odds.selection_type !== 'away') return line;
  return line === 0 ? 0 : -line;
}
