import { isHandicap } from '../../../contract/odds/covering-sides.ts';
import {
  foldText,
  isMixed,
  subjectOf as subjectBeyondSide,
  unsaidParts,
} from '../../../contract/odds/selection-name.ts';
import type { Quote } from './quote.ts';

/** A side of a market, such as a team or `Over`. */
export interface Side {
  readonly key: string;
  readonly label: string;
}

/** What a price is on, by the names that its sportsbook gives it. */
type NamedSide = Pick<Quote, 'selection' | 'marketType' | 'selectionType'>;
type NamedQuote = NamedSide & Pick<Quote, 'playerName' | 'line'>;

/** The line as both sides of a market share it: the home team's for handicaps. `0 - line` is never -0. */
export function lineOf(quote: Pick<NamedQuote, 'line' | 'selectionType' | 'marketType'>) {
  const { line, selectionType, marketType } = quote;
  return line !== null && selectionType === 'away' && isHandicap(marketType) ? 0 - line : line;
}

/**
 * The word for a side at the end of a selection such as `LeBron James Over`. Of many names in one market, as of those who
 * may score first, each is a side: "Rodri Yes" is "Rodri".
 */
function sideWord({ selection, selectionType, marketType }: NamedSide) {
  const isOneOfMany = selectionType === 'other' && !marketType.startsWith('player_');
  return isOneOfMany ? null : / (Over|Under|Yes|No)$/.exec(selection);
}

/** The player or team that the market is about; empty for the event as a whole. */
export function subjectOf(quote: NamedQuote): string {
  const { playerName, selection, marketType, selectionType, line } = quote;
  if (playerName != null) return playerName;
  const match = sideWord(quote);
  if (match !== null) return selection.slice(0, match.index);
  if (marketType.startsWith('player_')) return selection;
  if (!['over', 'under'].includes(selectionType)) return '';
  // Of anything but the event, such as a player, or a result together with a total, the name says more than its line.
  const named = { market_type: marketType, selection_type: selectionType, selection, line };
  return subjectBeyondSide(named, {}) && selection;
}

/** What the prices of one market share, however its player is spelt. */
export function marketKey(quote: Quote): string {
  return `${quote.eventId}|${quote.marketType}|${foldText(subjectOf(quote))}`;
}

/**
 * The labels of the sides that their selection type alone identifies, in the order in which they are shown; all other sides
 * follow. A team is labelled with its selection.
 */
const LABELS: Readonly<Record<string, string>> = {
  away: '',
  home: '',
  draw: 'Draw',
  over: 'Over',
  under: 'Under',
  yes: 'Yes',
  no: 'No',
};

const ORDER = Object.keys(LABELS);

/** What tells the sides of a market apart: "France No" is not the home side of "France". */
export function sideKey(quote: NamedSide): string {
  const { selectionType: side, selection, marketType } = quote;
  // Only the whole name says what a proposition of any kind is on. Outrights on one name may be several bets.
  if (isMixed(marketType) || side === 'outright') return `${side}|${selection}`;
  const word = sideWord(quote)?.[1] ?? side;
  return ORDER.includes(side) && word.toLowerCase() === side ? side : keyOfName(side, selection);
}

/** Remembered by selection type and selection, since keys are asked for whenever a price changes. */
const keysOfNames = new Map<string, string>();

/** A page that stays open for days sees the names of ever more games: at so many, they are forgotten. */
const NAMES_MAX = 50_000;

/** A key that all names of one selection share. Unlike the graph's comparisons, it is made without knowing the teams. */
function keyOfName(side: string, selection: string): string {
  const name = `${side}|${selection}`;
  const known = keysOfNames.get(name);
  if (known !== undefined) return known;
  const named = { market_type: '', selection_type: side, selection };
  const key = isScore(side, selection)
    ? side
    : `${side}|${unsaidParts(named, {})}|${subjectBeyondSide(named, {})}`;
  if (keysOfNames.size >= NAMES_MAX) keysOfNames.clear();
  keysOfNames.set(name, key);
  return key;
}

/** Whether a name says no more than the goals of home and away, as "2-1" and "England 2, Argentina 1" do. */
function isScore(side: string, selection: string): boolean {
  return selection.replace('-', '_').replace(/^\D+ (\d+), \D+ (\d+)$/, '$1_$2') === side;
}

/** Each side with the shortest of its names. */
export function sidesOf(quotes: Iterable<Quote>): Side[] {
  const labels = new Map<string, string>();
  for (const quote of quotes) {
    const key = sideKey(quote);
    const word = sideWord(quote)?.[1] ?? (LABELS[key] || quote.selection);
    if (word.length <= (labels.get(key) ?? word).length) labels.set(key, word);
  }
  const rank = (key: string) => ORDER.indexOf(key) + 1 || 99;
  return [...labels]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([key, label]) => ({ key, label }));
}
