import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OPPORTUNITY_KINDS } from '../../../../src/contract/opportunities.ts';
import { readRecordedBoard } from '../../../../src/origin/feeds/recorded-board.ts';
import { OpportunityScanner } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { ValuedMarkets } from '../../../../src/origin/opportunities/valuation/valued-markets.ts';
import type { Board } from '../../../../src/origin/origin-board.ts';
import { TierView } from '../../../../src/origin/tier-views.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';

const RECORDED = new URL('../../../../../shared/data/worldcup-2026-odds.csv', import.meta.url);

/** What a stake of 1 returns if the home margin, or the total, is `result`. */
function returned({ selection_type: side, line, odds_decimal: decimal }: Odds, result: number) {
  if (side === 'draw') return result === 0 ? decimal : 0;
  if (side === 'yes' || side === 'odd') return result % 2 === 1 ? decimal : 0;
  if (side === 'no' || side === 'even') return result % 2 === 0 ? decimal : 0;
  const direction = side.endsWith('over') || side === 'home' ? 1 : -1;
  const isResult = side === 'home' || side === 'away';
  const offset = isResult ? (line ?? 0) : -(line ?? 0) * direction;
  // A quarter line splits the stake between the neighbouring lines.
  const halves = Number.isInteger(offset * 2) ? [offset, offset] : [offset - 0.25, offset + 0.25];
  return halves.reduce((sum, half) => {
    const margin = result * direction + half;
    return sum + (margin > 0 ? decimal : margin === 0 && line !== null ? 1 : 0) / 2;
  }, 0);
}

function totalReturn(legs: readonly Odds[], result: number): number {
  const total = legs.reduce((sum, { odds_decimal }) => sum + 1 / odds_decimal, 0);
  return legs.reduce((sum, leg) => sum + returned(leg, result) / leg.odds_decimal / total, 0);
}

const RESULTS = Array.from({ length: 101 }, (_, index) => index - 50);

describe.skipIf(!existsSync(RECORDED))(`on the board recorded in ${RECORDED.pathname}`, () => {
  let source: Board;
  let scanner: OpportunityScanner;

  beforeAll(() => {
    const clock = new ManualClock(Date.parse('2026-07-13T02:00:00Z'));
    source = readRecordedBoard(RECORDED.pathname, clock).board;
    scanner = new OpportunityScanner(new ValuedMarkets(new TierView('enterprise', source)), clock);
  });

  it('every arbitrage makes a profit at almost all results and a loss at none', () => {
    const arbs = [...scanner.payloads('arb')];
    expect(arbs.length).toBeGreaterThan(0);
    for (const arb of arbs) {
      const legs = scanner.oddsOf(arb.id);
      const results = RESULTS.map((result) => totalReturn(legs, result));
      const label = `${arb.market_type} ${arb.legs.map((leg) => leg.selection).join(' / ')}`;
      expect(Math.min(...results), label).toBeGreaterThanOrEqual(1 - 1e-9);
      const profits = results.filter((result) => result > 1 + 1e-9);
      expect(profits.length, label).toBeGreaterThanOrEqual(results.length - 1);
    }
  });

  it('every opportunity combines sides of one market at one line', () => {
    for (const { id } of [...scanner.payloads('arb'), ...scanner.payloads('low_hold')]) {
      const legs = scanner.oddsOf(id);
      expect(new Set(legs.map((odds) => odds.event_id)).size).toBe(1);
      expect(new Set(legs.map((odds) => odds.market_type)).size).toBe(1);
      const homeLines = legs.map(({ line, selection_type: side }) =>
        side === 'away' && line ? -line : line,
      );
      expect(new Set(homeLines).size).toBe(1);
      const sides = new Set(legs.map((odds) => odds.selection_type));
      expect(sides.size).toBeGreaterThan(1);
    }
  });

  it.each(['double_chance', 'correct_score', 'to_win_either_half', 'game_prop'])(
    'finds nothing in %s, whose sides are not opposites',
    (market) => {
      expect(Array.from(source.rows()).some(({ odds }) => odds.market_type === market)).toBe(true);
      for (const kind of OPPORTUNITY_KINDS) {
        for (const { id } of scanner.payloads(kind)) {
          expect(scanner.oddsOf(id).map((odds) => odds.market_type)).not.toContain(market);
        }
      }
    },
  );

  it('in to_win_to_nil combines yes with no for one team, and never both teams', () => {
    const found = OPPORTUNITY_KINDS.flatMap((kind) => [...scanner.payloads(kind)])
      .map(({ id }) => scanner.oddsOf(id))
      .filter(([first]) => first?.market_type === 'to_win_to_nil');
    expect(found.length).toBeGreaterThan(0);
    for (const legs of found) {
      expect(new Set(legs.map((odds) => odds.selection_type))).toEqual(new Set(['yes', 'no']));
      expect(new Set(legs.map((odds) => odds.selection.split(' ')[0])).size).toBe(1);
    }
  });

  it('finds no EV of 20 % or more, and no arbitrage of 15 % or more', () => {
    expect(Math.max(...Array.from(scanner.payloads('ev'), (ev) => ev.ev_percentage))).toBeLessThan(
      20.1,
    );
    expect(
      Math.max(...Array.from(scanner.payloads('arb'), (arb) => arb.profit_percent)),
    ).toBeLessThan(15);
  });

  it('the age of a low hold is that of its oldest price in whole seconds', () => {
    for (const { id, odds_age_seconds: age } of scanner.payloads('low_hold')) {
      const seen = scanner.oddsOf(id).map((odds) => Date.parse(odds.last_seen_at));
      expect(age).toBe(Math.round((Date.parse('2026-07-13T02:00:00Z') - Math.min(...seen)) / 1000));
    }
  });
});
