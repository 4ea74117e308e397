import type { Odds } from '../../contract/odds/odds.ts';
import type { Entry } from '../../live/board/entry-list.ts';
import type { VersionedRows } from '../../live/board/versioned-rows.ts';
import { NUMBER_MAX } from '../series.ts';

/** A change of a price on the board, as it was then. */
export interface Change {
  /** What the price is for, which never changes; its other fields may be newer than the change. */
  readonly row: Odds;
  readonly version: number;
  /** When the change arrived; of a board that is compared with the store, since when it is watched. */
  readonly seenAt: number;
  /** Whether it was seen when it happened, and not in a snapshot of upstream. */
  readonly isWatched: boolean;
  /** On the monotonic clock. */
  readonly bufferedAt: number;
  /** When upstream says that it happened. */
  readonly changedAt: string | null | undefined;
  readonly american: number;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly isRemoved: boolean;
}

export function changeOf(
  { value, version, isRemoved }: Entry<Odds>,
  seenAt: number,
  isWatched = false,
  bufferedAt = 0,
): Change {
  return {
    row: value,
    version,
    seenAt,
    isWatched,
    bufferedAt,
    changedAt: isRemoved ? null : value.odds_changed_at,
    american: withinBounds(value.odds_american, 100) ?? 0,
    line: withinBounds(value.line),
    isLive: value.is_live,
    isRemoved,
  };
}

/** Null for no number, and for one that is too great or, without its sign, too small: American odds begin at 100. */
function withinBounds(number: number | null = null, min = 0): number | null {
  const size = Math.abs(number ?? Number.NaN);
  return size >= min && size <= NUMBER_MAX ? number : null;
}

/** The most changes that wait to be stored, and how long they do while the store takes nothing. */
export const BUFFERED_MAX = 50_000;
export const BUFFERED_MS = 60_000;

/** The changes of a board that have not been stored, oldest first. */
export class ChangeBuffer {
  #changes: Change[] = [];
  #since = 0;
  /** Of the board whose changes it has; null until that has been complete. */
  #epoch: string | null = null;
  /** How often that board's rows had been made anew. */
  #rebuilds = 0;

  get length(): number {
    return this.#changes.length;
  }

  /** All changes of the board after this version are in the buffer. */
  get since(): number {
    return this.#since;
  }

  /**
   * Until when nothing is missing once the oldest `count` changes are stored: until the next one arrived, or never if one of
   * the rest was not seen when it happened. Null if these are all.
   */
  knownTo(count: number): number | null {
    const hasUnseen = this.#changes.some(({ isWatched }, index) => index >= count && !isWatched);
    return hasUnseen ? Number.NEGATIVE_INFINITY : (this.#changes[count]?.seenAt ?? null);
  }

  /**
   * A board is complete. If its rows were made anew, the buffer begins anew, too, because what became of the rows before was
   * not seen as changes. Returns whether it does.
   */
  start(rows: VersionedRows<Odds>): boolean {
    if (this.isOf(rows)) return false;
    this.#epoch = rows.epoch;
    this.#rebuilds = rows.rebuilds;
    this.clear(rows.version);
    return true;
  }

  /** Whether it has the changes of these rows, which have not been made anew since. */
  isOf({ epoch, rebuilds }: VersionedRows<Odds>): boolean {
    return this.#epoch === epoch && this.#rebuilds === rebuilds;
  }

  /** Versions never descend. */
  add(change: Change): void {
    this.#changes.push(change);
  }

  /** The oldest changes, some `max`: those with one version, such as a removal and what replaces it, stay together. */
  oldest(max: number): Change[] {
    const all = this.#changes;
    let end = Math.min(max, all.length);
    while (end < all.length && all[end]?.version === all[end - 1]?.version) end += 1;
    return all.slice(0, end);
  }

  /** Drops all changes up to a version. */
  dropUpTo(version: number): void {
    let count = 0;
    while ((this.#changes[count]?.version ?? Number.POSITIVE_INFINITY) <= version) count += 1;
    this.#drop(count);
    this.#since = Math.max(this.#since, version);
  }

  /** Drops the oldest changes until the rest is within the bounds. `now` is on the monotonic clock. */
  trim(now: number): void {
    let count = Math.max(0, this.length - BUFFERED_MAX);
    while (this.#isOld(count, now)) count += 1;
    this.#drop(count);
  }

  /** The rows that have been removed. */
  removals(): Entry<Odds>[] {
    return this.#changes
      .filter(({ isRemoved }) => isRemoved)
      .map(({ row, version }) => ({ id: row.id, value: row, version, isRemoved: true }));
  }

  /** `takenAt` is when the store last took something. Both are on the monotonic clock. */
  isFull(now: number, takenAt: number): boolean {
    return this.length > BUFFERED_MAX || (this.#isOld(0, now) && takenAt < now - BUFFERED_MS);
  }

  /** Drops everything: from now on it knows what comes after `version`. Returns how many changes there were. */
  clear(version: number): number {
    const { length } = this;
    this.#changes = [];
    this.#since = version;
    return length;
  }

  #isOld(index: number, now: number): boolean {
    return (this.#changes[index]?.bufferedAt ?? now) < now - BUFFERED_MS;
  }

  #drop(count: number): void {
    const last = this.#changes.splice(0, count).at(-1);
    if (last !== undefined) this.#since = last.version;
  }
}
