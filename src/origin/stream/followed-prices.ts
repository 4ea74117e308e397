import { chunksOf } from '../../contract/lists/chunks.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import { oddsMatcher } from '../../contract/odds/odds-filter.ts';
import type { StreamQuery } from '../../contract/routes/stream.ts';
import { type DeltaOdds, STREAM_CHUNK_ITEMS } from '../../contract/stream.ts';
import { probabilityOf, toOdds } from '../odds/odds-shapes.ts';
import { selectRows } from '../odds/select-rows.ts';
import type { AppliedChange, BoardRow } from '../origin-board.ts';
import type { TierView } from '../tier-views.ts';
import { type Frame, frame } from './stream-body.ts';

/** The prices that one tier sees under one filter, and their changes from now on. */
export class FollowedPrices {
  /** Ends the calls of `send`. */
  readonly stop: () => void;
  readonly #view: TierView;
  readonly #query: StreamQuery;
  readonly #matches: (odds: Odds) => boolean;
  /** The number of matching prices on the board, kept up to date from the call of `rows` on. */
  #size = 0;

  constructor(view: TierView, query: StreamQuery, send: (frame: Frame) => void) {
    this.#view = view;
    this.#query = query;
    this.#matches = oddsMatcher(query);
    this.stop = view.board.onChange((change) => {
      for (const frame of this.#frames(change)) send(frame);
    });
  }

  /** The matching rows at the call: those of the snapshot. */
  rows(): BoardRow[] {
    const rows = selectRows(this.#view, this.#query);
    this.#size = rows.length;
    return rows;
  }

  /** The chunks of a snapshot that bring `rows`, after the `sent` rows of earlier chunks. */
  *snapshotFrames(rows: readonly BoardRow[], sent = 0): Generator<Frame, void> {
    let offset = sent;
    for (const chunk of chunksOf(rows, STREAM_CHUNK_ITEMS)) {
      const odds = chunk.map((row) => this.#payload(row.odds));
      yield snapshotFrame(odds, offset, sent + rows.length);
      offset += chunk.length;
    }
  }

  /** The price as clients get it, with a deep link for the state that they asked for. */
  #payload(odds: Odds): Partial<Odds> {
    const changedAt = odds.odds_changed_at ?? odds.last_seen_at;
    return toOdds(odds, this.#view.board, this.#query, { odds_changed_at: changedAt });
  }

  /** What is sent of a change. Nothing is sent of a price that was only seen again, with the same values. */
  *#frames({ upserts, replaced, removed: all }: AppliedChange): Generator<Frame, void> {
    const matches = ({ odds }: BoardRow) => this.#view.sees(odds.sportsbook) && this.#matches(odds);
    const updated = upserts.filter((row, index) => hasChanged(replaced[index], row));
    const added = upserts.filter((_, index) => replaced[index] === undefined).filter(matches);
    const removed = all.filter(matches);
    yield* updateFrames(updated.filter(matches));
    yield* this.snapshotFrames(added, this.#size);
    yield* removalFrames(removed);
    this.#size += added.length - removed.length;
  }
}

export function snapshotFrame(odds: readonly object[], offset: number, total: number): Frame {
  const { length: count } = odds;
  return frame('snapshot', { odds, count, total, offset, has_more: offset + count < total });
}

/** The fields of prices that change, grouped by book. */
function* updateFrames(rows: readonly BoardRow[]): Generator<Frame, void> {
  for (const [book, ofBook] of Map.groupBy(rows, ({ odds }) => odds.sportsbook)) {
    let remaining = ofBook.length;
    for (const chunk of chunksOf(ofBook, STREAM_CHUNK_ITEMS)) {
      remaining -= chunk.length;
      const odds = chunk.map(deltaOf);
      yield frame('odds:update', { odds, count: odds.length, book, partial: remaining > 0 });
    }
  }
}

/** The ids of removed prices, grouped by book. */
function* removalFrames(rows: readonly BoardRow[]): Generator<Frame, void> {
  for (const [book, ofBook] of Map.groupBy(rows, ({ odds }) => odds.sportsbook)) {
    for (const chunk of chunksOf(ofBook, STREAM_CHUNK_ITEMS)) {
      const ids = chunk.map(({ odds }) => odds.id);
      yield frame('odds:removed', { ids, count: ids.length, book });
    }
  }
}

function hasChanged(replaced: BoardRow | undefined, { odds: after }: BoardRow): boolean {
  const before = replaced?.odds;
  return (
    before !== undefined &&
    (before.odds_american !== after.odds_american ||
      before.odds_decimal !== after.odds_decimal ||
      before.line !== after.line ||
      before.is_live !== after.is_live)
  );
}

function deltaOf({ odds }: BoardRow): DeltaOdds {
  return {
    id: odds.id,
    odds_american: odds.odds_american,
    odds_decimal: odds.odds_decimal,
    odds_probability: probabilityOf(odds),
    line: odds.line ?? null,
    is_live: odds.is_live,
    odds_changed_at: odds.odds_changed_at ?? odds.last_seen_at,
  };
}
