import type { Odds } from '../../contract/odds.ts';

/** Sides that are no team: their selection may be a player or a team, on whom both sides bet. */
const SIDE_WORD = /(over|under|yes|no|odd|even)$/;

/**
 * The selection of a price with its side: "LeBron James Over" where the board says "LeBron James",
 * since an opportunity has no selection type that would tell over from under.
 */
export function selectionLabel(odds: Odds): string {
  const word = SIDE_WORD.exec(odds.selection_type)?.[0];
  if (word === undefined || new RegExp(`\\b${word}\\b`, 'i').test(odds.selection)) {
    return odds.selection;
  }
  return `${odds.selection} ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
