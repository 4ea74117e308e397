import type { Odds } from '../../contract/odds/odds.ts';
import { oddsMatcher } from '../../contract/odds/odds-filter.ts';
import { toOdds } from '../odds/odds-shapes.ts';
import { selectRows } from '../odds/select-rows.ts';
import type { BoardRow } from '../origin-board.ts';
import type { TierView } from '../tier-views.ts';
import { chunksOf, type Frame, frame, frameOfJson } from './frame.ts';
import type { PriceChanges, PriceUpdate, priceChanges } from './price-changes.ts';
import type { StreamRequest } from './stream-request.ts';
import { StreamTopic } from './stream-topic.ts';

/** The prices that one tier sees under one filter. */
export class OddsTopic extends StreamTopic {
  readonly #view: TierView;
  readonly #request: Pick<StreamRequest, 'filter' | 'state'>;
  readonly #matches: (odds: Odds) => boolean;
  /** The number of matching prices on the board. */
  #size = 0;

  constructor(
    view: TierView,
    request: Pick<StreamRequest, 'filter' | 'state'>,
    changesOf: ReturnType<typeof priceChanges>,
  ) {
    super();
    this.#view = view;
    this.#request = request;
    this.#matches = oddsMatcher(request.filter);
    const unsubscribe = view.board.onChange((change) => {
      this.publish(this.#frames(changesOf(change)));
    });
    this.onEmpty(unsubscribe);
  }

  /** The matching rows at the call. Later changes are published to the subscribers. */
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

  /** The price as subscribers get it, with a deep link for the state that they asked for. */
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
