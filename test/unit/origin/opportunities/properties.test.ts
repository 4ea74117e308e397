import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../../../src/contract/opportunities.ts';
import { OpportunityScanner } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { ValuedMarkets } from '../../../../src/origin/opportunities/valuation/valued-markets.ts';
import { TierView } from '../../../../src/origin/tier-views.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { runs } from '../../../harness/property-runs.ts';
import { event, HandMadeFeed, price } from '../hand-made-feed.ts';
import { american, payloads } from './small-market.ts';

const EVENTS = ['one', 'two'];
const BOOKS = ['pinnacle', 'circa', 'draftkings', 'fanduel', 'betmgm', 'bovada'];

/** Markets with the sign of the line on each side, and the first side's probability at each line. */
const MARKETS = [
  { type: 'moneyline', sides: { home: 0, draw: 0, away: 0 }, lines: [[null, 0.4]] },
  {
    type: 'total_goals',
    sides: { over: 1, under: 1 },
    lines: [
      [1.5, 0.74],
      [2.5, 0.51],
      [3.5, 0.29],
    ],
  },
  {
    type: 'point_spread',
    sides: { home: 1, away: -1 },
    lines: [
      [-1.5, 0.27],
      [-0.5, 0.49],
      [0.5, 0.72],
    ],
  },
] as const;

/** Where one book's prices on one market are kept. A book has two slots, so that it may offer two lines. */
interface Slot {
  readonly event: number;
  readonly market: number;
  readonly book: number;
  readonly index: number;
}

type Step =
  | {
      readonly type: 'quote';
      readonly slot: Slot;
      readonly line: number;
      readonly offset: number;
      readonly margin: number;
    }
  | { readonly type: 'nudge'; readonly slot: Slot; readonly side: number; readonly offset: number }
  | { readonly type: 'confirm'; readonly slot: Slot }
  | { readonly type: 'withdraw'; readonly slot: Slot; readonly side: number }
  | { readonly type: 'end'; readonly event: number };

const slot = fc.record({
  event: fc.nat({ max: 1 }),
  market: fc.nat({ max: 2 }),
  book: fc.nat({ max: BOOKS.length - 1 }),
  index: fc.nat({ max: 1 }),
});
const offset = fc.integer({ min: -60, max: 60 }).map((thousandths) => thousandths / 1000);
const quote = fc.record({
  type: fc.constant('quote' as const),
  slot,
  line: fc.nat({ max: 2 }),
  offset,
  margin: fc.integer({ min: 0, max: 60 }).map((thousandths) => thousandths / 1000),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: quote },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('nudge' as const),
      slot,
      side: fc.nat({ max: 2 }),
      offset,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('confirm' as const), slot }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('withdraw' as const),
      slot,
      side: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('end' as const), event: fc.nat({ max: 1 }) }),
  },
);
const steps = fc.array(step, { minLength: 10, maxLength: 60 });

/** Many prices in the two markets with lines of one event. */
const crowd: fc.Arbitrary<Step[]> = fc.array(
  quote.map((next) => ({
    ...next,
    slot: { ...next.slot, event: 0, market: 1 + (next.slot.market % 2) },
  })),
  { minLength: 30, maxLength: 60 },
);

/** A board that steps change, one second each. */
class BoardRun {
  readonly clock = new ManualClock();
  readonly feed = new HandMadeFeed(this.clock);

