import { beforeAll, describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds.ts';
import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../../../src/contract/opportunities.ts';
import type { Tier } from '../../../../src/contract/tiers.ts';
import type { PriceFeed } from '../../../../src/origin/feeds/price-feed.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import { OpportunityBoard } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { PricedBets } from '../../../../src/origin/opportunities/valuation/valued-markets.ts';
import { type TierView, TierView as View } from '../../../../src/origin/tier-views.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';

const MINUTES = 10;

interface Watched {
  readonly view: TierView;
  readonly board: OpportunityBoard;
  readonly detected: Record<OpportunityKind, number>;
  readonly expired: Record<OpportunityKind, number>;
}

function watch(tier: Tier, feed: PriceFeed, clock: ManualClock): Watched {
  const view = new View(tier, feed.board);
  const board = new OpportunityBoard(new PricedBets(view), clock);
  const detected = { ev: 0, arb: 0, middles: 0, low_hold: 0 };
  const expired = { ev: 0, arb: 0, middles: 0, low_hold: 0 };
  board.onChange((change) => {
    detected[change.kind] += change.detected.length;
    expired[change.kind] += change.expired.length;
  });
  return { view, board, detected, expired };
}

describe(`in ${MINUTES} minutes of the simulation`, () => {
  let watched: Watched[];

  beforeAll(() => {
    const clock = new ManualClock();
    const feed = startSimulation({ clock, seed: 1 });
    watched = (['hobby', 'pro', 'sharp'] as const).map((tier) => watch(tier, feed, clock));
    clock.advance(MINUTES * 60_000);
    feed.stop();
  }, 300_000);

  it('every tier is told of all four kinds, and that they are over', () => {
    for (const { view, detected, expired } of watched) {
      for (const kind of OPPORTUNITY_KINDS) {
        expect(detected[kind], `${view.tier} ${kind}`).toBeGreaterThan(0);
        expect(expired[kind], `${view.tier} ${kind}`).toBeGreaterThan(0);
      }
    }
  });

  it('a tier meets the books that it sees and no others', () => {
    for (const { view, board } of watched) {
      const books = new Set<string>();
      for (const kind of OPPORTUNITY_KINDS) {
        for (const { id } of board.open(kind)) {
          for (const { sportsbook } of board.oddsOf(id)) books.add(sportsbook);
        }
      }
      expect(books.size).toBeGreaterThan(1);
      for (const book of books) expect(view.books).toContain(book);
    }
  });

  it('what is open is what a fresh search finds', () => {
    for (const { view, board } of watched) {
      const fresh = new OpportunityBoard(new PricedBets(view), new ManualClock());
      for (const kind of OPPORTUNITY_KINDS) {
        expect(idsOf(board, kind)).toEqual(idsOf(fresh, kind));
      }
      fresh.stop();
    }
  });

  it('sides stand against each other: one market and line, one player, team or match', () => {
    for (const { board } of watched) {
      for (const { id } of [...board.open('arb'), ...board.open('low_hold')]) {
        const legs = board.oddsOf(id);
        const told = JSON.stringify(legs.map((odds) => [odds.market_type, odds.selection]));
        expect(new Set(legs.map(({ event_id }) => event_id)).size, told).toBe(1);
        expect(new Set(legs.map(({ market_type }) => market_type)).size, told).toBe(1);
        expect(new Set(legs.map(subjectOf)).size, told).toBe(1);
        expect(
          new Set(legs.map(({ selection_type }) => selection_type)).size,
          told,
        ).toBeGreaterThan(1);
      }
    }
  });

  it('nothing is found where selections do not stand against each other', () => {
    const found = new Set<string>();
    for (const { board } of watched) {
      for (const kind of OPPORTUNITY_KINDS) {
        for (const { id } of board.open(kind)) {
          for (const { market_type } of board.oddsOf(id)) found.add(market_type);
        }
      }
    }
    const none =
      /^(match_result_.*|team_to_win_.*|.*double_chance|.*correct_score|.*_scorer|.*winning_margin.*|.*first_team_to_score|most_.*|outright|championship_winner|season_leader)$/;
    expect(found.size).toBeGreaterThan(50);
    expect([...found].filter((market) => none.test(market))).toEqual([]);
  });

  it('ids are told once', () => {
    for (const { board } of watched) {
      const ids = OPPORTUNITY_KINDS.flatMap((kind) => idsOf(board, kind));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

/** What a price is about beyond its side: a player, a team, or the line of a match. */
function subjectOf({ selection, selection_type: type, line }: Odds): string {
  const isOnSides = /^(home|draw|away)$/.test(type);
  const ownLine = type === 'away' && line ? -line : line;
  const name = isOnSides ? '' : selection.replace(/ ?\b(Over|Under|Yes|No|Odd|Even)$/, '');
  return JSON.stringify([name, ownLine]);
}

function idsOf(board: OpportunityBoard, kind: OpportunityKind): string[] {
  return Array.from(board.open(kind), ({ id }) => id).sort();
}
