import type { Odds } from '../../../contract/odds.ts';
import type { BoardRow } from '../../origin-board.ts';
import { chunksOf, encodedFrame, type Frame, frame } from '../frame.ts';
import type { Move } from './price-changes.ts';

/** Rows in full, in parts that are encoded as they are asked for; one empty part of no rows. */
export function* snapshotFrames(
  rows: readonly BoardRow[],
  write: (odds: Odds) => Partial<Odds>,
): Generator<Frame, void> {
  if (rows.length === 0) yield part([], 0, 0);
  else yield* laterRowFrames(rows, write, 0);
}

/**
 * Rows that join `before` others which went out already, in parts of a snapshot that stand behind
 * those, at an `offset` above 0.
 */
export function* laterRowFrames(
  rows: readonly BoardRow[],
  write: (odds: Odds) => Partial<Odds>,
  before: number,
): Generator<Frame, void> {
  let offset = before;
  for (const chunk of chunksOf(rows)) {
    yield part(
      chunk.map((row) => write(row.odds)),
      offset,
      before + rows.length,
    );
    offset += chunk.length;
  }
}

function part(odds: readonly Partial<Odds>[], offset: number, total: number): Frame {
  const { length: count } = odds;
  return frame('snapshot', { odds, count, total, offset, has_more: offset + count < total });
}

/** Deltas, book by book. */
export function* updateFrames(moves: readonly Move[]): Generator<Frame, void> {
  for (const [book, ofBook] of Map.groupBy(moves, ({ odds }) => odds.sportsbook)) {
    let left = ofBook.length;
    for (const chunk of chunksOf(ofBook)) {
      left -= chunk.length;
      const odds = chunk.map(({ json }) => json).join();
      const rest = JSON.stringify({ count: chunk.length, book, partial: left > 0 }).slice(1);
      yield encodedFrame('odds:update', `{"odds":[${odds}],${rest}`);
    }
  }
}

/** The ids of prices that were taken down, book by book. */
export function* removalFrames(rows: readonly BoardRow[]): Generator<Frame, void> {
  for (const [book, ofBook] of Map.groupBy(rows, ({ odds }) => odds.sportsbook)) {
    for (const chunk of chunksOf(ofBook)) {
      const ids = chunk.map(({ odds }) => odds.id);
      yield frame('odds:removed', { ids, count: ids.length, book });
    }
  }
}
