import type { MarketTable } from '../prices/market-table.ts';
import { history } from '../prices/price-history.ts';

/** A chart's data as uPlot takes it: times in seconds, then the prices of each book at these times. */
export interface ChartData {
  readonly books: readonly string[];
  readonly columns: [number[], ...(number | null)[][]];
}

/** The prices of one side over time: one line per book, which goes on with its last price up to `now`, in ms. */
export function chartData(table: MarketTable, side: number, now: number): ChartData {
  const quotes = Array.from(table.cells, ([book, cells]) => ({ book, quote: cells[side]?.quote }))
    .filter(({ quote }) => quote !== undefined)
    .sort((a, b) => (a.book < b.book ? -1 : 1));
  const points = quotes.map(({ quote }) => history.of(quote?.id ?? ''));
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
  return {
    books: quotes.map(({ book }) => book),
    columns: [sorted.map((at) => at / 1_000), ...lines],
  };
}

/** Hues in degrees, which can be told apart on light and dark backgrounds. */
const HUES = [210, 28, 150, 350, 265, 190, 48, 320, 95, 5, 235, 170];

export function colorOf(position: number): string {
  const hue = HUES[position % HUES.length];
  return `hsl(${hue} 70% ${position < HUES.length ? 50 : 65}%)`;
}
