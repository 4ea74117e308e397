import type { Odds } from '../../../contract/odds/odds.ts';
import type { BoardRow } from '../../origin-board.ts';
import { chunksOf, type Frame, frame, frameOfJson } from '../frame.ts';
import type { PriceUpdate } from './price-changes.ts';

/** A snapshot in chunks that are encoded as they are read. One empty chunk if there are no rows. */
export function* snapshotFrames(
  rows: readonly BoardRow[],
  payload: (odds: Odds) => Partial<Odds>,
): Generator<Frame, void> {
  if (rows.length === 0) yield snapshotFrame([], 0, 0);
  else yield* addedRowFrames(rows, payload, 0);
}

/** Rows that came after the snapshot, as further chunks of it, with offsets after the `sent` earlier rows. */
export function* addedRowFrames(
  rows: readonly BoardRow[],
  payload: (odds: Odds) => Partial<Odds>,
  sent: number,
): Generator<Frame, void> {
  const total = sent + rows.length;
  let offset = sent;
  for (const chunk of chunksOf(rows)) {
    const odds = chunk.map((row) => payload(row.odds));
    yield snapshotFrame(odds, offset, total);
    offset += chunk.length;
  }
}

function snapshotFrame(odds: readonly Partial<Odds>[], offset: number, total: number): Frame {
  const { length: count } = odds;
  return frame('snapshot', { odds, count, total, offset, has_more: offset + count < total });
}

/** The fields of prices that changed, grouped by book. The JSON of each price is encoded already. */
export function* updateFrames(updates: readonly PriceUpdate[]): Generator<Frame, void> {
  for (const [book, ofBook] of Map.groupBy(updates, ({ odds }) => odds.sportsbook)) {
    let remaining = ofBook.length;
    for (const chunk of chunksOf(ofBook)) {
      remaining -= chunk.length;
      const odds = chunk.map(({ json }) => json).join();
      const rest = JSON.stringify({ count: chunk.length, book, partial: remaining > 0 }).slice(1);
      yield frameOfJson('odds:update', `{"odds":[${odds}],${rest}`);
    }
  }
}

/** The ids of removed prices, grouped by book. */
export function* removalFrames(rows: readonly BoardRow[]): Generator<Frame, void> {
  for (const [book, ofBook] of Map.groupBy(rows, ({ odds }) => odds.sportsbook)) {
    for (const chunk of chunksOf(ofBook)) {
      const ids = chunk.map(({ odds }) => odds.id);
      yield frame('odds:removed', { ids, count: ids.length, book });
    }
  }
}
