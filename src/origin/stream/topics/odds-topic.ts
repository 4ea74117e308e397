import type { Odds } from '../../../contract/odds/odds.ts';
import { oddsMatcher } from '../../../contract/odds/odds-filter.ts';
import { toOdds } from '../../odds/odds-shapes.ts';
import { selectRows } from '../../odds/select-rows.ts';
import type { BoardRow } from '../../origin-board.ts';
import type { TierView } from '../../tier-views.ts';
import type { Frame } from '../frame.ts';
import type { StreamRequest } from '../stream-request.ts';
import { addedRowFrames, removalFrames, updateFrames } from './odds-frames.ts';
import type { PriceChanges, priceChanges } from './price-changes.ts';
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
    changesOf: typeof priceChanges,
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

  /** The current matching rows. Later changes are published to the subscribers. */
  snapshot(): BoardRow[] {
    const rows = selectRows(this.#view, this.#request.filter);
    this.#size = rows.length;
    return rows;
  }

  /** The price as subscribers get it, with a deep link for the state that they asked for. */
  payload(odds: Odds): Partial<Odds> {
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
    yield* addedRowFrames(added, (odds) => this.payload(odds), this.#size);
    yield* removalFrames(removed);
    this.#size += added.length - removed.length;
  }
}
