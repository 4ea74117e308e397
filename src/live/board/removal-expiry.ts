import type { Clock, Timer } from '../../scheduling/clock.ts';
import type { VersionedRows } from './versioned-rows.ts';

const MINUTE_MS = 60_000;

/** How long a removed row is remembered, for clients that reconnect with the last version that they received. */
const REMEMBERED_MINUTES = 10;

/**
 * Drops the removed rows of a board after ten minutes, until the timer is cancelled. Otherwise the memory of a quiet
 * board would grow for hours, until it remembers the maximum number of removed rows.
 */
export function expireRemovals(rows: VersionedRows<unknown>, clock: Clock): Timer {
  /** The board's version at the end of each of the last minutes, oldest first. */
  const versions: number[] = [];
  return clock.every(MINUTE_MS, () => {
    versions.push(rows.version);
    if (versions.length > REMEMBERED_MINUTES) rows.dropRemovals(versions.shift() ?? 0);
  });
}
