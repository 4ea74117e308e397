import type { Odds } from '../../contract/odds/odds.ts';

/** Selection types whose selection may be a player or team that both sides share. */
const SIDE_WORD = /(over|under|yes|no|odd|even)$/;

/**
 * The selection with its side: "LeBron James Over" where the board says "LeBron James". Opportunities
 * have no selection type that would tell the over from the under.
 */
export function selectionLabel(odds: Odds): string {
  const word = SIDE_WORD.exec(odds.selection_type)?.[0];
  if (word === undefined || new RegExp(`\\b${word}\\b`, 'i').test(odds.selection)) {
    return odds.selection;
  }
  return `${odds.selection} ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
