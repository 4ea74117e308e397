import { isHandicap } from '../../../contract/odds/covering-sides.ts';
import {
  foldText,
  isMixed,
  subjectOf as subjectBeyondSide,
} from '../../../contract/odds/selection-name.ts';
import type { Quote } from './quote.ts';

/** A side of a market, such as a team or `Over`. */
export interface Side {
  readonly key: string;
  readonly label: string;
}

/** What a price is on, by the names that its sportsbook gives it. */
type NamedQuote = Pick<Quote, 'playerName' | 'selection' | 'marketType' | 'selectionType' | 'line'>;

/** The line as both sides of a market share it: the home team's for handicaps. `0 - line` is never -0. */
export function lineOf(quote: Pick<NamedQuote, 'line' | 'selectionType' | 'marketType'>) {
  const { line, selectionType, marketType } = quote;
  return line !== null && selectionType === 'away' && isHandicap(marketType) ? 0 - line : line;
}

/** The word for a side at the end of a selection such as `LeBron James Over`. */
const SIDE_WORD = / (Over|Under|Yes|No)$/;

/** The player or team that the market is about; empty for the event as a whole. */
export function subjectOf(quote: NamedQuote): string {
  const { playerName, selection, marketType, selectionType } = quote;
  if (playerName != null) return playerName;
  const match = SIDE_WORD.exec(selection);
  if (match !== null) return selection.slice(0, match.index);
  if (marketType.startsWith('player_')) return selection;
  // Over and under of anything but the event: a player, or a result together with a total.
  return OVER_OR_UNDER.has(selectionType) && saysMore(quote) ? selection : '';
}

const OVER_OR_UNDER: ReadonlySet<string> = new Set(['over', 'under']);

/** Whether a name says more than its side and its line, as "Over 2.5" does not. */
function saysMore({ marketType, selection, selectionType, line }: NamedQuote): boolean {
  if (selection.toLowerCase() === selectionType) return false;
  const named = { market_type: marketType, selection, selection_type: selectionType, line };
  return subjectBeyondSide(named, {}) !== '';
}

/** What the prices of one market share, however its player is spelt. */
export function marketKey(quote: Quote): string {
  return `${quote.eventId}|${quote.marketType}|${foldText(subjectOf(quote))}`;
}

/** The labels of sides whose selection is the player or team that the market is about. */
const LABELS: Readonly<Record<string, string>> = {
  over: 'Over',
  under: 'Under',
  yes: 'Yes',
  no: 'No',
};

/** The sides in the order in which they are shown. Others follow, with over before under. */
const ORDER = ['away', 'home', 'draw', 'over', 'under', 'yes', 'no'];

/**
 * The sides that are identified without the selection, since books spell the same selection in different ways. But
 * "France No" is not the home side of "France", and in a market of any propositions only the whole name tells them apart.
 */
const PLAIN_SIDES: ReadonlySet<string> = new Set(ORDER);

export function sideKey({
  selectionType: side,
  selection,
  marketType,
}: Pick<NamedQuote, 'selectionType' | 'selection' | 'marketType'>): string {
  const word = SIDE_WORD.exec(selection)?.[1]?.toLowerCase() ?? side;
  const isPlain = PLAIN_SIDES.has(side) && word === side && !isMixed(marketType);
  return isPlain ? side : `${side}|${selection}`;
}

export function sidesOf(quotes: Iterable<Quote>): Side[] {
  const labels = new Map<string, string>();
  for (const quote of quotes) {
    const word =
      SIDE_WORD.exec(quote.selection)?.[1] ?? LABELS[quote.selectionType] ?? quote.selection;
    labels.set(sideKey(quote), word);
  }
  const rank = (key: string) => (ORDER.indexOf(key) + 1 || 99) + (key.includes('over') ? -0.5 : 0);
  return Array.from(labels, ([key, label]) => ({ key, label })).sort(
    (a, b) => rank(a.key) - rank(b.key) || (a.label < b.label ? -1 : 1),
  );
}
