import { eventName } from '../../contract/events.ts';
import type { EventInfo } from '../origin-board.ts';

/**
 * A predicate for names of teams: true if `wanted` is a part of the name, regardless of case and accents,
 * or its initials ("LAL" for the Los Angeles Lakers). Without `wanted` it is true for every team.
 */
export function teamMatcher(wanted: string | undefined): (team: string) => boolean {
  if (wanted === undefined) return () => true;
  const folded = fold(wanted);
  return (team) => {
    const name = fold(team);
    return name.includes(folded) || initials(name) === folded;
  };
}

/** A predicate for events: true if the name has every word of the search, except for "vs", "v", "@" and "at". */
export function searchMatcher(search: string | undefined): (event: EventInfo) => boolean {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter((word) => !['', 'vs', 'vs.', 'v', '@', 'at'].includes(word));
  return (event) => {
    const name = fold(eventName(event));
    return words.every((word) => name.includes(word));
  };
}

/** The text in lower case and without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('');
}
