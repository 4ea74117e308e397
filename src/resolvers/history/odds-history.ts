import Type from 'typebox';
import { opaqueText } from '../../contract/lists/opaque-text.ts';
import { badUserInput } from '../../errors/errors.ts';
import type { RequireFields } from '../../generated/resolver-types.ts';
import type { OddsHistoryArgs, PriceHistory, PriceSnapshot } from '../../generated/schema-types.ts';
import { RESOLUTIONS } from '../../history/history-store.ts';
import type { IntervalPoint, Series } from '../../history/series.ts';
import {
  historicSeriesLoader,
  type PresentPrice,
  pastNow,
} from '../../loaders/history/historic-series.ts';
import { coverageLoader, pastPointsLoader, pointsIn } from '../../loaders/history/points.ts';
import type { OperationContext } from '../context.ts';
import { coverageModel, pricePoint, priceSnapshot } from './past-prices.ts';
import { isPastRange, pastRange } from './past-range.ts';

/** A cursor: the series, the range and the resolution that it belongs to, and the time of its point. */
const CURSOR = opaqueText(
  Type.Object({
    series: Type.Integer(),
    from: Type.Integer(),
    to: Type.Integer(),
    resolution: Type.Enum([...RESOLUTIONS]),
    at: Type.Integer({ minimum: 0 }),
  }),
);
type PointCursor = Parameters<typeof CURSOR.write>[0];

const PAGE_SIZE = 100;

/** Resolves `Odds.history`. The prices of an operation that ask for the same are read together. */
export async function priceHistory(
  price: PresentPrice,
  args: RequireFields<OddsHistoryArgs, 'resolution'>,
  { loaders }: OperationContext,
): Promise<PriceHistory | null> {
  const { resolution } = args;
  const now = loaders.of(pastNow);
  const cursor = args.after ? readCursor(args.after, now) : null;
  // All pages have the range of the first one, even where `from` or `to` was left out.
  const { from, to } = cursor ?? pastRange(args, now);
  const series = await loaders.of(historicSeriesLoader).load(price);
  if (series === null) return null;
  if (cursor !== null) refuseForeign(cursor, series, args);
  const first = args.first ?? PAGE_SIZE;
  const query = { from, to, resolution, limit: first, after: cursor?.at ?? null };
  const elapsed = { from, to: Math.min(to, now) };
  const [page, coverage] = await Promise.all([
    loaders.of(pastPointsLoader, query).load(series.id),
    loaders.of(coverageLoader).load(elapsed),
  ]);
  const all = pointsIn(page); // One more than the limit, if a price stood at `from`.
  const points = all.slice(0, first);
  const cursorOf = (point: IntervalPoint | undefined) =>
    point === undefined
      ? null
      : CURSOR.write({ series: series.id, from, to, resolution, at: point.at });
  return {
    points: points.map((point) => pricePoint(point, resolution)),
    opening: priceSnapshot(series.opening),
    closing: priceSnapshot(series.closing),
    coverage: coverageModel(elapsed, coverage),
    pageInfo: {
      hasNextPage: page.hasMore || all.length > first,
      hasPreviousPage: cursor !== null,
      startCursor: cursorOf(points[0]),
      endCursor: cursorOf(points[points.length - 1]),
    },
  };
}

/** Resolves `Odds.opening` and `Odds.closing`. */
export function priceAt(moment: 'opening' | 'closing') {
  return async (
    price: PresentPrice,
    _args: object,
    { loaders }: OperationContext,
  ): Promise<PriceSnapshot | null> => {
    const series = await loaders.of(historicSeriesLoader).load(price);
    return series && priceSnapshot(series[moment]);
  };
}

/** Throws `BAD_USER_INPUT` if a cursor belongs to another price, range or resolution. */
function refuseForeign(
  cursor: PointCursor,
  series: Series,
  { from, to, resolution }: RequireFields<OddsHistoryArgs, 'resolution'>,
): void {
  const isSame =
    cursor.series === series.id &&
    cursor.resolution === resolution &&
    (!from || cursor.from === Date.parse(from)) &&
    (!to || cursor.to === Date.parse(to));
  if (!isSame) throw badUserInput('after', 'is a cursor of another price, range or resolution');
}

function readCursor(text: string, now: number): PointCursor {
  const cursor = CURSOR.read(text);
  if (cursor && isPastRange(cursor, now) && cursor.at < cursor.to) return cursor;
  throw badUserInput('after', 'is not a cursor of this list');
}
