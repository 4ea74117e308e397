import type {
  HistoricEvent,
  IntervalPoint,
  Point,
  Series,
  SeriesId,
  SeriesInfo,
} from './series.ts';

/** A range of time, in milliseconds since the Unix epoch. `to` is not part of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const ALWAYS: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** How far a board has been recorded. Versions of different epochs can't be compared. */
export interface Position {
  readonly epoch: string;
  readonly version: number;
}

/** Where the last recorder stands, and the coverage that it extends. */
export interface StoredPosition {
  readonly position: Position;
  readonly span: Span;
}

/** A point to write. `series` is the index of its series in the batch. */
export interface BatchPoint extends Point {
  readonly series: number;
}

/** What is written at once, or not at all. */
export interface Batch {
  /** The series of the points: each by its key or, once an `append` has returned it, by its number. */
  readonly series: readonly (SeriesInfo | SeriesId)[];
  /** The events of all series that are given by key, and those whose times have changed. */
  readonly events: readonly HistoricEvent[];
  readonly points: readonly BatchPoint[];
  /**
   * A time during which every change was recorded; null adds none. A span with the same `from` as a stored one takes its
   * place if it is longer.
   */
  readonly coverage: Span | null;
  /**
   * `after` is where the store has to stand, null if nobody has recorded; `to` is where it stands then. The batch is
   * refused unless the store stands at one of them: at `to`, it has been written before. Null for what may be written
   * wherever the store stands: imports, and a board that is being compared with the store.
   */
  readonly position: { readonly after: Position | null; readonly to: Position } | null;
  /** Its points may be older than what is stored: so events that are known keep their scheduled starts. */
  readonly isImport?: true;
}

/** What a batch has of prices. */
export type BatchRows = Pick<Batch, 'series' | 'events' | 'points'>;

export interface Appended {
  /** The numbers of the batch's series, in their order; empty if the batch was refused. */
  readonly seriesIds: readonly SeriesId[];
  /** How many points were new. Where a series already has a point at the same time, that one stays. */
  readonly points: number;
  /** Null if the batch was written; otherwise where the store stands, with the epoch '' if nobody has recorded. */
  readonly refusedAt: Position | null;
}

/**
 * Which events: those that match all fields that are given. Slugs are compared in any case, ids exactly; an empty list
 * matches none.
 */
export interface EventFilter {
  readonly eventIds?: readonly string[] | undefined;
  readonly sports?: readonly string[] | undefined;
  readonly leagues?: readonly string[] | undefined;
}

/** Which series of these events: those that match all fields that are given. */
export interface SeriesFilter extends EventFilter {
  readonly sportsbooks?: readonly string[] | undefined;
  readonly marketTypes?: readonly string[] | undefined;
  readonly upstreamIds?: readonly string[] | undefined;
}

/** A filter that names its events. */
export type EventSeriesFilter = SeriesFilter & { readonly eventIds: readonly string[] };

