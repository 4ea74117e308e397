import type {
  HistoricEvent,
  IntervalPoint,
  Point,
  Series,
  SeriesId,
  SeriesInfo,
} from './series.ts';

/** A time during which every change was recorded. `to` is not part of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

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
  /** The series of the points: their keys or, if an earlier `append` has returned it, their numbers. */
  readonly series: readonly (SeriesInfo | SeriesId)[];
  /** The events of all series that are given by key, and those whose times have changed. */
  readonly events: readonly HistoricEvent[];
  readonly points: readonly BatchPoint[];
  /** Extends what is recorded. A span with the same `from` as a stored one takes its place if it is longer. */
  readonly coverage: Span | null;
  /**
   * The recorder's position before and after the batch; null for what doesn't come from a board. A batch is refused
   * if another recorder has gone beyond `after` in the same epoch.
   */
  readonly position: { readonly after: Position | null; readonly to: Position } | null;
}

export interface Appended {
  /** The numbers of the batch's series, in their order; empty if the batch was refused. */
  readonly seriesIds: readonly SeriesId[];
  /** How many points were new: those of a series at a time that is stored already change nothing. */
  readonly points: number;
  /** Null if the batch was written; otherwise where another recorder stands. */
  readonly refusedAt: Position | null;
}

/** Which events: those that match all fields that are given. Names are compared as they are written. */
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
  /** What stood when the range began, with its own time, which is earlier; null on pages after the first. */
  readonly standing: Point | null;
  /** With the resolution `TICK`, `lowest` and `highest` are the price itself, if it could be bet. */
  readonly points: readonly IntervalPoint[];
  /** Also if too many points would have to be summed up: then not even one interval may be whole. */
  readonly hasMore: boolean;
}

/** What stood at a time. */
export interface StandingPrice {
  readonly series: Series;
  readonly event: HistoricEvent;
  readonly point: Point;
}

/** A price that moved since a time. `point` is the newest one. */
export interface Move extends StandingPrice {
  /** What stood at that time. */
  readonly before: Point;
  /** When the first change after that time happened. */
  readonly firstChangeAt: number;
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

/** Points, one of each series, column by column. */
export interface StandingColumns {
  readonly series: Float64Array<ArrayBuffer>;
  readonly at: Float64Array<ArrayBuffer>;
  readonly american: Float64Array<ArrayBuffer>;
  /** NaN for a bet without a line. */
  readonly line: Float64Array<ArrayBuffer>;
  /** As `flagsOf` writes them. */
  readonly flags: Uint8Array<ArrayBuffer>;
}

/** What the graph reads. Each call is one read over many series or events: of all, or of `limit` of them at most. */
export interface HistoryReader {
  /** The series of these events, in no particular order. */
  seriesOf(filter: EventSeriesFilter, limit?: number): Promise<Series[]>;
  /**
   * The series with their closings, provisional ones too: of an event in which play has not begun, what stands at
   * `now` or stood at the scheduled start, whichever is earlier. Series without any price before play have none.
   */
  closings(filter: EventSeriesFilter, now: number, limit?: number): Promise<Series[]>;
  /** The events that have points in the days of a range, in the order of their scheduled starts. */
  eventsIn(range: Span, filter: EventFilter): Promise<HistoricEvent[]>;
  /** One page for each series, in the order of `seriesIds`; without points for a series that is not known. */
  points(query: PointsQuery): Promise<PointPage[]>;
  /** What stood at a time and had not been removed. */
  standingAt(filter: EventSeriesFilter, at: number, limit?: number): Promise<StandingPrice[]>;
  /**
   * Of the series that changed after `since`, of those that changed last, those that moved: whose implied probability
   * is at least `minPercent` percentage points higher or lower than then, at the same line.
   */
  movesSince(
    filter: SeriesFilter,
    since: number,
    minPercent: number,
    limit: number,
  ): Promise<Move[]>;
  /** What was recorded of a range, and what was not. */
  coverage(range: Span): Promise<Coverage>;
  summary(): Promise<Summary>;
}

const READS: Readonly<Record<keyof HistoryReader, true>> = {
  seriesOf: true,
  closings: true,
  eventsIn: true,
  points: true,
  standingAt: true,
  movesSince: true,
  coverage: true,
  summary: true,
};

/** A reader whose calls are passed on by name. */
export function readerBy(
  call: (name: keyof HistoryReader, args: readonly unknown[]) => Promise<unknown>,
): HistoryReader {
  const names = Object.keys(READS) as (keyof HistoryReader)[];
  const methods = names.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  return Object.fromEntries(methods);
}

/** A database of prices over time. Every method may reject: the store may be gone, full or slow. */
export interface HistoryStore extends HistoryReader {
  /** Writes a batch as a whole, or nothing of it. Writing the same again changes nothing. */
  append(batch: Batch): Promise<Appended>;
  /** Null if no recorder has written. */
  position(): Promise<StoredPosition | null>;
  /** The newest point of each series that stood at some time of the newest day; it may have been removed since. */
  standing(): Promise<StandingColumns>;
  /** Forgets all whole days before this time, with the series and events that have no later points. */
  forgetBefore(time: number): Promise<void>;
  close(): Promise<void>;
}
