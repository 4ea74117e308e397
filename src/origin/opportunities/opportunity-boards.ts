import type { Clock } from '../../clock.ts';
import type { Odds } from '../../contract/odds.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { TierView, TierViews } from '../tier-views.ts';
import { OpportunityBoard } from './opportunity-board.ts';

export interface OpportunityBoards {
  /** The opportunities that a tier sees; the first call for a tier searches its whole board once. */
  of(tier: Tier): OpportunityBoard;
  /** The prices behind an opportunity of any tier that was asked for; none for an unknown id. */
  oddsOf(id: string): readonly Odds[];
  stop(): void;
}

/** A board for each tier, made when it is first asked for; tiers that see the same share one. */
export function createOpportunityBoards(views: TierViews, clock: Clock): OpportunityBoards {
  const boards = new Map<TierView, OpportunityBoard>();
  return {
    of(tier) {
      const view = views.of(tier);
      const twin = boards.keys().find((other) => seeSame(view, other)) ?? view;
      const board = boards.get(twin) ?? new OpportunityBoard(twin, clock);
      boards.set(twin, board);
      return board;
    },
    oddsOf: (id) =>
      boards
        .values()
        .flatMap((board) => board.oddsOf(id))
        .toArray(),
    stop() {
      for (const board of boards.values()) board.stop();
    },
  };
}

/** A higher tier sees all that a lower one does. */
function seeSame(one: TierView, other: TierView): boolean {
  return one.board === other.board && one.books.length === other.books.length;
}
