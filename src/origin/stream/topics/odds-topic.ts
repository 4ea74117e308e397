import type { Odds } from '../../../contract/odds.ts';
import { oddsMatcher } from '../../../contract/odds-filter.ts';
import { toOdds } from '../../odds/odds-shapes.ts';
import { selectRows } from '../../odds/select-rows.ts';
import type { BoardRow } from '../../origin-board.ts';
import type { TierView } from '../../tier-views.ts';
import type { Frame } from '../frame.ts';
import type { StreamRequest } from '../stream-request.ts';
import { laterRowFrames, removalFrames, updateFrames } from './odds-frames.ts';
import type { OddsMoves, oddsMoves } from './price-changes.ts';
import { Topic } from './stream-topic.ts';

/** The prices of one view under one filter, for all who read them. */
export class OddsTopic extends Topic {
  readonly #view: TierView;
  readonly #request: Pick<StreamRequest, 'filter' | 'state'>;
  readonly #matches: (odds: Odds) => boolean;
  /** Matching prices on the board. */
  #size = 0;

  constructor(
    view: TierView,
    request: Pick<StreamRequest, 'filter' | 'state'>,
    movesOf: typeof oddsMoves,
  ) {
    super();
    this.#view = view;
    this.#request = request;
    this.#matches = oddsMatcher(request.filter);
    this.whenEmpty(view.board.onChange((change) => this.tell(this.#frames(movesOf(change)))));
  }

  /** All that matches at this moment. What changes from now on is told to the readers. */
  rows(): BoardRow[] {
    const rows = selectRows(this.#view, this.#request.filter);
    this.#size = rows.length;
    return rows;
  }

  /** A price in full, as the readers of this topic get it. */
  write(odds: Odds): Partial<Odds> {
    const changedAt = odds.odds_changed_at ?? odds.last_seen_at;
    const { state } = this.#request;
    return toOdds(odds, this.#view.board, { state }, { odds_changed_at: changedAt });
  }

  *#frames({ moved, offered, withdrawn }: OddsMoves): Generator<Frame, void> {
    const passes = ({ odds }: { readonly odds: Odds }) =>
      this.#view.sees(odds.sportsbook) && this.#matches(odds);
    const joining = offered.filter(passes);
    const leaving = withdrawn.filter(passes);
    yield* updateFrames(moved.filter(passes));
    yield* laterRowFrames(joining, (odds) => this.write(odds), this.#size);
    yield* removalFrames(leaving);
    this.#size += joining.length - leaving.length;
  }
}
