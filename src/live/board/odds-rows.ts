import type { Odds } from '../../contract/odds/odds.ts';
import type { DeltaOdds } from '../../contract/stream.ts';

/** The fields that identify a price. They never change while it is on the board. */
const IDENTITY = [
  'event_id',
  'sportsbook',
  'market_type',
  'selection',
  'selection_type',
  'league',
  'sport',
] as const;

/** Whether two rows describe the same price. */
export function isSamePrice(row: Odds, other: Odds): boolean {
  return IDENTITY.every((field) => row[field] === other[field]);
}

/** Whether two rows of a price have the same odds, line and live state. */
export function isSameState(one: Odds, other: Odds): boolean {
  return (
    one.odds_american === other.odds_american &&
    one.odds_decimal === other.odds_decimal &&
    (one.line ?? null) === (other.line ?? null) &&
    one.is_live === other.is_live
  );
}

/** Whether a change is at least as recent as a row, by upstream's timestamps. */
export function isNoOlderThan(delta: DeltaOdds, { odds_changed_at: changedAt }: Odds): boolean {
  return Date.parse(delta.odds_changed_at) >= Date.parse(changedAt ?? '');
}

/*
 * Rows are changed in place. A payload that was made from a row and is not encoded yet shows the
 * row's newest state, which is delivered again with the next update.
 */

/**
 * Applies a change to a row; returns whether anything differed. Written out field by field because it
 * is the hottest path.
 */
export function applyDelta(row: Odds, delta: DeltaOdds): boolean {
  const isSame =
    row.odds_american === delta.odds_american &&
    row.odds_decimal === delta.odds_decimal &&
    row.odds_probability === delta.odds_probability &&
    row.line === delta.line &&
    row.is_live === delta.is_live &&
    row.odds_changed_at === delta.odds_changed_at;
  if (isSame) return false;
  row.odds_american = delta.odds_american;
  row.odds_decimal = delta.odds_decimal;
  row.odds_probability = delta.odds_probability;
  row.line = delta.line;
  row.is_live = delta.is_live;
  row.odds_changed_at = delta.odds_changed_at;
  return true;
}

/** Copies the fields of a newer row that differ; returns whether any did. */
export function merge(row: Odds, newer: Odds): boolean {
  const target: Record<string, unknown> = row;
  const source: Record<string, unknown> = newer;
  let hasChanged = false;
  for (const field of Object.keys(newer)) {
    if (target[field] === source[field]) continue;
    target[field] = source[field];
    hasChanged = true;
  }
  return hasChanged;
}

/** Sets fields to null that a newer row doesn't have; returns whether there were any. */
export function clearMissing(row: Odds, newer: Odds): boolean {
  const target: Record<string, unknown> = row;
  let hasChanged = false;
  for (const field of Object.keys(row)) {
    if (target[field] === null || field in newer) continue;
    target[field] = null;
    hasChanged = true;
  }
  return hasChanged;
}
