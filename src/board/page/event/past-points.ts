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
export const HOUR_MS = 3_600_000;
const FIVE_MINUTES_MS = 300_000;

/** The past of a price up to `now`, in milliseconds since the Unix epoch. `early` ended with a whole hour. */
export function pastOf(
  { opening, early, recent }: PastOdds,
  gaps: readonly HistoryGap[],
  now: number,
): PricePast {
  const prices = new Map<number, number | null>();
  const gapStarts = gaps.map(({ from }) => Date.parse(from));
  const add = ({ at, price }: PastPoint, intervalMs: number) =>
    prices.set(drawnAt(Date.parse(at), intervalMs, gapStarts), price?.decimal ?? null);
  if (opening?.price) prices.set(Date.parse(opening.at), opening.price.decimal);
  for (const point of early?.points ?? []) add(point, HOUR_MS);
  for (const point of recent?.points ?? []) add(point, FIVE_MINUTES_MS);
  const points = withGaps(prices, gaps).filter(({ at }) => at <= now);
  return { opening, points };
}

/** The points in the order of time, with none within a gap: after it, the curve goes on with the last price known by then. */
function withGaps(
  prices: ReadonlyMap<number, number | null>,
  gaps: readonly HistoryGap[],
): readonly Point[] {
  // Those at the same time stay in this order.
  const changes = [
    ...gaps.map(({ from }) => ({ at: Date.parse(from), isGap: true })),
    ...Array.from(prices, ([at, decimal]) => ({ at, decimal })),
    ...gaps.map(({ to }) => ({ at: Date.parse(to), isGap: false })),
  ].sort((one, other) => one.at - other.at);
  const points: Point[] = [];
  let [decimal, isGap]: [number | null, boolean] = [null, false];
  for (const change of changes) {
    if ('isGap' in change) {
      isGap = change.isGap;
      if (decimal !== null) points.push({ at: change.at, decimal: isGap ? null : decimal });
    } else {
      decimal = change.decimal;
      if (!isGap) points.push(change);
    }
  }
  return points;
}

type PastPoint = PastPointsFragment['points'][number];

/**
 * Where the last point of an interval is drawn: at the interval's end, at which its price is still in effect, so that the
 * curves of all prices have the same times. If a gap begins before that, at its own time.
 */
function drawnAt(at: number, intervalMs: number, gapStarts: readonly number[]): number {
  const end = Math.ceil(at / intervalMs) * intervalMs;
  return gapStarts.some((start) => at < start && start < end) ? at : end;
}
