import { setImmediate as turn } from 'node:timers/promises';
import type { Batch, BatchPoint, HistoryStore, Span } from '../history-store.ts';
import { type HistoricEvent, type Point, type SeriesInfo, seriesKey } from '../series.ts';

/** Points of one price, or a time during which everything was recorded, which comes after the points of that time. */
export type HistoryRecord =
  | {
      readonly event: HistoricEvent;
      readonly series: SeriesInfo;
      readonly points: readonly Point[];
    }
  | { readonly coverage: Span };

/** What can be written to. */
export type ImportTarget = Pick<HistoryStore, 'append'>;

/** Points that are written at once. */
const BATCH_POINTS = 2_000;

/** How long records are read before other work of the process has its turn, in milliseconds. */
const SLICE_MS = 4;

/**
 * Writes records to a store; returns how many points were new. Those that are stored already change nothing, so an
 * import that was interrupted may begin again. The next records are read only once those before are written.
 */
export async function importRecords(
  target: ImportTarget,
  records: Iterable<HistoryRecord> | AsyncIterable<HistoryRecord>,
): Promise<number> {
  let batch = new RecordBatch();
  let added = 0;
  let sliceBegan = performance.now();
  const write = async (coverage: Span | null) => {
    const full = batch;
    batch = new RecordBatch();
    if (full.points.length === 0 && coverage === null) return;
    added += (await target.append(full.with(coverage))).points;
  };
  try {
    for await (const record of records) {
      if ('coverage' in record) await write(record.coverage);
      else batch.add(record.event, record.series, record.points);
      if (batch.points.length >= BATCH_POINTS) await write(null);
      if (performance.now() - sliceBegan > SLICE_MS) {
        await turn();
        sliceBegan = performance.now();
      }
    }
  } finally {
    await write(null); // Also what came before a record that can't be read.
  }
  return added;
}

/** What is written at once. */
class RecordBatch {
  readonly points: BatchPoint[] = [];
  readonly #events = new Map<string, HistoricEvent>();
  readonly #series = new Map<string, SeriesInfo>();
  readonly #indexes = new Map<string, number>();

  add(event: HistoricEvent, series: SeriesInfo, points: readonly Point[]): void {
    // Any row of an event may say when play began.
    const startedAt = event.startedAt ?? this.#events.get(event.id)?.startedAt ?? null;
    this.#events.set(event.id, { ...event, startedAt });
    const key = seriesKey(series);
    const index = this.#indexes.get(key) ?? this.#series.size;
    this.#indexes.set(key, index);
    // Any row of a price may say that it was watched from its start.
    const isWatchedFromStart =
      series.isWatchedFromStart || this.#series.get(key)?.isWatchedFromStart === true;
    this.#series.set(key, { ...series, isWatchedFromStart });
    for (const point of points) this.points.push({ ...point, series: index });
  }

  with(coverage: Span | null): Batch {
    const { points } = this;
    const series = [...this.#series.values()];
    const events = [...this.#events.values()];
    return { series, events, points, coverage, position: null, isImport: true };
  }
}