/** How points are summed up: one for each interval of this length, by UTC. `TICK` leaves each point as it is. */
export const RESOLUTIONS = ['TICK', 'MINUTE', 'FIVE_MINUTES', 'HOUR'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export interface PointsQuery {
  readonly seriesIds: readonly SeriesId[];
  readonly from: number;
  /** Not part of the range. */
  readonly to: number;
  readonly resolution: Resolution;
  /** The most points of each series. */
  readonly limit: number;
  /** Only points after this time; null for all. A page's last `at` is where the next one goes on. */
  readonly after: number | null;
}

/** The points of one series in a range, oldest first. */
export interface PointPage {
  readonly seriesId: SeriesId;
  /** The last point before the range, perhaps a removal; null if there is none, and on pages after the first. */
  readonly standing: Point | null;
  /** With the resolution `TICK`, `lowest` and `highest` are the price itself; null if nobody could bet at it. */
  readonly points: readonly IntervalPoint[];
  /** Also true if the read had to stop within an interval, which is then left out: `points` may even be empty. */
  readonly hasMore: boolean;
}

/** What stood of a series at a time; null if it was not listed. */
export interface StandingPrice {
  readonly series: Series;
  readonly point: Point | null;
}

/** A bet at one sportsbook whose price moved since a time. */
export interface Move {
  /** The one that has the bet now. */
  readonly series: Series;
  readonly event: HistoricEvent;
  /** The newest one. */
  readonly point: Point;
  /** What stood of the bet at that time, perhaps in another series: with alternate lines, a whole ladder may shift. */
  readonly before: Point;
  /** When it first had another open price after that time, or the series that had it then first had another line. */
  readonly firstMoveAt: number;
}

export interface Coverage {
  /** What was recorded of the range, oldest first, without overlaps. */
  readonly spans: readonly Span[];
  /** The rest of the range: what may have changed then is not known. */
  readonly gaps: readonly Span[];
}

export interface Summary {
  /** The beginning of the oldest stored coverage; null if nothing has been recorded. */
  readonly since: number | null;
  /** Of the database, in bytes. */
  readonly size: number;
}

/**
 * One point of each series, as so many numbers in a row, which threads pass on far faster than objects: the series, `at`,
 * `american`, `line` or NaN, and flags as `flagsOf` in `store/flags.ts` writes them.
 */
export type PackedStanding = Float64Array<ArrayBuffer>;
export const STANDING_FIELDS = 5;

/** What the graph reads, many series or events at once. A `limit` is of the series that match. */
export interface HistoryReader {
  /** The series of these events, in the order of their ids: that in which they came. So do all that list series. */
  seriesOf(filter: EventSeriesFilter, limit?: number): Promise<Series[]>;
  /**
   * The series with their closings, provisional ones too: of an event in which play has not begun, what stands at
   * `now` or stood at the scheduled start, whichever is earlier. Series without any price before play have none.
   */
  closings(filter: EventSeriesFilter, now: number, limit?: number): Promise<Series[]>;
  /** The events that have points in the days of a range, in the order of their scheduled starts and their numbers. */
  eventsIn(range: Span, filter: EventFilter): Promise<HistoricEvent[]>;
  /** The events that are scheduled to start in a range, in the same order. */
  eventsStartingIn(range: Span, filter: EventFilter): Promise<HistoricEvent[]>;
  /** One page for each series, in the order of `seriesIds`; without points for a series that is not known. */
  points(query: PointsQuery): Promise<PointPage[]>;
  /** What stood at a time of all these series, suspended prices too. */
  standingAt(filter: EventSeriesFilter, at: number, limit?: number): Promise<StandingPrice[]>;
  /**
   * The bets that have moved since `from`: open then and now, at the same line in whichever series, with an implied
   * probability that differs, by at least `minPercent` percentage points. Of more than `limit`, those that moved furthest.
   * If nothing was recorded at `from` yet, since the first record.
   */
  movesSince(
    filter: SeriesFilter,
    from: number,
    minPercent: number,
    limit: number,
  ): Promise<Move[]>;
  /** What was recorded of a range, and what was not. */
  coverage(range: Span): Promise<Coverage>;
  summary(): Promise<Summary>;
}

/** The names of all reads, which an interface doesn't have at run time: a record, so that none can be forgotten. */
const READS: Readonly<Record<keyof HistoryReader, true>> = {
  seriesOf: true,
  closings: true,
  eventsIn: true,
  eventsStartingIn: true,
  points: true,
  standingAt: true,
  movesSince: true,
  coverage: true,
  summary: true,
};

/** A reader that passes each call on by name, such as to a worker thread. */
export function readerBy(
  call: (name: keyof HistoryReader, args: readonly unknown[]) => Promise<unknown>,
): HistoryReader {
  const names = Object.keys(READS) as (keyof HistoryReader)[];
  const methods = names.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  return Object.fromEntries(methods);
}

/** A reader that does `around` with each read of `store`, such as to wait before it. */
export function readerAround(
  store: () => HistoryReader,
  around: (read: () => Promise<unknown>) => Promise<unknown>,
): HistoryReader {
  return readerBy((name, args) =>
    around(async () =>
      (store()[name] as (...values: readonly unknown[]) => Promise<unknown>)(...args),
    ),
  );
}

/** A database of prices over time. Every method may reject: the store may be gone, full or slow. */
export interface HistoryStore extends HistoryReader {
  /** Writes a batch as a whole, or nothing of it. Writing the same again changes nothing. */
  append(batch: Batch): Promise<Appended>;
  /** Null if no recorder has written. */
  position(): Promise<StoredPosition | null>;
  /**
   * For a recorder that begins: the newest point of each series that was listed at some time of the newest stored day,
   * even if it is its removal.
   */
  standing(): Promise<PackedStanding>;
  /** Forgets all whole days before this time, with the events that have no later points, and all their series. */
  forgetBefore(time: number): Promise<void>;
  close(): Promise<void>;
}
