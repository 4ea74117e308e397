import type {
  Coverage,
  HistoricOdds,
  HistoryGap,
  HistoryResolution,
  Price,
  PricePoint,
  PriceSnapshot,
  PriceStatus,
} from '../../generated/schema-types.ts';
import type { Coverage as RecordedCoverage, Span } from '../../history/history-store.ts';
import { wirePrice } from '../../history/questions/wire-price.ts';
import type { Closing, IntervalPoint, Opening, Point, Series } from '../../history/series.ts';
import { oddsKey } from '../../models/odds.ts';
import { priceFromAmerican } from '../../models/price.ts';

/** The most gaps that are listed. */
export const GAPS_MAX = 1_000;

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function pricePoint(point: IntervalPoint, resolution: HistoryResolution): PricePoint {
  const { at, line, isLive, status, lowest, highest } = point;
  const isSummedUp = resolution !== 'TICK';
  return {
    at: isoTime(at),
    price: openPrice(point),
    line,
    status: graphStatus(status),
    isLive,
    low: isSummedUp ? priceOf(lowest) : null,
    high: isSummedUp ? priceOf(highest) : null,
  };
}

export function openingSnapshot({ at, american, line, isFirstSeen }: Opening): PriceSnapshot {
  const price = priceOf(american);
  const wasOpen = price !== null;
  return { at: isoTime(at), price, line, isProvisional: false, wasOpen, isFirstSeen };
}

export function closingSnapshot(closing: Closing): PriceSnapshot {
  const { at, american, line, isProvisional, status } = closing;
  const wasOpen = status === 'open';
  const price = priceOf(american);
  return { at: isoTime(at), price, line, isProvisional, wasOpen, isFirstSeen: false };
}

/** A price as it stood. */
export function historicOdds(series: Series, point: Point): HistoricOdds {
  return {
    ...identityOf(series, point.line),
    line: point.line,
    price: openPrice(point),
    at: isoTime(point.at),
    isLive: point.isLive,
    status: graphStatus(point.status),
  };
}

/** A price as it stood when play began. */
export function closingOdds(series: Series, closing: Closing): HistoricOdds {
  return {
    ...identityOf(series, closing.line),
    line: closing.line,
    price: priceOf(closing.american),
    at: isoTime(closing.at),
    isLive: false,
    status: graphStatus(closing.status),
  };
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

function identityOf(series: Series, line: number | null) {
  const { eventId, sportsbook, marketType, selection, selectionType, player } = series;
  return {
    key: oddsKey(eventId, wirePrice(series, { american: 0, line })),
    sportsbookId: sportsbook,
    marketType,
    selection,
    selectionType,
    playerName: player,
  };
}

function openPrice({ american, status }: Point): Price | null {
  return status === 'open' ? priceOf(american) : null;
}

/** American odds of 0 are written where nothing can be bet. */
function priceOf(american: number | null): Price | null {
  return american === null || american === 0 ? null : priceFromAmerican(american);
}

function graphStatus(status: Point['status']): PriceStatus {
  return status.toUpperCase() as Uppercase<typeof status>;
}
