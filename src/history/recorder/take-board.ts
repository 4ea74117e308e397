import type { Odds } from '../../contract/odds/odds.ts';
import type { VersionedRows } from '../../live/board/versioned-rows.ts';
import { type ChangeBuffer, changeOf } from './change-buffer.ts';
import type { RecordedPrices } from './recorded-prices.ts';
import type { StoreWriter } from './store-writer.ts';

/** How many rows are written at once. Each write takes some ten round trips to the database. */
const SLICE = 2_000;

/**
 * Compares the whole board with the store, and writes what differs. If another recorder's work goes on, `ahead` has the
 * changes that are still to be written: here their rows only get to know their series.
 */
export async function takeBoard(
  writer: StoreWriter,
  prices: RecordedPrices,
  rows: VersionedRows<Odds>,
  ahead: ChangeBuffer | null,
): Promise<void> {
  // All at once: a row that changes while others are compared would lose what it was before.
  const changes = Array.from(entriesOf(rows, ahead), (entry) =>
    changeOf(entry, prices.watchedSince),
  );
  for (const slice of slicesOf(changes)) {
    const known = prices.seriesOf(slice.map(({ row }) => row));
    prices.resume(known.rowIds, await writer.write(known));
  }
  // Not before all rows are known, which may state different starts of an event.
  for (const slice of slicesOf(changes)) {
    const batch = prices.pointsOf(
      slice.filter(({ version }) => ahead === null || version <= ahead.since),
    );
    if (batch.points.length === 0) continue;
    prices.learn(batch, await writer.write(batch));
  }
  for (const slice of slicesOf(ahead === null ? prices.unseenRemovals() : [])) {
    const points = slice.map(({ point }, series) => ({ series, ...point }));
    const series = slice.map(({ seriesId }) => seriesId);
    await writer.write({ series, events: [], points });
  }
}

function* slicesOf<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < all.length; start += SLICE) yield all.slice(start, start + SLICE);
}

/** The rows of the board, and those that have left it and whose removal is still to be written. */
function* entriesOf(rows: VersionedRows<Odds>, ahead: ChangeBuffer | null) {
  yield* rows.entries();
  yield* ahead?.removals() ?? [];
}
