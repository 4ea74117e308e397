import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';
import { clockText, decimalText, oddsFormat } from '../prices/formats.ts';
import { type ChartData, colorOf } from './chart-data.ts';
import { roundPrices } from './round-prices.ts';

/** In pixels. */
const HEIGHT = 240;

/** The shortest time that a chart spans. */
const SECONDS_MIN = 10;

/** The distances in seconds that the labels of the time axis may have. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200];

/** What draws charts; null until it is loaded. It takes half as much as the rest of the page. */
const library = signal<typeof UPlot | null>(null);

async function load(): Promise<void> {
  try {
    library.value = (await import('uplot')).default;
  } catch {
    // The server cannot be reached. The next chart tries again.
  }
}

/** The prices of a selection since the page was opened, one line per book. */
export function Chart({ data, label }: { readonly data: ChartData; readonly label: string }) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const books = data.books.join();
  const Plot = library.value;
  // The chart is made anew for other books or another odds format; otherwise it only takes new data.
  useEffect(() => {
    const parent = element.current;
    if (Plot === null) void load();
    if (Plot === null || parent === null) return;
    const made = new Plot(options(parent, data, Plot), data.columns as UPlot.AlignedData, parent);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      made.setSize({ width: parent.clientWidth, height: HEIGHT });
    });
    observer.observe(parent);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [books, oddsFormat.value, Plot]);
  useEffect(() => plot.current?.setData(data.columns as UPlot.AlignedData), [data]);
  return <div ref={element} class="chart" role="img" aria-label={label} />;
}

function options(
  parent: HTMLElement,
  { books }: ChartData,
  { paths }: typeof UPlot,
): UPlot.Options {
  const style = getComputedStyle(parent);
  const axis = {
    // A canvas needs resolved colours, as computed properties contain them. CSS variables are not resolved.
    stroke: style.color,
    grid: { stroke: style.borderTopColor, width: 1 },
    ticks: { show: false },
    font: '12px system-ui',
  };
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      // Begins at the first price. Spans SECONDS_MIN at least, so that the first prices do not rescale it constantly.
      x: { range: (_plot, min, max) => [min, Math.max(max, min + SECONDS_MIN)] },
      y: { range: (_plot, min, max) => padded(min, max) },
    },
    axes: [
      {
        ...axis,
        size: 30,
        space: 90,
        incrs: STEPS,
        values: (_plot, ticks) => ticks.map((second) => clockText(second * 1_000)),
      },
      {
        ...axis,
        size: 56,
        splits: (_plot, _axis, min, max) => roundPrices(min, max, oddsFormat.value === 'american'),
        values: (_plot, ticks) => ticks.map(decimalText),
      },
    ],
    series: [
      {}, // The times.
      ...books.map((label, position) => ({
        label,
        stroke: colorOf(position),
        width: 1.5,
        points: { show: false },
        ...(paths.stepped && { paths: paths.stepped({ align: 1 }) }),
      })),
    ],
  };
}

/** Adds room above and below, so that a price that does not move is a line in the middle. Decimal odds exceed 1. */
function padded(min: number, max: number): [number, number] {
  const room = Math.max((max - min) * 0.15, (max - 1) * 0.02, 0.001);
  return [Math.max(1.0001, min - room), max + room];
}
