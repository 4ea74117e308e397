import type { MarketTable } from '../prices/market-table.ts';
import { type Point, seenPrices } from '../prices/price-history.ts';
import { idOf, type Quote } from '../prices/quote.ts';
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

/** Charts are not much wider in pixels, and more times would take long to draw each second. */
const TIMES_MAX = 1_500;

/**
 * The prices of one side over time: a curve for each book, which begins with what was recorded and goes on with its last
 * price up to `now`, in milliseconds since the Unix epoch.
 */
export function chartData(
  table: MarketTable,
  sideIndex: number,
  now: number,
  recordedPrices: ReadonlyMap<string, PricePast>,
): ChartData {
  const quotes = chartedQuotes(table, sideIndex);
  const points = quotes.map(({ quote }) => pointsOf(quote, recordedPrices));
  const times = new Set([now]);
  for (const { at } of points.flat()) times.add(at);
  const sorted = sampled([...times].sort((a, b) => a - b));
  const curves = points.map((curve) => {
    let next = 0;
    return sorted.map((at) => {
      while ((curve[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      return curve[next - 1]?.decimal ?? null;
    });
  });
  const [opening] = quotes
    .flatMap(({ quote }) => recordedPrices.get(quote.key)?.opening ?? [])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    openedAt: opening ? Date.parse(opening.at) : null,
    isOpening: opening?.isFirstSeen === false,
    books: quotes.map(({ book }) => book),
    columns: [sorted.map((at) => at / 1_000), ...curves],
  };
}

/** The first of many times, and the last in each of TIMES_MAX parts: its prices stand for those in between. */
function sampled(times: readonly number[]): readonly number[] {
  if (times.length <= TIMES_MAX) return times;
  const step = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / TIMES_MAX;
  const partOf = (at = Number.NaN) => Math.floor(at / step); // NaN, after the last time, equals no part.
  return times.filter((at, index) => index === 0 || partOf(at) !== partOf(times[index + 1]));
}

/** The books of a side's chart, in the order that gives them their colours, with their prices. */
export function chartedQuotes({ cells }: MarketTable, side: number) {
  return Array.from(cells, ([book, sides]) => ({ book, quote: sides[side]?.quote }))
    .filter((one): one is { book: string; quote: Quote } => one.quote !== undefined)
    .sort((a, b) => (a.book < b.book ? -1 : 1));
}

/** What the server has recorded, whose points tell the prices in effect at their times, and what the page saw. */
function pointsOf(quote: Quote, recordedPrices: ReadonlyMap<string, PricePast>): readonly Point[] {
  const recorded = recordedPrices.get(quote.key)?.points ?? [];
  return [...recorded, ...seenPrices.of(idOf(quote))].sort((a, b) => a.at - b.at);
}

/** Hues in degrees and lightness in percent, which can be told apart on light and dark backgrounds: 36 colors. */
const HUES = [210, 28, 150, 350, 265, 190, 48, 320, 95, 5, 235, 170];
const LIGHTNESS = [50, 65, 38];

export function colorOf(position: number): string {
  const hue = HUES[position % HUES.length];
  const lightness = LIGHTNESS[Math.floor(position / HUES.length) % LIGHTNESS.length];
  return `hsl(${hue} 70% ${lightness}%)`;
}