  apply(next: Step): void {
    this.clock.advance(1000);
    if (next.type === 'quote') this.#quote(next.slot, next.line, next.offset, next.margin);
    else if (next.type === 'nudge') this.#nudge(next.slot, next.side, next.offset);
    else if (next.type === 'confirm') this.#confirm(next.slot);
    else if (next.type === 'end') this.feed.end([EVENTS[next.event] ?? '']);
    else this.feed.withdraw(this.#rows(next.slot).slice(next.side, next.side + 1));
  }

  #confirm(at: Slot): void {
    const seenAt = new Date(this.clock.now()).toISOString();
    const seen = this.#rows(at).map(({ ref, odds }) => ({
      ref,
      odds: { ...odds, last_seen_at: seenAt },
    }));
    this.feed.put(seen);
  }

  #quote(at: Slot, lineIndex: number, offset: number, margin: number): void {
    const market = MARKETS[at.market] ?? MARKETS[0];
    if (market === undefined) return;
    const [line, probability] = market.lines[lineIndex % market.lines.length] ?? [null, 0.5];
    const others = Object.keys(market.sides).length - 1;
    const first = probability + offset;
    const fair = [first, ...Array(others).fill((1 - first) / others)];
    const upserts = Object.entries(market.sides).map(([side, sign], index) => ({
      ref: refOf(at, index),
      odds: this.#odds(
        at,
        market.type,
        side,
        line === null ? null : line * sign,
        (fair[index] ?? 0.5) * (1 + margin),
      ),
    }));
    this.feed.offer([], [event({ id: EVENTS[at.event] ?? '' })]);
    this.feed.put(upserts);
  }

  #nudge(at: Slot, side: number, offset: number): void {
    const row = this.#rows(at)[side];
    if (row === undefined) return;
    const decimal = Math.max(1.05, row.odds.odds_decimal + offset);
    this.feed.change(row, { odds_decimal: decimal, odds_american: american(decimal) });
  }

  #odds(at: Slot, market: string, side: string, line: number | null, implied: number): Odds {
    const decimal = Math.round(1000 / implied) / 1000;
    return price({
      id: `${refOf(at, 0)}-${side}`,
      event_id: EVENTS[at.event] ?? '',
      sportsbook: BOOKS[at.book] ?? '',
      market_type: market,
      selection: side,
      selection_type: side,
      line: line === 0 ? 0 : line,
      odds_decimal: decimal,
      odds_american: american(decimal),
      last_seen_at: new Date(this.clock.now()).toISOString(),
    });
  }

  #rows(at: Slot) {
    return [0, 1, 2].flatMap((side) => this.feed.board.row(refOf(at, side)) ?? []);
  }
}

function refOf({ event: eventIndex, market, book, index }: Slot, side: number): number {
  return (((eventIndex * 3 + market) * BOOKS.length + book) * 2 + index) * 3 + side;
}

