import { lruCache } from '../../caching/lru-cache.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import {
  type BatchPoint,
  type BatchRows,
  type PackedStanding,
  STANDING_FIELDS,
} from '../history-store.ts';
import type { HistoricEvent, Point, PointStatus, SeriesId, SeriesInfo } from '../series.ts';
import { flagsOf, fromFlags } from '../store/flags.ts';
import type { Change } from './change-buffer.ts';
import { RecordedEvents } from './recorded-events.ts';

/** The newest point of a price on the board. */
interface Recorded {
  /** Null until the store has answered. */
  seriesId: SeriesId | null;
  readonly at: number;
  readonly american: number;
  readonly line: number | null;
  readonly flags: number;
}

/** What a batch contains of the board, with the ids of its rows in the order of its series. */
type BoardBatch = BatchRows & {
  readonly rowIds: readonly string[];
  /** When the last point of a change was found that happened while nobody watched; -Infinity if there is none. */
  readonly unseenAt: number;
};

/** How many removed prices are remembered, so that their points stay in order if they come back. */
const REMOVED_MAX = 10_000;

/** What has been recorded of each price on the board: makes points of those changes of the board that differ from it. */
export class RecordedPrices {
  readonly #prices = new Map<string, Recorded>();
  /** When prices that are no longer listed had their last point. */
  readonly #removed = lruCache<number>(REMOVED_MAX);
  /** Where each series that the store knew before begins in `#standing`. */
  readonly #offsets = new Map<SeriesId, number>();
  readonly #standing: PackedStanding;
  readonly #events: RecordedEvents;
  readonly watchedSince: number;

  /**
   * `watchedSince`: since when every change has been seen; a price that appears later is seen from its start.
   * `recordedTo`: until when prices were recorded before; null if they never were.
   */
  constructor(standing: PackedStanding, watchedSince: number, recordedTo: number | null) {
    this.#standing = standing;
    for (let offset = 0; offset < standing.length; offset += STANDING_FIELDS) {
      this.#offsets.set(standing[offset] ?? 0, offset);
    }
    this.watchedSince = watchedSince;
    this.#events = new RecordedEvents(recordedTo ?? Number.NEGATIVE_INFINITY);
  }

