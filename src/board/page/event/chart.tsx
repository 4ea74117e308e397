import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';
import { clockText, dayTimeText, decimalText, oddsFormat } from '../prices/formats.ts';
import { type ChartData, colorOf } from './chart-data.ts';
import { roundPrices } from './round-prices.ts';

/** In pixels. */
const HEIGHT = 240;

/** The shortest time that a chart spans. */
const SECONDS_MIN = 10;

/** The distances in seconds that the labels of the time axis may have. */
const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400,
  172_800, 604_800,
];

/** What draws charts; null until it is loaded. It takes half as much as the rest of the page. */
const library = signal<typeof UPlot | null>(null);
const loadingFailed = signal(false);
const RETRY_MS = 5_000;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Tries again after a failure, which is for good if the server has another version of the page by now. */
async function load(): Promise<void> {
  if (library.value !== null) return;
  try {
    library.value = (await import('uplot')).default;
    loadingFailed.value = false;
  } catch {
    loadingFailed.value = true;
    clearTimeout(retry); // Of another chart.
    retry = setTimeout(load, RETRY_MS);
  }
}

/** A time with a name: when the market opened, or play began. */
interface Mark {
  /** In seconds, as uPlot counts. */
  readonly at: number;
  readonly text: string;
}

interface Props {
  readonly data: ChartData;
  /** When play began, in milliseconds since the Unix epoch; null if it has not. */
  readonly playedSince: number | null;
  readonly label: string;
}

/**
 * The prices of a selection over time, one line per book. A line has a gap where there was no price, or where the server did
 * not watch.
 */
export function Chart({ data, playedSince, label }: Props) {
  const marks = useRef<readonly Mark[]>([]);
  marks.current = marksOf(data, playedSince);
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const books = data.books.join();
  const Plot = library.value;
  // The chart is made anew for other books or another odds format; otherwise it only takes new data.
  useEffect(() => {
    const parent = element.current;
    if (Plot === null) void load();
    if (Plot === null || parent === null) return;
    const made = new Plot(
      options(parent, data, Plot, () => marks.current),
      data.columns as UPlot.AlignedData,
      parent,
    );
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
  return (
    <>
      <div ref={element} class="chart" role="img" aria-label={label} />
      {loadingFailed.value && (
        <p class="chart-note small">
          The chart could not be loaded. Trying again… If that does not help, load the page again.
        </p>
      )}
    </>
  );
}

function options(
  parent: HTMLElement,
  { books }: ChartData,
  { paths }: typeof UPlot,
  marks: () => readonly Mark[],
): UPlot.Options {
  const style = getComputedStyle(parent); // It follows the system when that turns dark.
  const axis = {
    // A canvas needs resolved colours, as computed properties contain them. CSS variables are not resolved.
    stroke: () => style.color,
    grid: { stroke: () => style.borderTopColor, width: 1 },
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
        space: (_plot, _axis, min, max) => (spansDays({ min, max }) ? 130 : 90),
        incrs: STEPS,
        values: ({ scales }, ticks) => timeLabels(ticks, scales['x']),
      },
      {
        ...axis,
        size: 56,
        splits: (_plot, _axis, min, max) => roundPrices(min, max, oddsFormat.value === 'american'),
        values: (_plot, ticks) => ticks.map(decimalText),
      },
    ],
    hooks: { draw: [(plot) => drawMarks(plot, marks(), style.color)] },
    series: [
      {}, // The times.
      ...books.map((label, position) => ({
        label,
        stroke: colorOf(position),
        width: 1.5,
        points: { show: false },
        // A price is in effect up to the next point, so a gap begins at its own first point.
        ...(paths.stepped && { paths: paths.stepped({ align: 1, alignGaps: 1 }) }),
      })),
    ],
  };
}

function marksOf({ openedAt, isOpening }: ChartData, playedSince: number | null): Mark[] {
  return [
    ...(openedAt === null
      ? []
      : [{ at: openedAt / 1_000, text: isOpening ? 'Open' : 'First seen' }]),
    ...(playedSince === null ? [] : [{ at: playedSince / 1_000, text: 'Close' }]),
  ];
}

/** Draws a dashed line at each mark that is in sight, with its name beside it. */
function drawMarks(plot: UPlot, marks: readonly Mark[], color: string): void {
  const { ctx, bbox, scales } = plot;
  const { min = 0, max = 0 } = scales['x'] ?? {};
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.font = `${12 * devicePixelRatio}px system-ui`;
  ctx.setLineDash([4, 4]);
  for (const { at, text } of marks) {
    if (at < (min ?? 0) || at > (max ?? 0)) continue;
    const x = plot.valToPos(at, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const isRight = x > bbox.left + bbox.width * 0.8; // Its name stands on the side with room.
    ctx.textAlign = isRight ? 'right' : 'left';
    ctx.fillText(text, x + (isRight ? -4 : 4) * devicePixelRatio, bbox.top + 12 * devicePixelRatio);
  }
  ctx.restore();
}

/** Times of day, with the day where the chart spans several. */
function timeLabels(ticks: readonly number[], scale: UPlot.Scale = {}): string[] {
  const hasDays = spansDays(scale);
  return ticks.map((second) =>
    hasDays ? dayTimeText(second * 1_000, Date.now()) : clockText(second * 1_000),
  );
}

function spansDays({ min, max }: UPlot.Scale): boolean {
  return (max ?? 0) - (min ?? 0) >= 43_200;
}

/**
 * Adds room above and below, so that a price that does not move is a line in the middle. Decimal odds exceed 1. `min` and
 * `max` are null where all prices are suspended.
 */
function padded(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [1.5, 2.5];
  const room = Math.max((max - min) * 0.15, (max - 1) * 0.02, 0.001);
  return [Math.max(1.0001, min - room), max + room];
}
