import type { Odds } from '../../contract/odds/odds.ts';
import { oddsMatcher } from '../../contract/odds/odds-filter.ts';
import type { DeltaOdds } from '../../contract/stream.ts';
import { probabilityOf, toOdds } from '../odds/odds-shapes.ts';
import { selectRows } from '../odds/select-rows.ts';
import type { AppliedChange, BoardRow } from '../origin-board.ts';
import type { TierView } from '../tier-views.ts';
import { chunksOf, type Frame, frame, frameOfJson, type StreamRequest } from './frames.ts';

/** The prices that one tier sees under one filter, and their changes from now on. */
export class FollowedPrices {
  /** Ends the calls of `send`. */
  readonly stop: () => void;
  readonly #view: TierView;
  readonly #request: StreamRequest;
  readonly #matches: (odds: Odds) => boolean;
  /** The number of matching prices on the board. */
  #size = 0;

  constructor(
    view: TierView,
    request: StreamRequest,
    changesOf: ReturnType<typeof priceChanges>,
    send: (frame: Frame) => void,
  ) {
    this.#view = view;
    this.#request = request;
    this.#matches = oddsMatcher(request.filter);
    this.stop = view.board.onChange((change) => {
      for (const frame of this.#frames(changesOf(change))) send(frame);
    });
  }

  /** The matching rows at the call. */
  rows(): BoardRow[] {
    const rows = selectRows(this.#view, this.#request.filter);
    this.#size = rows.length;
    return rows;
  }

  /** Further chunks of a snapshot, after `sent` earlier rows. */
  *snapshotFrames(rows: readonly BoardRow[], sent = 0): Generator<Frame, void> {
    let offset = sent;
    for (const chunk of chunksOf(rows)) {
      const odds = chunk.map((row) => this.#payload(row.odds));
      yield snapshotFrame(odds, offset, sent + rows.length);
      offset += chunk.length;
    }
  }

  /** The price as clients get it, with a deep link for the state that they asked for. */
  #payload(odds: Odds): Partial<Odds> {
    const changedAt = odds.odds_changed_at ?? odds.last_seen_at;
    const { state } = this.#request;
    return toOdds(odds, this.#view.board, { state }, { odds_changed_at: changedAt });
  }

  *#frames(changes: PriceChanges): Generator<Frame, void> {
    const matches = ({ odds }: { readonly odds: Odds }) =>
      this.#view.sees(odds.sportsbook) && this.#matches(odds);
    const added = changes.added.filter(matches);
    const removed = changes.removed.filter(matches);
    yield* updateFrames(changes.updated.filter(matches));
    yield* this.snapshotFrames(added, this.#size);
    yield* removalFrames(removed);
    this.#size += added.length - removed.length;
  }
}

export function snapshotFrame(odds: readonly object[], offset: number, total: number): Frame {
  const { length: count } = odds;
  return frame('snapshot', { odds, count, total, offset, has_more: offset + count < total });
}

/** The fields of prices that changed, grouped by book. The JSON of each price is encoded already. */
function* updateFrames(updates: readonly PriceUpdate[]): Generator<Frame, void> {
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
function* removalFrames(rows: readonly BoardRow[]): Generator<Frame, void> {
  for (const [book, ofBook] of Map.groupBy(rows, ({ odds }) => odds.sportsbook)) {
    for (const chunk of chunksOf(ofBook)) {
      const ids = chunk.map(({ odds }) => odds.id);
      yield frame('odds:removed', { ids, count: ids.length, book });
    }
  }
}

/** A changed price with its delta as JSON, which is encoded once for all streams. */
interface PriceUpdate {
  readonly odds: Odds;
  readonly json: string;
}

/** What a change of the board means to streams. */
interface PriceChanges {
  readonly updated: readonly PriceUpdate[];
  /** Prices that were not on the board before. */
  readonly added: readonly BoardRow[];
  readonly removed: readonly BoardRow[];
}

/** Returns a function that computes them once for each change, for all streams of one board. */
export function priceChanges(): (change: AppliedChange) => PriceChanges {
  let last: { readonly change: AppliedChange; readonly changes: PriceChanges } | null = null;
  return (change) => {
    if (last?.change !== change) last = { change, changes: changesIn(change) };
    return last.changes;
  };
}

/** Prices that were only seen again, with the same values, are left out. */
function changesIn({ upserts, replaced, removed }: AppliedChange): PriceChanges {
  const updated: PriceUpdate[] = [];
  const added: BoardRow[] = [];
  for (const [index, row] of upserts.entries()) {
    const before = replaced[index]?.odds;
    if (before === undefined) added.push(row);
    else if (hasChanged(before, row.odds)) updated.push(updateOf(row.odds));
  }
  return { updated, added, removed };
}

function hasChanged(before: Odds, after: Odds): boolean {
  return (
    before.odds_american !== after.odds_american ||
    before.odds_decimal !== after.odds_decimal ||
    before.line !== after.line ||
    before.is_live !== after.is_live
  );
}

function updateOf(odds: Odds): PriceUpdate {
  const delta: DeltaOdds = {
    id: odds.id,
    odds_american: odds.odds_american,
    odds_decimal: odds.odds_decimal,
    odds_probability: probabilityOf(odds),
    line: odds.line ?? null,
    is_live: odds.is_live,
    odds_changed_at: odds.odds_changed_at ?? odds.last_seen_at,
  };
  return { odds, json: JSON.stringify(delta) };
}
