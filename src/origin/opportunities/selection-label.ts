import type { Odds } from '../../contract/odds/odds.ts';

/** The end of a selection type that names the side, where `selection` may name only the player or team. */
const SIDE_WORD = /(over|under|yes|no|odd|even)$/;

/**
 * The selection with its side: "LeBron James Over" where the price only has "LeBron James". The payload
 * of an opportunity has no selection type that would tell the over from the under.
 */
export function selectionLabel(odds: Odds): string {
  const word = SIDE_WORD.exec(odds.selection_type)?.[0];
  if (word === undefined || new RegExp(`\\b${word}\\b`, 'i').test(odds.selection)) {
    return odds.selection;
  }
  return `${odds.selection} ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
