import type {
  Coverage,
  HistoricOdds,
  HistoryGap,
  HistoryResolution,
  Price,
  PricePoint,
  PriceSnapshot,
} from '../../generated/schema-types.ts';
import type { Coverage as RecordedCoverage, Span } from '../../history/history-store.ts';
import type { ClosedSeries } from '../../history/questions/fair-closing.ts';
import { wirePrice } from '../../history/questions/wire-price.ts';
import type {
  Closing,
  IntervalPoint,
  Opening,
  Point,
  Series,
  Snapshot,
} from '../../history/series.ts';
import { oddsKey } from '../../models/odds.ts';
import { priceFromAmerican } from '../../models/price.ts';

/** The most gaps that are listed. */
export const GAPS_MAX = 1_000;

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function pricePoint(point: IntervalPoint, resolution: HistoryResolution): PricePoint {
  const { lowest, highest } = point;
  const isSummedUp = resolution !== 'TICK';
  return {
    ...stoodAt(point),
    low: isSummedUp ? priceOf(lowest) : null,
    high: isSummedUp ? priceOf(highest) : null,
  };
}

/** An opening or a closing; null if there is none. */
export function priceSnapshot(
  moment: (Snapshot & Partial<Opening & Closing>) | null,
): PriceSnapshot | null {
  if (moment === null) return null;
  const { line, isProvisional = false, isFirstSeen = false, status } = moment;
  const price = priceOf(moment.american);
  const wasOpen = status === undefined ? price !== null : status === 'open'; // An opening has a price if it was open.
  return { at: isoTime(moment.at), price, line, isProvisional, wasOpen, isFirstSeen };
}

/** A price as it stood. */
export function historicOdds(series: Series, point: Point): HistoricOdds {
  const { eventId, sportsbook, marketType, selection, selectionType, player } = series;
  return {
    key: oddsKey(eventId, wirePrice(series, point)),
    sportsbookId: sportsbook,
    marketType,
    selection,
    selectionType,
    playerName: player,
    ...stoodAt(point),
  };
}

/** A price as it stood when play began, whether or not it could be bet then. */
export function closingOdds(series: ClosedSeries): HistoricOdds {
  const { closing } = series;
  const odds = historicOdds(series, { ...closing, isLive: false });
  return { ...odds, price: priceOf(closing.american) };
}

/** The gaps of a range, as far as they lie in it. */
export function coverageModel(range: Span, { gaps }: Pick<RecordedCoverage, 'gaps'>): Coverage {
  const within = gaps
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from < to);
  return {
    from: isoTime(range.from),
    to: isoTime(range.to),
    gaps: within.slice(0, GAPS_MAX).map(historyGap),
    isComplete: within.length === 0,
  };
}

export function historyGap({ from, to }: Span): HistoryGap {
  return { from: isoTime(from), to: isoTime(to) };
}

/** What stood from this point on: a price only if it could be bet. */
function stoodAt({ at, american, line, isLive, status }: Point) {
  const price = status === 'open' ? priceOf(american) : null;
  const shown = status.toUpperCase() as Uppercase<typeof status>;
  return { at: isoTime(at), price, line, isLive, status: shown };
}

/** American odds of 0 are written where no price is known. */
function priceOf(american: number | null): Price | null {
  return american === null || american === 0 ? null : priceFromAmerican(american);
}
