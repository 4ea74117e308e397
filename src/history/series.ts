/*
 * What prices were: series of points. Times are milliseconds since the Unix epoch. The README of this folder says how
 * series and points are meant.
 */

/** The number by which a store knows a series. */
export type SeriesId = number;

/** What tells one series from all others: the bet, the sportsbook, and upstream's id of the price. */
export interface SeriesKey {
  readonly eventId: string;
  readonly sportsbook: string;
  readonly marketType: string;
  readonly selection: string;
  readonly selectionType: string;
  /** Null if the bet is not about a player. */
  readonly player: string | null;
  /**
   * Upstream's id stays when a line moves, and each alternate line has one of its own. Null if it is not known, for
   * instance in an import: there may then be one series only for each bet at a sportsbook.
   */
  readonly upstreamId: string | null;
}

/** A series as a text. Stores keep digests of such texts, so their form must not change. */
export function seriesKey(series: SeriesKey): string {
  const { eventId, sportsbook, marketType, selection, selectionType, player, upstreamId } = series;
  const parts = [eventId, sportsbook, marketType, selection, selectionType, player, upstreamId];
  return JSON.stringify(parts);
}

/** A series to write: its key, and what the graph shows beside its points. */
export interface SeriesInfo extends SeriesKey {
  /** What is counted, such as `points`; null if the bet is not about a player's statistic. */
  readonly statCategory: string | null;
  /** Whether its first point is known to be the opening price: the board was watched before the price was there. */
  readonly isWatchedFromStart: boolean;
}

/** The event of one or more series. */
export interface HistoricEvent {
  readonly id: string;
  readonly sport: string;
  readonly league: string;
  readonly homeTeam: string | null;
  readonly awayTeam: string | null;
  /** When it is scheduled to start. */
  readonly startsAt: number;
  /** When play began; null as long as no price has said that it did. */
  readonly startedAt: number | null;
}

export const POINT_STATUSES = ['open', 'suspended', 'removed'] as const;
/** `suspended`: listed at a price at which nobody can bet. `removed`: the sportsbook no longer lists it. */
export type PointStatus = (typeof POINT_STATUSES)[number];

/** No price or line is greater, and databases could not keep each greater number. */
export const NUMBER_MAX = 1e9;

/** What a price and its line were from `at` on, until the next point. Only changes are stored. */
export interface Point {
  readonly at: number;
  /** The American price; while it is suspended or removed, the last one before, or 0 if there was none. */
  readonly american: number;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly status: PointStatus;
}

/** The last point of an interval, with the lowest and the highest American price that could be bet in it, if any. */
export interface IntervalPoint extends Point {
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** A price with its line at a moment, an opening or a closing: the graph calls it `PriceSnapshot`. */
export interface Snapshot {
  readonly at: number;
  readonly american: number;
  readonly line: number | null;
}

/** Its `american` is 0 unless it could be bet. */
export interface Opening extends Snapshot {
  /** Whether the price may have stood before: recording began when it was there already. */
  readonly isFirstSeen: boolean;
}

export interface Closing extends Snapshot {
  /** Whether play had not begun when this was read, as far as any price has said. */
  readonly isProvisional: boolean;
  /** Whether the price could still be bet on when play began; otherwise this is the last one before it was taken down. */
  readonly status: PointStatus;
}

/** A stored series. */
export interface Series extends Omit<SeriesInfo, 'isWatchedFromStart'> {
  readonly id: SeriesId;
  /** Null if all that is stored is a series without points. */
  readonly opening: Opening | null;
  /** Stored when play began; null until then, but for `HistoryReader.closings`, and if there was no price before play. */
  readonly closing: Closing | null;
}
