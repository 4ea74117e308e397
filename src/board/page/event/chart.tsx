import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { oddsFormat, priceText } from '../prices/formats.ts';
import { type ChartData, colorOf } from './chart-data.ts';

const HEIGHT = 240;

/** American odds of a decimal price, for the axis. */
function american(decimal: number): number {
  return decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1);
}

/** The prices of a selection since the page was opened, a line a book. */
export function Chart({ data, label }: { readonly data: ChartData; readonly label: string }) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const books = data.books.join();
  // A chart is made anew for other books, and takes new data otherwise.
  useEffect(() => {
    const parent = element.current;
    if (parent === null) return;
    const made = new UPlot(options(parent, data), data.columns as UPlot.AlignedData, parent);
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
  }, [books, oddsFormat.value]);
  useEffect(() => plot.current?.setData(data.columns as UPlot.AlignedData), [data]);
  return <div ref={element} class="chart" role="img" aria-label={label} />;
}

function options(parent: HTMLElement, { books }: ChartData): UPlot.Options {
  const style = getComputedStyle(parent);
  const axis = {
    // A canvas needs resolved colours, which properties have and variables don't.
    stroke: style.color,
    grid: { stroke: style.borderTopColor, width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
  };
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      // At least a minute, so that the first seconds don't fill the width.
      x: { range: (_plot, min, max) => [Math.min(min, max - 60), max] },
      y: { range: (_plot, min, max) => padded(min, max) },
    },
    axes: [
      axis,
      {
        ...axis,
        size: 56,
        values: (_plot, splits) =>
          splits.map((decimal) => priceText({ decimal, american: american(decimal) })),
      },
    ],
    series: [
      {},
      ...books.map((label, position) => ({
        label,
        stroke: colorOf(position),
        width: 1.5,
        points: { show: false },
        ...(UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
      })),
    ],
  };
}

/** Room above and below, so that a price that does not move is a line in the middle. */
function padded(min: number, max: number): [number, number] {
  const room = Math.max((max - min) * 0.15, (max - 1) * 0.02, 0.001);
  return [Math.max(1.0001, min - room), max + room];
}
