import type { Odds } from '../../contract/odds/odds.ts';
import type { Entry } from '../../live/board/entry-list.ts';
import type { VersionedRows } from '../../live/board/versioned-rows.ts';
import { type ChangeBuffer, changeOf } from './change-buffer.ts';
import type { RecordedPrices } from './recorded-prices.ts';
import type { StoreWriter } from './store-writer.ts';

/** How many rows are compared at once, before others have their turn. */
const SLICE = 250;

/**
 * Compares the whole board with the store, and writes what differs. If another recorder's work goes on, `ahead` has
 * the changes that it has not written, whose rows are only made known.
 */
export async function takeBoard(
  writer: StoreWriter,
  prices: RecordedPrices,
  rows: VersionedRows<Odds>,
  ahead: ChangeBuffer | null,
): Promise<void> {
  const take = async (slice: readonly Entry<Odds>[]) => {
    const known = prices.seriesOf(slice.map(({ value }) => value));
    const { seriesIds } = await writer.write({ ...known, coverage: null, position: null });
    prices.resume(known.rowIds, seriesIds);
    const compared = slice.filter(({ version }) => ahead === null || version <= ahead.since);
    const batch = prices.pointsOf(compared.map((entry) => changeOf(entry, prices.watchedSince)));
    if (batch.points.length === 0) return;
    const written = await writer.write({ ...batch, coverage: null, position: null });
    prices.learn(batch, written.seriesIds);
  };
  let slice: Entry<Odds>[] = [];
  for (const entry of entriesOf(rows, ahead)) {
    slice.push(entry);
    if (slice.length < SLICE) continue;
    await take(slice);
    slice = [];
  }
  if (slice.length > 0) await take(slice);
}

/** The rows of the board, and those whose removal is still to be written. */
function* entriesOf(rows: VersionedRows<Odds>, ahead: ChangeBuffer | null) {
  yield* rows.entries();
  yield* ahead?.removals() ?? [];
}
