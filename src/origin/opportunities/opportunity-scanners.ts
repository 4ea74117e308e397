import type { Clock } from '../../clock.ts';
import type { Odds } from '../../contract/odds.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { TierView, TierViews } from '../tier-views.ts';
import { OpportunityBoard, type OpportunitySearch } from './opportunity-scanner.ts';
import type { Bet } from './valuation/quoted-market.ts';
import { PricedBets } from './valuation/valued-markets.ts';

/** A board and how to give it back: what nobody else reads ends then. */
export interface LentBoard {
  readonly board: OpportunityBoard;
  release(): void;
}

export interface OpportunityBoards {
  /**
   * The opportunities that a tier sees. The first call for a tier searches its whole board once, and
   * so does each that names books.
   */
  lend(tier: Tier, search?: OpportunitySearch): LentBoard;
  /** The prices behind an opportunity of any tier that was asked for; none for an unknown id. */
  oddsOf(id: string): readonly Odds[];
  stop(): void;
}

interface Shared {
  readonly bets: PricedBets;
  readonly board: OpportunityBoard;
}

/** A board for each tier, made when it is first asked for; tiers that see the same share one. */
export function createOpportunityBoards(views: TierViews, clock: Clock): OpportunityBoards {
  const boards = new Map<TierView, Shared>();
  function sharedOf(tier: Tier): Shared {
    const view = views.of(tier);
    const twin = boards.keys().find((other) => seeSame(view, other)) ?? view;
    const known = boards.get(twin);
    if (known !== undefined) return known;
    const bets = new PricedBets(twin);
    const shared = { bets, board: new OpportunityBoard(bets, clock) };
    boards.set(twin, shared);
    return shared;
  }
  return {
    lend(tier, search = {}) {
      const { bets, board } = sharedOf(tier);
      if (search.books === undefined || search.books.length === 0) return { board, release() {} };
      const own = new OpportunityBoard(bets, clock, search);
      return { board: own, release: () => own.stop() };
    },
    oddsOf: (id) =>
      boards
        .values()
        .flatMap(({ bets, board }) => [...board.oddsOf(id), ...pricesOf(bets.linked(id))])
        .toArray(),
    stop() {
      for (const { bets, board } of boards.values()) {
        board.stop();
        bets.stop();
      }
    },
  };
}

/** All prices on the sides of a bet: a low hold among some books rests on other prices than the best. */
function pricesOf(bet: Bet | undefined): Odds[] {
  return bet === undefined
    ? []
    : bet
        .offers()
        .map(({ odds }) => odds)
        .toArray();
}

/** A higher tier sees all that a lower one does. */
function seeSame(one: TierView, other: TierView): boolean {
  return one.board === other.board && one.books.length === other.books.length;
}
