import { impliedProbability } from '../../contract/odds/implied-probability.ts';
import { mainLine, type Place, placeOf } from '../../contract/odds/main-lines.ts';
import type { IntervalPoint, Point, SeriesKey } from '../series.ts';
import { intervalOfOne } from '../store/intervals.ts';

/** The points of one price of a sportsbook on the market, in the order of time. */
export interface MovingSeries {
  readonly series: SeriesKey;
  readonly points: readonly IntervalPoint[];
}

/** The points of one side of the main line. */
export interface SideMovement {
  /** The price that is the side's now: another one, if the main line became another. */
  readonly series: SeriesKey;
  readonly points: IntervalPoint[];
}

/** How the main line of one sportsbook moved, on one subject: the match itself, a player or a team. */
export interface MainLineMovement {
  readonly sportsbook: string;
  readonly player: string | null;
  readonly subject: string;
  readonly sides: readonly SideMovement[];
  /**
   * When the price or the line of a side first became another one than at the start of the range, or than its first one
   * within it; Infinity if none did.
   */
  readonly movedAt: number;
}

/**
 * The movement of every sportsbook's main line, on each subject of one market type of an event. `intervalMs` is the
 * length of the intervals that the points sum up; 1 for points that are not summed up. `from` is where the range begins:
 * points before it stood then.
 */
export function mainLineMovements(
  all: readonly MovingSeries[],
  intervalMs: number,
  from = 0,
): MainLineMovement[] {
  const offers = Map.groupBy(
    all.filter(({ points }) => points.length > 0),
    (one) => JSON.stringify([one.series.sportsbook, subjectOf(one)]),
  );
  return [...offers.values()].flatMap((offered) => {
    const [first] = offered;
    if (first === undefined) return [];
    const { sportsbook, player } = first.series;
    const subject = subjectOf(first);
    // Sides without opposites have no line: each is followed alone, as there may be hundreds.
    const followed =
      subject === ''
        ? Map.groupBy(offered, ({ series }) => placeOf(series, null).side).values()
        : [offered];
    const sides = [...followed].flatMap((some) => followMainLine(some, intervalMs, from));
    if (sides.length === 0) return []; // It came and went within an interval, or could never be bet.
    const movedAt = Math.min(...sides.map(firstMove));
    return [{ sportsbook, player, subject, sides, movedAt }];
  });
}

/**
 * The sportsbooks that were the first to move on each subject. Several if they moved at the same moment; none if nothing
 * moved.
 */
export function firstToMove(movements: readonly MainLineMovement[]): Set<MainLineMovement> {
  const subjects = [...Map.groupBy(movements, ({ subject }) => subject).values()];
  const first = subjects.flatMap((rivals) => {
    const earliest = Math.min(...rivals.map(({ movedAt }) => movedAt));
    return rivals.filter(({ movedAt }) => movedAt === earliest && movedAt < Infinity);
  });
  return new Set(first);
}

/** When a price or its line first changed; Infinity if it never did. */
function firstMove({ points }: SideMovement): number {
  const open = points.filter(({ status }) => status === 'open');
  const [start] = open;
  const move = open.find(
    ({ american, line }) => american !== start?.american || line !== start?.line,
  );
  return move?.at ?? Infinity;
}

function subjectOf({ series, points }: MovingSeries): string {
  return placeOf(series, points[0]?.line ?? null).subject;
}

/** The sides of the main line over time: it is determined anew after each interval, from all prices that are open then. */
function followMainLine(
  offered: readonly MovingSeries[],
  intervalMs: number,
  from: number,
): SideMovement[] {
  const changes = offered
    .flatMap(({ series, points }) => points.map((point) => ({ series, point })))
    .sort((a, b) => a.point.at - b.point.at);
  const quotes = new Map<SeriesKey, Quote>();
  const sides = new Map<string, SideMovement>();
  let line: number | null = null;
  // What stood when the range began stood together, whenever each price had come.
  const intervals = Map.groupBy(changes, ({ point: { at } }) =>
    at < from ? -1 : Math.floor(at / intervalMs),
  );
  for (const interval of intervals.values()) {
    for (const { series, point } of interval) {
      quotes.set(series, quoteOf(series, point, quotes.get(series)));
    }
    const changed = new Set(interval.map(({ series }) => series));
    const at = interval.at(-1)?.point.at ?? 0;
    // A side may get or lose a price that has not changed itself: then its point is of this interval, too.
    const asOfNow = (series: SeriesKey, point: IntervalPoint): IntervalPoint =>
      changed.has(series) ? point : intervalOfOne({ ...point, at });
    const open = [...quotes.values()].filter(({ point }) => point.status === 'open');
    const main: Quote[] = mainLine(open, line);
    line = main[0]?.place.line ?? line;
    const shown = new Map<string, Quote>();
    for (const quote of main) {
      const { side } = quote.place;
      // Where a sportsbook lists a side twice, the price that is shown already stays.
      if (!shown.has(side) || sides.get(side)?.series === quote.series) shown.set(side, quote);
    }
    for (const [side, { series, point }] of shown)
      show(sides, side, series, asOfNow(series, point));
    for (const [side, { series }] of sides) {
      const point = quotes.get(series)?.point;
      if (shown.has(side) || point === undefined) continue;
      // It is suspended or removed, or its line is no longer the main one and no other has this side.
      show(sides, side, series, { ...asOfNow(series, point), status: closedStatus(point) });
    }
  }
  return [...sides.values()];
}

interface Quote {
  readonly series: SeriesKey;
  readonly point: IntervalPoint;
  readonly place: Place;
  readonly probability: number;
}

function quoteOf(series: SeriesKey, point: IntervalPoint, before: Quote | undefined): Quote {
  const probability = impliedProbability(point.american, 0);
  const place = before?.point.line === point.line ? before.place : placeOf(series, point.line);
  return { series, point, place, probability };
}

function closedStatus({ status }: Point): Point['status'] {
  return status === 'open' ? 'suspended' : status;
}

/** Adds a point to a side, unless nothing of it differs from the last one. */
function show(
  sides: Map<string, SideMovement>,
  side: string,
  series: SeriesKey,
  point: IntervalPoint,
): void {
  const points = sides.get(side)?.points ?? [];
  sides.set(side, { series, points });
  const last = points.at(-1);
  const isSame =
    last !== undefined &&
    last.american === point.american &&
    last.line === point.line &&
    last.isLive === point.isLive &&
    last.status === point.status;
  if (!isSame) points.push(point);
}
