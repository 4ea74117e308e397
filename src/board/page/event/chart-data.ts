import type { MarketTable } from '../prices/market-table.ts';
import { history, type Point } from '../prices/price-history.ts';
import type { Quote } from '../prices/quote.ts';
import type { PricePast } from './past-points.ts';

/** A chart's data as uPlot takes it: times in seconds, then the prices of each book at these times. */
export interface ChartData {
  readonly books: readonly string[];
  readonly columns: [number[], ...(number | null)[][]];
  /** When the first of the prices was recorded, in milliseconds since the Unix epoch; null if none was. */
  readonly openedAt: number | null;
  /** Whether that is when its market opened: the server was watching before. */
  readonly isOpening: boolean;
}

/**
 * The prices of one side over time: one line per book, which begins with its past and goes on with its last price up to
 * `now`, in ms.
 */
export function chartData(
  table: MarketTable,
  side: number,
  now: number,
  pasts: ReadonlyMap<string, PricePast>,
): ChartData {
  const quotes = Array.from(table.cells, ([book, cells]) => ({ book, quote: cells[side]?.quote }))
    .filter(({ quote }) => quote !== undefined)
    .sort((a, b) => (a.book < b.book ? -1 : 1));
  const points = quotes.map(({ quote }) => pointsOf(quote, pasts));
  const times = new Set([now]);
  for (const { at } of points.flat()) times.add(at);
  const sorted = [...times].sort((a, b) => a - b);
  const lines = points.map((line) => {
    let next = 0;
    return sorted.map((at) => {
      while ((line[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      return line[next - 1]?.decimal ?? null;
    });
  });
  const [opening] = quotes
    .flatMap(({ quote }) => pasts.get(quote?.key ?? '')?.opening ?? [])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    openedAt: opening ? Date.parse(opening.at) : null,
    isOpening: opening?.isFirstSeen === false,
    books: quotes.map(({ book }) => book),
    columns: [sorted.map((at) => at / 1_000), ...lines],
  };
}

/** What the server has recorded up to when the page saw the price first, then what the page saw. */
function pointsOf(
  quote: Quote | undefined,
  pasts: ReadonlyMap<string, PricePast>,
): readonly Point[] {
  if (quote === undefined) return [];
  const seen = history.of(quote.id);
  const recorded = pasts.get(quote.key)?.points ?? [];
  const seenSince = seen[0]?.at ?? Number.POSITIVE_INFINITY;
  return [...recorded.filter(({ at }) => at < seenSince), ...seen];
}

/** Hues in degrees, which can be told apart on light and dark backgrounds. */
const HUES = [210, 28, 150, 350, 265, 190, 48, 320, 95, 5, 235, 170];

export function colorOf(position: number): string {
  const hue = HUES[position % HUES.length];
  return `hsl(${hue} 70% ${position < HUES.length ? 50 : 65}%)`;
}
