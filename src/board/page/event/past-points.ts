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

/** As `EventPast` asks for them. */
const HOUR = 3_600_000;
const FIVE_MINUTES = 300_000;

/** The past of a price up to `now`, in milliseconds since the Unix epoch. */
export function pastOf(
  { opening, early, recent }: PastOdds,
  gaps: readonly HistoryGap[],
  now: number,
): PricePast {
  const points = new Map<number, number | null>();
  if (opening?.price) points.set(Date.parse(opening.at), opening.price.decimal);
  for (const point of early?.points ?? []) points.set(endOf(point, HOUR), decimalOf(point));
  for (const point of recent?.points ?? [])
    points.set(endOf(point, FIVE_MINUTES), decimalOf(point));
  for (const gap of gaps) {
    const [from, to] = [Date.parse(gap.from), Date.parse(gap.to)];
    const [before, after] = [lastBefore(points, from), lastBefore(points, to + 1)];
    if (before === undefined) continue;
    // An interval's end, too, may lie within the gap, and would begin the line again before it is over.
    for (const at of points.keys()) if (at >= from && at < to) points.delete(at);
    if (before !== null) points.set(from, null);
    if (after != null) points.set(to, after);
  }
  const sorted = [...points].filter(([at]) => at <= now).sort(([one], [other]) => one - other);
  return { opening, points: sorted.map(([at, decimal]) => ({ at, decimal })) };
}

type PastPoint = PastPointsFragment['points'][number];

/** The last point of an interval tells what stood at its end, so all prices change at the same times. */
function endOf({ at }: PastPoint, intervalMs: number): number {
  return Math.ceil(Date.parse(at) / intervalMs) * intervalMs;
}

function decimalOf({ price }: PastPoint): number | null {
  return price?.decimal ?? null;
}

/** What stood before a time: null for no price, undefined if nothing is known. */
function lastBefore(points: ReadonlyMap<number, number | null>, time: number) {
  const at = Math.max(...[...points.keys()].filter((one) => one < time));
  return points.get(at);
}
