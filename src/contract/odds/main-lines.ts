import { slugOf } from '../slugs.ts';
import type { ComparedPrice } from './compare-markets.ts';
import { impliedBy } from './complete-markets.ts';
import { isHandicap, positionOf } from './covering-sides.ts';
import { foldName, isMixed } from './selection-name.ts';

/** What a price is on, apart from its line. */
interface Selection {
  readonly marketType: string;
  readonly selection: string;
  readonly selectionType: string;
  readonly player: string | null;
}

/** Where a price stands in a market type of an event. */
export interface Place {
  /** The player or team that it is about, and the sides that can oppose each other; the same for all sides. */
  readonly subject: string;
  /** Which of these sides it is. Where sides have no opposites, as in outrights, the name tells them apart. */
  readonly side: string;
  /** The line from the point of view of the home side or the over: the same for all sides of a market. */
  readonly line: number | null;
}

/** A price of one sportsbook. */
interface Quote {
  readonly place: Place;
  /** Its implied probability. */
  readonly probability: number;
}

const NO_TEAMS = { home_team: null, away_team: null };

export function placeOf(
  { marketType, selection, selectionType, player }: Selection,
  line: number | null,
): Place {
  const type = slugOf(selectionType);
  const position = positionOf(
    { market_type: marketType, selection, selection_type: type, player_name: player, line },
    NO_TEAMS,
  );
  if (position === null) return { subject: '', side: `${type}|${selection}`, line: null };
  const [family] = position.family;
  // The sides of the match itself are named by teams, which sportsbooks spell differently.
  const isOnMatch = family === 'home' && !isMixed(marketType);
  const subject = isOnMatch ? apartFromMatch(selection) : position.subject;
  // Elsewhere, a line of a team is that of its own total, and opposes none of the other's.
  if (family === 'home' && line && !isHandicap(marketType)) {
    return { subject: `own|${type}|${subject}`, side: type, line };
  }
  return { subject: `${family}|${subject}`, side: type, line: position.line };
}

/**
 * What sets a name apart from those of the sides that have its selection type: "France No" is the bet against "France" and
 * "France Yes", and "Spain @ France Yes", which names both teams, is one on the draw.
 */
function apartFromMatch(selection: string): string {
  const words = foldName(selection);
  if (BETWEEN_TEAMS.test(selection)) return words.join(' ');
  return words.at(-1) === 'no' ? 'no' : '';
}

/** Not the initial of "V. Kudermetova" or "Juan V. Perez". */
const BETWEEN_TEAMS = /\S (@|v|vs\.?) \S/;

/**
 * The main line of a market at one sportsbook: of all its lines, the one whose two sides are nearest to even, that is,
 * whose implied probabilities differ least. A line with one side alone counts only if none has two. Of two that are
 * equally even, the one that was the main line before stays it; else the one nearer to zero; of -3.5 and 3.5, the first.
 *
 * `quotes` are all open prices, or all prices if none is open, of one sportsbook on one market type and one subject.
 * Returns those of the main line.
 */
export function mainLine<Q extends Quote>(quotes: readonly Q[], before: number | null): Q[] {
  let best: { readonly quotes: Q[]; readonly rank: readonly number[] } | null = null;
  for (const [line, members] of Map.groupBy(quotes, ({ place }) => place.line)) {
    const rank = [...unevenness(members), line === before ? 0 : 1, Math.abs(line ?? 0), line ?? 0];
    if (best === null || isLess(rank, best.rank)) best = { quotes: members, rank };
  }
  return best?.quotes ?? [];
}

/** Of the prices of one event, in their order, those on the main line of each sportsbook in each market. */
export function onMainLines<Price extends ComparedPrice>(prices: Iterable<Price>): Price[] {
  /** Sportsbooks share nearly all names, so each place is worked out once. */
  const places = new Map<string, Place>();
  const quotes = Array.from(prices, (price) => {
    const { market_type: marketType, selection, selection_type: selectionType } = price;
    const { player_name: player = null, line = null } = price;
    const bet = `${marketType}|${selectionType}|${selection}|${player}|${line}`;
    const place =
      places.get(bet) ?? placeOf({ marketType, selection, selectionType, player }, line);
    places.set(bet, place);
    const group = [price.sportsbook, marketType, place.subject].join('|');
    return { price, place, group, probability: impliedBy(price) };
  });
  const groups = Map.groupBy(quotes, ({ group }) => group);
  const main = new Set([...groups.values()].flatMap((members) => mainLine(openOf(members), null)));
  return quotes.filter((quote) => main.has(quote)).map(({ price }) => price);
}

/** Without the suspended ones, which win nothing, unless all are. */
export function openOf<Q extends Quote>(quotes: readonly Q[]): readonly Q[] {
  const open = quotes.filter(({ probability }) => probability < 1);
  return open.length > 0 ? open : quotes;
}

/** Whether a side is missing (1), and then how far the sides are from even, a lone one from 0.5. A draw has no opposite. */
function unevenness(quotes: readonly Quote[]): [number, number] {
  const bySide = new Map(quotes.map(({ place, probability }) => [place.side, probability]));
  bySide.delete('draw');
  const [first = 1, second] = bySide.values();
  return second === undefined ? [1, Math.abs(first - 0.5)] : [0, Math.abs(first - second)];
}

/** Whether the first numbers in which the lists differ are in this order. */
export function isLess(one: readonly number[], other: readonly number[]): boolean {
  const differing = one.findIndex((value, index) => value !== other[index]);
  return differing >= 0 && (one[differing] ?? 0) < (other[differing] ?? 0);
}
