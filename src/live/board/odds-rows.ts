import type { Odds } from '../../contract/odds.ts';
import type { DeltaOdds } from '../../contract/stream.ts';

/** What makes a price the one it is: none of it changes while it is on the board. */
const IDENTITY = [
  'event_id',
  'sportsbook',
  'market_type',
  'selection',
  'selection_type',
  'league',
  'sport',
] as const;

/** Whether two rows are of the same price. */
export function isSamePrice(row: Odds, other: Odds): boolean {
  return IDENTITY.every((field) => row[field] === other[field]);
}

/** Whether two rows of a price say the same of what changes about it. */
export function isSameState(one: Odds, other: Odds): boolean {
  return (
    one.odds_american === other.odds_american &&
    one.odds_decimal === other.odds_decimal &&
    (one.line ?? null) === (other.line ?? null) &&
    one.is_live === other.is_live
  );
}

/** Whether a row that came after a change was made before it, as far as upstream tells. */
export function isLater(delta: DeltaOdds, { odds_changed_at: changedAt }: Odds): boolean {
  return Date.parse(delta.odds_changed_at) >= Date.parse(changedAt ?? '');
}

/*
 * Rows are changed in place: what was made of one and is not yet encoded shows its newest state,
 * which is told again after it.
 */

/** Sets what a change says; whether anything differs. Field by field: it is the most frequent work. */
export function move(row: Odds, delta: DeltaOdds): boolean {
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

/** Sets what differs; whether anything does. */
export function merge(row: Odds, news: Odds): boolean {
  const target: Record<string, unknown> = row;
  const source: Record<string, unknown> = news;
  let isChanged = false;
  for (const field of Object.keys(news)) {
    if (target[field] === source[field]) continue;
    target[field] = source[field];
    isChanged = true;
  }
  return isChanged;
}

/** Empties what upstream no longer sends; whether there was any. */
export function dropMissing(row: Odds, news: Odds): boolean {
  const target: Record<string, unknown> = row;
  let isChanged = false;
  for (const field of Object.keys(row)) {
    if (target[field] === null || field in news) continue;
    target[field] = null;
    isChanged = true;
  }
  return isChanged;
}
