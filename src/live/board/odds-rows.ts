import { Odds } from '../../contract/odds/odds.ts';
import type { DeltaOdds } from '../../contract/stream.ts';

/** Fields that identify a selection at a sportsbook. They never change while its price is on the board. */
const IDENTITY = [
  'event_id',
  'sportsbook',
  'market_type',
  'selection',
  'selection_type',
  'league',
  'sport',
] as const;

/** A line that a price had before a version of the board. The line is part of the price's key. */
interface FormerLine {
  readonly line: number | null;
  readonly version: number;
}

/** A price on a board. Its former lines, oldest first, stay with it wherever the row is copied, in Redis as well. */
interface MovedOdds extends Odds {
  former_lines?: readonly FormerLine[];
}

const FORMER_LINES = 'former_lines' satisfies keyof MovedOdds;

/** The most former lines that a price notes. Each is noted once, however often the price returns to it. */
const FORMER_LINES_MAX = 64;

/** The lines that a price has had since a version of the board, except the current one. */
export function formerLines(
  { line = null, former_lines: former = [] }: MovedOdds,
  since: number,
): (number | null)[] {
  const lines = former.filter(({ version }) => version > since).map((before) => before.line);
  return [...new Set(lines)].filter((before) => before !== line);
}

/** Whether a price may have had more lines since a version of the board than it notes: its notes are full, and all later. */
export function mayLackFormerLines({ former_lines: former }: MovedOdds, since: number): boolean {
  const oldest = former?.at(-FORMER_LINES_MAX);
  return oldest !== undefined && oldest.version > since;
}

/**
 * Notes the lines that a price had before `version`: those of its earlier row, and that row's own if it differs.
 * Returns up to which version former lines have been dropped, because there are too many.
 */
export function noteFormerLine(row: MovedOdds, earlier: MovedOdds, version: number): number {
  const { line = null, former_lines: former = [] } = earlier;
  const hasMoved = line !== (row.line ?? null);
  const others = former.filter((before) => before.line !== line);
  const noted = hasMoved ? [...others, { line, version }] : former;
  if (noted.length > 0) row.former_lines = noted.slice(-FORMER_LINES_MAX);
  return noted.at(-FORMER_LINES_MAX - 1)?.version ?? 0;
}

/** A row of a board, a price or something else, and the version of its last change. */
interface VersionedRow {
  readonly value?: unknown;
  readonly version: number;
}

/**
 * For changes after version `since` that go to the copies of a board in several steps. A copy between two steps has a version
 * above that of a price's move, and yet still shows the price at the line that it has left. So the versions of these former
 * lines become that of the price's last change. Not for lines that another price of the same selection had taken by version
 * `upTo`: copies show these as its lines. Removed prices are treated alike; opportunities have no lines.
 */
export function postponeFormerLines(
  changed: readonly VersionedRow[],
  board: Iterable<VersionedRow>,
  since: number,
  upTo: number,
): void {
  const moved = changed.flatMap(({ value, version }) => {
    const row = value as MovedOdds | undefined;
    const hasMoved = row?.former_lines?.some((one) => one.version > since);
    return row !== undefined && hasMoved ? [{ row, version, taken: new Set<number | null>() }] : [];
  });
  if (moved.length === 0) return;
  const ofEvent = Map.groupBy(moved, ({ row }) => row.event_id);
  for (const { value, version } of board) {
    const other = value as Odds;
    if (version > upTo) continue;
    for (const { row, taken } of ofEvent.get(other.event_id) ?? []) {
      if (row !== other && isSameSelection(row, other)) taken.add(other.line ?? null);
    }
  }
  for (const { row, version, taken } of moved) {
    const { former_lines: former = [] } = row;
    row.former_lines = former.map((one) =>
      one.version > since && !taken.has(one.line) ? { ...one, version } : one,
    );
  }
}

