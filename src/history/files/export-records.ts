import type { HistoryReader, PointPage, Span } from '../history-store.ts';
import type { HistoricEvent, Point, Series, SeriesInfo } from '../series.ts';
import type { HistoryRecord } from './import-records.ts';

/** Series whose points are read at once, and the most points of each. */
const SERIES_AT_ONCE = 50;
const POINTS_AT_ONCE = 1_000;

interface ExportOptions extends Span {
  /** Of these leagues; of all if there are none. */
  readonly leagues: readonly string[];
}

/**
 * All points of a range and what stood when it began, event by event and price by price, and then its coverage, unless
 * these are only the points of some leagues. Reads no more than is taken.
 */
export async function* exportRecords(
  history: Pick<HistoryReader, 'eventsIn' | 'seriesOf' | 'points' | 'coverage'>,
  { from, to, leagues }: ExportOptions,
): AsyncGenerator<HistoryRecord> {
  // What is recorded from now on may be covered without being read.
  const { spans } = await history.coverage({ from, to });
  const events = await history.eventsIn({ from, to }, leagues.length > 0 ? { leagues } : {});
  for (const event of events) {
    const series = await history.seriesOf({ eventIds: [event.id] });
    const known = { ...event, startedAt: startBefore(to, event) };
    for (let start = 0; start < series.length; start += SERIES_AT_ONCE) {
      yield* pointsOf(history, known, series.slice(start, start + SERIES_AT_ONCE), { from, to });
    }
  }
  if (leagues.length > 0) return;
  for (const coverage of spans) yield { coverage };
}

/** The points of some series, page by page. */
async function* pointsOf(
  history: Pick<HistoryReader, 'points'>,
  event: HistoricEvent,
  some: readonly Series[],
  { from, to }: Span,
): AsyncGenerator<HistoryRecord> {
  const query = { from, to, resolution: 'TICK', limit: POINTS_AT_ONCE } as const;
  const pages = await history.points({
    ...query,
    seriesIds: some.map(({ id }) => id),
    after: null,
  });
  for (const [index, first] of pages.entries()) {
    const series = some[index];
    if (series === undefined) continue;
    const { standing } = first;
    const stood = standing === null || standing.status === 'removed' ? [] : [standing];
    const info = infoOf(series, stood[0]?.at ?? from);
    const plain = plainPoints();
    if (stood.length > 0) yield { event, series: info, points: stood.map(plain) };
    let page: PointPage | undefined = first;
    while (page !== undefined && page.points.length > 0) {
      yield { event, series: info, points: page.points.map(plain) };
      const after: number | null = page.points.at(-1)?.at ?? null;
      [page] = page.hasMore
        ? await history.points({ ...query, seriesIds: [series.id], after })
        : [];
    }
  }
}

/** If play began after the range, what stood then is not in it. */
function startBefore(to: number, { startedAt }: HistoricEvent): number | null {
  return startedAt !== null && startedAt < to ? startedAt : null;
}

/** Only an opening among the points is known to be one when they are imported. */
function infoOf(stored: Series, from: number): SeriesInfo {
  const { id: _, opening, closing: __, ...series } = stored;
  const isWatchedFromStart = opening !== null && !opening.isFirstSeen && opening.at >= from;
  return { ...series, isWatchedFromStart };
}

/**
 * Returns a function that makes the points of one price, in their order, what would be recorded now: the first release has
 * recorded odds that no American price has as if these could be bet. Suspended prices have their last odds.
 */
function plainPoints(): (point: Point) => Point {
  let last = 0;
  return ({ at, american, line, isLive, status }) => {
    const isPrice = Math.abs(american) >= 100;
    if (isPrice) last = american;
    const isSuspended = !isPrice && status === 'open';
    return { at, american: last, line, isLive, status: isSuspended ? 'suspended' : status };
  };
}
