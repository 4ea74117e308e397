import { DATA_DELAY_SECONDS, type Tier, tierAllows } from '../contract/tiers.ts';
import type { Clock, Timer } from '../scheduling/clock.ts';
import { Board, type BoardRow } from './origin-board.ts';
import { Refusal } from './requests/refusal.ts';
import { listedBook, requiredTierOf, SPORTSBOOKS } from './sportsbook-table.ts';

/** What callers of one tier may see: a live or delayed board of events and prices, and the books on it. */
export class TierView {
  readonly tier: Tier;
  readonly board: Board;

  constructor(tier: Tier, board: Board) {
    this.tier = tier;
    this.board = board;
  }

  /** The sportsbooks that the tier sees, sorted by id: those of the table, and others that have had prices. */
  get books(): string[] {
    const all = new Set([...SPORTSBOOKS.map(({ id }) => id), ...this.board.sportsbooks()]);
    return [...all].filter((id) => this.sees(id)).sort();
  }

  sees(bookId: string): boolean {
    return tierAllows(this.tier, requiredTierOf(bookId));
  }

  /** The prices of one event at the books of the tier. */
  rowsOf(eventId: string): IteratorObject<BoardRow, undefined> {
    return this.board.rowsOf(eventId).filter((row) => this.sees(row.odds.sportsbook));
  }

  /** Whether the sportsbook exists, visible to the tier or not. */
  knows(bookId: string): boolean {
    return listedBook(bookId) !== undefined || this.board.hasSportsbook(bookId);
  }

  /** Throws 403 `tier_restricted` if one of the books requires a higher tier. */
  assertBooksVisible(bookIds: readonly string[] = []): void {
    const book = bookIds.find((id) => !this.sees(id) && this.knows(id));
    if (book === undefined) return;
    throw new Refusal(
      'tier_restricted',
      `Sportsbook "${book}" requires the ${requiredTierOf(book)} tier; this key is on the ${this.tier} tier.`,
    );
  }

  /** The time of the last change of the tier's data, which may have been an empty one, ISO 8601. */
  get updatedAt(): string {
    return new Date(this.board.updatedAt).toISOString();
  }
}

export interface TierViews {
  of(tier: Tier): TierView;
  stop(): void;
}

/** A view for each tier: of the live board, or of the late copy of it that the free tier alone sees. */
export function createTierViews(live: Board, clock: Clock): TierViews {
  const delayed = delayBoard(live, clock, DATA_DELAY_SECONDS.free * 1000);
  return {
    of: (tier) => new TierView(tier, DATA_DELAY_SECONDS[tier] === 0 ? live : delayed.board),
    stop: delayed.stop,
  };
}

/** A copy of a board, to which each change of it is applied `delayMs` later, with its original time. */
function delayBoard(source: Board, clock: Clock, delayMs: number) {
  const board = new Board(source.updatedAt);
  const [events, upserts] = [[...source.events()], [...source.rows()]];
  board.apply({ at: source.updatedAt, events, upserts, removals: [], endedEventIds: [] });
  const timers = new Set<Timer>();
  const unsubscribe = source.onChange((change) => {
    const timer = clock.after(delayMs, () => {
      timers.delete(timer);
      board.apply(change);
    });
    timers.add(timer);
  });
  const stop = () => {
    unsubscribe();
    for (const timer of timers) timer.cancel();
  };
  return { board, stop };
}
