import type { Position } from '../history-store.ts';

/** Whether a batch may be written to a store whose recorder stands at `stored`: it goes on from there, or repeats. */
export function mayAppend(
  stored: Position | null,
  { after, to }: { readonly after: Position | null; readonly to: Position },
): boolean {
  return isSame(stored, after) || isSame(stored, to);
}

function isSame(one: Position | null, other: Position | null): boolean {
  return one?.epoch === other?.epoch && one?.version === other?.version;
}
