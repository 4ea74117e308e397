import { describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OPPORTUNITY_KINDS } from '../../../../src/contract/opportunities.ts';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import { OpportunityScanner } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { ValuedMarkets } from '../../../../src/origin/opportunities/valuation/valued-markets.ts';
import { TierView } from '../../../../src/origin/tier-views.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { payloads } from './small-market.ts';

describe('on the board of the simulation', () => {
  const clock = new ManualClock();
  const feed = startSimulation({ clock, seed: 2 });
  const scanner = new OpportunityScanner(
    new ValuedMarkets(new TierView('sharp', feed.board)),
    clock,
  );
  feed.stop();

  it('the sides of an opportunity are on one market, line and player or team', () => {
    for (const { id } of [...payloads(scanner, 'arb'), ...payloads(scanner, 'low_hold')]) {
      const legs = scanner.oddsOf(id);
      const label = JSON.stringify(legs.map((odds) => [odds.market_type, odds.selection]));
      expect(new Set(legs.map(({ event_id }) => event_id)).size, label).toBe(1);
      expect(new Set(legs.map(({ market_type }) => market_type)).size, label).toBe(1);
      expect(new Set(legs.map(subjectOf)).size, label).toBe(1);
      expect(new Set(legs.map(({ selection_type }) => selection_type)).size, label).toBeGreaterThan(
        1,
      );
    }
  });

  it('finds nothing in markets whose selections are not opposites', () => {
    const found = new Set<string>();
    for (const kind of OPPORTUNITY_KINDS) {
      for (const { id } of payloads(scanner, kind)) {
        for (const { market_type } of scanner.oddsOf(id)) found.add(market_type);
      }
    }
    const none =
      /^(match_result_.*|team_to_win_.*|.*double_chance|.*correct_score|.*_scorer|.*winning_margin.*|.*first_team_to_score|most_.*|outright|championship_winner|season_leader)$/;
    expect(found.size).toBeGreaterThan(50);
    expect([...found].filter((market) => none.test(market))).toEqual([]);
  });
});

/** The player, team or line that a price is about, without its side. */
function subjectOf({ selection, selection_type: type, line }: Odds): string {
  const isOnSides = /^(home|draw|away)$/.test(type);
  const ownLine = type === 'away' && line ? -line : line;
  const name = isOnSides ? '' : selection.replace(/ ?\b(Over|Under|Yes|No|Odd|Even)$/, '');
  return JSON.stringify([name, ownLine]);
}
