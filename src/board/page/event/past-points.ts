import type { EventPastQuery, PastPointsFragment } from '../../../generated/board/graphql.ts';
import type { Point } from '../prices/price-history.ts';

type PastOdds = NonNullable<NonNullable<EventPastQuery['event']>['odds']>[number];
type HistoryGap = NonNullable<EventPastQuery['historyCoverage']>['gaps'][number];

/** What the server has recorded of a price. */
export interface PricePast {
  readonly opening: PastOdds['opening'];
  /** The earliest first. Without a price while it could not be bet, and while nobody watched. */
  readonly points: readonly Point[];
}

/** The resolutions in which `past.graphql` asks for history: by hour, and by five minutes for the last day. */
const HOUR_MS = 3_600_000;
const FIVE_MINUTES_MS = 300_000;

/** The past of a price up to `now`, in milliseconds since the Unix epoch. */
export function pastOf(
  { opening, early, recent }: PastOdds,
  gaps: readonly HistoryGap[],
  now: number,
): PricePast {
  const points = new Map<number, number | null>();
  if (opening?.price) points.set(Date.parse(opening.at), opening.price.decimal);
  for (const point of early?.points ?? []) points.set(endOf(point, HOUR_MS), decimalOf(point));
  for (const point of recent?.points ?? [])
    points.set(endOf(point, FIVE_MINUTES_MS), decimalOf(point));
  for (const gap of gaps) {
    const [from, to] = [Date.parse(gap.from), Date.parse(gap.to)];
    const [before, after] = [lastBefore(points, from), lastBefore(points, to + 1)];
    if (before === undefined || after === undefined) continue;
    // An interval's end, too, may lie within the gap, and would begin the curve again before it is over.
    for (const at of points.keys()) if (at >= from && at < to) points.delete(at);
    if (before !== null) points.set(from, null);
    if (after !== null) points.set(to, after);
  }
  const sorted = [...points].filter(([at]) => at <= now).sort(([one], [other]) => one - other);
  return { opening, points: sorted.map(([at, decimal]) => ({ at, decimal })) };
}

type PastPoint = PastPointsFragment['points'][number];

/** The last point of an interval tells the price in effect at its end, so all prices change at the same times. */
function endOf({ at }: PastPoint, intervalMs: number): number {
  return Math.ceil(Date.parse(at) / intervalMs) * intervalMs;
}

function decimalOf({ price }: PastPoint): number | null {
  return price?.decimal ?? null;
}

/** The price in effect before a time: null for no price, undefined if nothing is known. */
function lastBefore(points: ReadonlyMap<number, number | null>, time: number) {
  const before = [...points.keys()].filter((at) => at < time);
  return before.length === 0 ? undefined : points.get(Math.max(...before));
}