  /** The series of rows without points, to learn their numbers. */
  seriesOf(rows: readonly Odds[]): BoardBatch {
    const events = new Map<string, HistoricEvent>();
    for (const row of rows) {
      this.#events.note(row);
      addEvent(events, this.#events.ofRow(row));
    }
    const series = rows.map((row) => seriesOfRow(row, false));
    const rowIds = rows.map(({ id }) => id);
    return { series, events: [...events.values()], points: [], rowIds, unseenAt: -Infinity };
  }

  /** Takes over what the store knew of rows before; `seriesIds` are theirs. Rows that it didn't know are ignored. */
  resume(rowIds: readonly string[], seriesIds: readonly SeriesId[]): void {
    rowIds.forEach((rowId, index) => {
      const seriesId = seriesIds[index] ?? 0;
      const offset = this.#offsets.get(seriesId);
      if (offset === undefined) return;
      this.#prices.set(rowId, { seriesId, ...this.#standingAt(offset) });
    });
  }

  /** The points of those changes that differ from what is recorded; from now on they count as recorded. */
  pointsOf(changes: readonly Change[]): BoardBatch {
    const series: (SeriesInfo | SeriesId)[] = [];
    const rowIds: string[] = [];
    /** The indexes in `series`, by the ids of rows. */
    const indexes = new Map<string, number>();
    const events = new Map<string, HistoricEvent>();
    const points: BatchPoint[] = [];
    let unseenAt = -Infinity;
    for (const change of changes) {
      const { row } = change;
      this.#events.note(row, !change.isRemoved);
      const before = this.#prices.get(row.id);
      const point = this.#pointOf(change, before);
      if (point === null) {
        if (!change.isRemoved) addEvent(events, this.#events.ofRow(row)); // Its start may have changed.
        continue;
      }
      const isWatched = change.isWatched && change.seenAt > this.watchedSince;
      if (!change.isWatched) unseenAt = Math.max(unseenAt, change.seenAt);
      addEvent(events, this.#events.ofPoint(row, point, isWatched));
      let index = indexes.get(row.id);
      if (index === undefined) {
        const key = before?.seriesId ?? seriesOfRow(row, isWatched);
        // The store may have forgotten the event with its last price.
        if (typeof key !== 'number') addEvent(events, this.#events.known(row.event_id));
        index = series.push(key) - 1;
        rowIds.push(row.id);
        indexes.set(row.id, index);
      }
      points.push({ series: index, ...point });
      this.#remember(change, point, before?.seriesId ?? null);
      if (change.isRemoved) indexes.delete(row.id); // Upstream may use the id again, for another bet.
    }
    return { series, events: [...events.values()], points, rowIds, unseenAt };
  }

  /** Takes the numbers that the store has given to a batch's series. */
  learn({ rowIds }: BoardBatch, seriesIds: readonly SeriesId[]): void {
    rowIds.forEach((rowId, index) => {
      const price = this.#prices.get(rowId);
      if (price !== undefined) price.seriesId = seriesIds[index] ?? null;
    });
  }

  /** The removals of series that the store has and the board has not. They get the time just before the board was watched. */
  unseenRemovals(): { readonly seriesId: SeriesId; readonly point: Point }[] {
    const present = new Set(this.#prices.values().map(({ seriesId }) => seriesId));
    return Array.from(this.#offsets).flatMap(([seriesId, offset]) => {
      const { at, american, line, flags } = this.#standingAt(offset);
      const { isLive, status } = fromFlags(flags);
      if (present.has(seriesId) || status === 'removed') return [];
      const removedAt = Math.max(this.watchedSince - 1, at + 1);
      return [{ seriesId, point: { at: removedAt, american, line, isLive, status: 'removed' } }];
    });
  }

  #standingAt(offset: number): Pick<Recorded, 'at' | 'american' | 'line' | 'flags'> {
    const numbers = this.#standing.subarray(offset, offset + STANDING_FIELDS);
    const [, at = 0, american = 0, line = 0, flags = 0] = numbers;
    return { at, american, line: Number.isNaN(line) ? null : line, flags };
  }

  #pointOf(change: Change, before: Recorded | undefined): Omit<BatchPoint, 'series'> | null {
    const { line, isLive, isRemoved, row } = change;
    // Odds of 0 say that nothing can be bet: the price is the last one before.
    const american = change.american || (before?.american ?? 0);
    if (before === undefined && isRemoved) return null;
    const status = statusOf(change);
    const flags = flagsOf({ isLive, status });
    const isSame =
      before !== undefined &&
      before.american === american &&
      before.line === line &&
      before.flags === flags;
    if (isSame) return null;
    const last = before?.at ?? this.#removed.get(row.id) ?? this.watchedSince - 1;
    return { at: timeOf(change, last), american, line, isLive, status };
  }

  #remember(change: Change, point: Omit<BatchPoint, 'series'>, seriesId: SeriesId | null): void {
    const { row, isRemoved } = change;
    const { at, american, line } = point;
    if (!isRemoved) {
      this.#prices.set(row.id, { seriesId, at, american, line, flags: flagsOf(point) });
      this.#removed.delete(row.id);
      return;
    }
    this.#prices.delete(row.id);
    this.#removed.set(row.id, at);
  }
}

function addEvent(events: Map<string, HistoricEvent>, event: HistoricEvent | null): void {
  if (event !== null) events.set(event.id, event);
}

function statusOf({ isRemoved, american }: Change): PointStatus {
  if (isRemoved) return 'removed';
  return american === 0 ? 'suspended' : 'open';
}

/** When a price changed: as upstream says, if that is after its last point and not in the future, else when it was seen. */
function timeOf({ changedAt, seenAt }: Change, last: number): number {
  const stated = Date.parse(changedAt ?? '');
  return stated > last && stated <= seenAt ? stated : Math.max(seenAt, last + 1);
}

function seriesOfRow(row: Odds, isWatchedFromStart: boolean): SeriesInfo {
  return {
    eventId: row.event_id,
    sportsbook: row.sportsbook,
    marketType: row.market_type,
    selection: row.selection,
    selectionType: row.selection_type,
    player: row.player_name || null,
    upstreamId: row.id,
    statCategory: row.stat_category || null,
    isWatchedFromStart,
  };
}