/** Whether two rows are prices of the same selection at the same sportsbook. */
export function isSameSelection(row: Odds, other: Odds): boolean {
  return IDENTITY.every((field) => row[field] === other[field]);
}

/**
 * Whether a price is a later state of the row that had its id. If another price had the id in between, it has begun its notes
 * of former lines anew, so they lack some of the lines that the row has and notes. Full notes may lack some in any case: see
 * `mayLackFormerLines`.
 */
export function isLaterState(row: MovedOdds, later: MovedOdds): boolean {
  if (!isSameSelection(row, later)) return false;
  const { line = null, former_lines: former = [] } = later;
  const notes = (before: number | null) =>
    before === line || former.some((one) => one.line === before);
  if (!notes(row.line ?? null)) return false;
  if (former.length === FORMER_LINES_MAX) return true;
  return row.former_lines?.every((one) => notes(one.line)) ?? true;
}

/** A price that is gone or has moved, with the lines by which clients may know it. */
export interface Gone {
  readonly row: Odds;
  readonly lines: readonly (number | null)[];
}

/** Tells whether a row has the key of one of these. */
export function sharesKeyWith(gone: readonly Gone[]): (row: Odds) => boolean {
  const lines = new Set(gone.flatMap((one) => one.lines));
  const linesOf = new Map<string, Set<number | null>>();
  for (const { row, lines: own } of gone) {
    const name = nameOf(row);
    linesOf.set(name, new Set(own).union(linesOf.get(name) ?? new Set()));
  }
  return (row) => {
    const { line = null } = row;
    // Most rows fail the first test, which is faster than making a name.
    return lines.has(line) && linesOf.get(nameOf(row))?.has(line) === true;
  };
}

/** What the key of a price in the graph is made of, except the line. Unlike `IDENTITY`, without league and sport. */
function nameOf({ event_id, sportsbook, market_type, selection, selection_type }: Odds): string {
  return JSON.stringify([event_id, sportsbook, market_type, selection, selection_type]);
}

/** Whether two rows of a price have the same odds, line and live (in-play) flag. */
export function hasSameOdds(one: Odds, other: Odds): boolean {
  return (
    one.odds_american === other.odds_american &&
    one.odds_decimal === other.odds_decimal &&
    (one.line ?? null) === (other.line ?? null) &&
    one.is_live === other.is_live
  );
}

/** Whether an update is at least as recent as a row, by upstream's timestamps. It is not if the row has none. */
export function isNoOlderThan(delta: DeltaOdds, { odds_changed_at: changedAt }: Odds): boolean {
  return Date.parse(delta.odds_changed_at) >= Date.parse(changedAt ?? '');
}

/*
 * The functions below change rows in place. An update that is waiting to be encoded for subscribers refers
 * to the row, so it also contains any change made in the meantime. The next update contains that change again.
 */

/**
 * Applies an update to a row; returns whether anything differed. Written out field by field because it is
 * called for each changed price.
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

/**
 * What the graph may show of the prices of a board. Deep links are asked for with a request of their own, and changes
 * lack the event's status, so that it would contradict `is_live`.
 */
const SERVED = new Set(Object.keys(Odds.properties)).difference(new Set(['deep_link', 'status']));

/** Removes what a board does not keep, so that it is no change if it differs. The object keeps its shape. */
export function clearUnserved(row: Odds): void {
  const target: Record<string, unknown> = row;
  for (const field of Object.keys(row)) if (!SERVED.has(field)) target[field] = undefined;
}

/** Copies the fields of a newer row that differ, and sets to null those that it lacks; returns whether any changed. */
export function merge(row: Odds, newer: Odds): boolean {
  const target: Record<string, unknown> = row;
  const source: Record<string, unknown> = newer;
  let hasChanged = false;
  for (const field of Object.keys({ ...row, ...newer })) {
    const value = source[field] ?? null;
    if (field === FORMER_LINES || (target[field] ?? null) === value) continue;
    target[field] = value;
    hasChanged = true;
  }
  return hasChanged;
}