/** The open opportunities by kind and id, without their detection times. */
function openOn(scanner: OpportunityScanner): Map<string, object> {
  return new Map(
    OPPORTUNITY_KINDS.flatMap((kind: OpportunityKind) =>
      Array.from(payloads(scanner, kind), ({ detected_at: _, ...opportunity }) => {
        return [`${kind} ${opportunity.id}`, opportunity] as const;
      }),
    ).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Applies all steps, and calls `check` after each. */
function play(
  all: readonly Step[],
  tier: 'sharp' | 'hobby',
  check: (scanner: OpportunityScanner, run: BoardRun, view: TierView) => void,
): void {
  const run = new BoardRun();
  const view = new TierView(tier, run.feed.board);
  const scanner = new OpportunityScanner(new ValuedMarkets(view), run.clock);
  for (const next of all) {
    run.apply(next);
    check(scanner, run, view);
  }
}

const tier = fc.constantFrom('sharp' as const, 'hobby' as const);

describe('after any sequence of price changes', () => {
  it('the open opportunities are those that a new scanner finds', () => {
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (scanner, { clock }, view) => {
          const fresh = new OpportunityScanner(new ValuedMarkets(view), clock);
          expect(openOn(scanner)).toEqual(openOn(fresh));
          fresh.stop();
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it('a listener that applies all changes has the open opportunities', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const run = new BoardRun();
        const scanner = new OpportunityScanner(
          new ValuedMarkets(new TierView('sharp', run.feed.board)),
          run.clock,
        );
        const followed = new Map<string, object>();
        scanner.onChange(({ kind, detected, expired }) => {
          for (const id of expired) expect(followed.delete(`${kind} ${id}`)).toBe(true);
          for (const { opportunity, event } of detected) {
            followed.set(`${kind} ${opportunity.id}`, scanner.payload({ opportunity, event }));
          }
        });
        for (const next of all) run.apply(next);
        expect([...followed.keys()].sort()).toEqual([...openOn(scanner).keys()]);
        for (const { id, legs } of payloads(scanner, 'arb')) {
          expect(followed.get(`arb ${id}`)).toMatchObject({ legs });
        }
        for (const { id, side1, side2 } of payloads(scanner, 'low_hold')) {
          const books = [side1, side2].map((side) => ({ books: side.books, odds: side.odds }));
          expect(followed.get(`low_hold ${id}`)).toMatchObject({
            side1: books[0],
            side2: books[1],
          });
        }
        for (const { id, ev_percentage: percent, odds_decimal } of payloads(scanner, 'ev')) {
          const last = followed.get(`ev ${id}`);
          expect(last).toMatchObject({ odds_decimal });
          const { ev_percentage: reported = 0 } = { ev_percentage: 0, ...last };
          expect(Math.floor(reported * 10)).toBe(Math.floor(percent * 10));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('no opportunity has a price that has left the board', () => {
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (scanner, { feed }, view) => {
          const onBoard = new Set(Array.from(feed.board.rows(), ({ odds }) => odds));
          for (const kind of OPPORTUNITY_KINDS) {
            for (const { id } of payloads(scanner, kind)) {
              const prices = scanner.oddsOf(id);
              expect(prices.length).toBeGreaterThan(0);
              for (const odds of prices) {
                expect(onBoard.has(odds)).toBe(true);
                expect(view.sees(odds.sportsbook)).toBe(true);
              }
            }
          }
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it('an arbitrage makes a profit whichever side wins', () => {
    let seen = 0;
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (scanner) => {
          for (const { legs, profit_percent, implied_total } of payloads(scanner, 'arb')) {
            seen++;
            expect(profit_percent).toBeGreaterThan(0);
            const stakes = legs.reduce((sum, leg) => sum + leg.stake_percent, 0);
            expect(stakes).toBeCloseTo(100, 2);
            for (const { stake_percent, odds_decimal } of legs) {
              expect((stake_percent * odds_decimal) / stakes).toBeGreaterThan(1);
              expect(stake_percent * odds_decimal).toBeCloseTo(100 + profit_percent, 1);
            }
            const implied = legs.reduce((sum, leg) => sum + 1 / leg.odds_decimal, 0);
            expect(implied_total).toBeCloseTo(implied, 5);
          }
        });
      }),
      { numRuns: runs(300) },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('the hold is the sum of implied probabilities minus one, and fair probabilities sum to one', () => {
    let seen = 0;
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (scanner) => {
          for (const { side1, side2, side3, hold_percentage: hold } of payloads(
            scanner,
            'low_hold',
          )) {
            seen++;
            const sides = [side1, side2, ...(side3 ? [side3] : [])];
            const implied = sides.reduce((sum, { odds }) => sum + 1 / odds.decimal, 0);
            expect(hold).toBeCloseTo((implied - 1) * 100, 3);
            expect(hold).toBeGreaterThan(0);
            expect(hold).toBeLessThanOrEqual(100);
            const fairs = sides.map(({ odds }) => odds.fair_probability ?? null);
            if (fairs.every((fair) => fair === null)) continue;
            expect(fairs).not.toContain(null);
            expect(fairs.reduce((sum: number, fair) => sum + (fair ?? 0), 0)).toBeCloseTo(1, 5);
          }
        });
      }),
      { numRuns: runs(300) },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('the Kelly stake of a +EV price follows from its expected value', () => {
    let seen = 0;
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (scanner) => {
          for (const { odds_decimal: decimal, ...ev } of payloads(scanner, 'ev')) {
            seen++;
            const fair = (1 + ev.ev_percentage / 100) / decimal;
            const net = decimal - 1;
            expect(ev.kelly_percent).toBeCloseTo(((net * fair - (1 - fair)) / net) * 100, 2);
            expect(ev.kelly_percent).toBeGreaterThan(0);
          }
        });
      }),
      { numRuns: runs(100) },
    );
    expect(seen).toBeGreaterThan(20);
  });

  it('both legs of a middle win on its numbers and at least one on all other results', () => {
    let seen = 0;
    fc.assert(
      fc.property(crowd, (all) => {
        play(all, 'sharp', (scanner) => {
          for (const { side1, side2, middle_numbers: numbers, market_type } of payloads(
            scanner,
            'middles',
          )) {
            seen++;
            for (let result = -6; result <= 6; result += 1) {
              const margins =
                market_type === 'point_spread'
                  ? [result + (side1.line ?? 0), (side2.line ?? 0) - result]
                  : [result - (side1.line ?? 0), (side2.line ?? 0) - result];
              const wins = margins.filter((margin) => margin > 0).length;
              expect(wins === 2).toBe(numbers.includes(result));
              expect(wins).toBeGreaterThan(0);
            }
          }
        });
      }),
      { numRuns: runs(300) },
    );
    expect(seen).toBeGreaterThan(20);
  });
});
