import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds.ts';
import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../../../src/contract/opportunities.ts';
import { OpportunityBoard } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { PricedBets } from '../../../../src/origin/opportunities/valuation/valued-markets.ts';
import { TierView } from '../../../../src/origin/tier-views.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { event, HandMadeFeed, price } from '../hand-made-feed.ts';
import { american } from './small-market.ts';

const EVENTS = ['one', 'two'];
const BOOKS = ['pinnacle', 'circa', 'draftkings', 'fanduel', 'betmgm', 'bovada'];

/** Markets with the sign that a line has on each side, and how probable the first side is at each line. */
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

/** One book's prices on one market, in a slot of its own: a book may offer two lines at a time. */
interface Slot {
  readonly event: number;
  readonly market: number;
  readonly book: number;
  readonly place: number;
}

type Step =
  | {
      readonly does: 'quote';
      readonly slot: Slot;
      readonly line: number;
      readonly lean: number;
      readonly margin: number;
    }
  | { readonly does: 'nudge'; readonly slot: Slot; readonly side: number; readonly lean: number }
  | { readonly does: 'see'; readonly slot: Slot }
  | { readonly does: 'withdraw'; readonly slot: Slot; readonly side: number }
  | { readonly does: 'end'; readonly event: number };

const slot = fc.record({
  event: fc.nat({ max: 1 }),
  market: fc.nat({ max: 2 }),
  book: fc.nat({ max: BOOKS.length - 1 }),
  place: fc.nat({ max: 1 }),
});
const lean = fc.integer({ min: -60, max: 60 }).map((thousandths) => thousandths / 1000);
const quote = fc.record({
  does: fc.constant('quote' as const),
  slot,
  line: fc.nat({ max: 2 }),
  lean,
  margin: fc.integer({ min: 0, max: 60 }).map((thousandths) => thousandths / 1000),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: quote },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('nudge' as const),
      slot,
      side: fc.nat({ max: 2 }),
      lean,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('see' as const), slot }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('withdraw' as const),
      slot,
      side: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('end' as const), event: fc.nat({ max: 1 }) }),
  },
);
const steps = fc.array(step, { minLength: 10, maxLength: 60 });

/** Many prices on the two markets of one event that have lines. */
const crowd: fc.Arbitrary<Step[]> = fc.array(
  quote.map((next) => ({
    ...next,
    slot: { ...next.slot, event: 0, market: 1 + (next.slot.market % 2) },
  })),
  { minLength: 30, maxLength: 60 },
);

/** A board that goes through steps, one second each. */
class Play {
  readonly clock = new ManualClock();
  readonly feed = new HandMadeFeed(this.clock);

  take(next: Step): void {
    this.clock.advance(1000);
    if (next.does === 'quote') this.#quote(next.slot, next.line, next.lean, next.margin);
    else if (next.does === 'nudge') this.#nudge(next.slot, next.side, next.lean);
    else if (next.does === 'see') this.#see(next.slot);
    else if (next.does === 'end') this.feed.end([EVENTS[next.event] ?? '']);
    else this.feed.withdraw(this.#rows(next.slot).slice(next.side, next.side + 1));
  }

  #see(at: Slot): void {
    const seenAt = new Date(this.clock.now()).toISOString();
    const seen = this.#rows(at).map(({ ref, odds }) => ({
      ref,
      odds: { ...odds, last_seen_at: seenAt },
    }));
    this.feed.put(seen);
  }

  #quote(at: Slot, lineIndex: number, lean: number, margin: number): void {
    const market = MARKETS[at.market] ?? MARKETS[0];
    if (market === undefined) return;
    const [line, probability] = market.lines[lineIndex % market.lines.length] ?? [null, 0.5];
    const others = Object.keys(market.sides).length - 1;
    const first = probability + lean;
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

  #nudge(at: Slot, side: number, lean: number): void {
    const row = this.#rows(at)[side];
    if (row === undefined) return;
    const decimal = Math.max(1.05, row.odds.odds_decimal + lean);
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

function refOf({ event: eventIndex, market, book, place }: Slot, side: number): number {
  return (((eventIndex * 3 + market) * BOOKS.length + book) * 2 + place) * 3 + side;
}

/** Everything open, by kind and id, without the time of its detection. */
function openOn(board: OpportunityBoard): Map<string, object> {
  return new Map(
    OPPORTUNITY_KINDS.flatMap((kind: OpportunityKind) =>
      Array.from(board.open(kind), ({ detected_at: _, ...opportunity }) => {
        return [`${kind} ${opportunity.id}`, opportunity] as const;
      }),
    ).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Plays all steps, and looks at the opportunities of a tier after each. */
function play(
  all: readonly Step[],
  tier: 'sharp' | 'hobby',
  look: (board: OpportunityBoard, game: Play, view: TierView) => void,
): void {
  const game = new Play();
  const view = new TierView(tier, game.feed.board);
  const board = new OpportunityBoard(new PricedBets(view), game.clock);
  for (const next of all) {
    game.take(next);
    look(board, game, view);
  }
}

const tier = fc.constantFrom('sharp' as const, 'hobby' as const);

describe('whatever prices do', () => {
  it('what is open is what a fresh search of the board finds', () => {
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (board, { clock }, view) => {
          const fresh = new OpportunityBoard(new PricedBets(view), clock);
          expect(openOn(board)).toEqual(openOn(fresh));
          fresh.stop();
        });
      }),
      { numRuns: 300 },
    );
  });

  it('who follows the changes has what is open', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const game = new Play();
        const board = new OpportunityBoard(
          new PricedBets(new TierView('sharp', game.feed.board)),
          game.clock,
        );
        const followed = new Map<string, object>();
        board.onChange(({ kind, detected, expired }) => {
          for (const id of expired) expect(followed.delete(`${kind} ${id}`)).toBe(true);
          for (const opportunity of detected)
            followed.set(`${kind} ${opportunity.id}`, opportunity);
        });
        for (const next of all) game.take(next);
        expect([...followed.keys()].sort()).toEqual([...openOn(board).keys()]);
        for (const { id, legs } of board.open('arb')) {
          expect(followed.get(`arb ${id}`)).toMatchObject({ legs });
        }
        for (const { id, side1, side2 } of board.open('low_hold')) {
          const books = [side1, side2].map((side) => ({ books: side.books, odds: side.odds }));
          expect(followed.get(`low_hold ${id}`)).toMatchObject({
            side1: books[0],
            side2: books[1],
          });
        }
        for (const { id, ev_percentage: percent, odds_decimal } of board.open('ev')) {
          const last = followed.get(`ev ${id}`);
          expect(last).toMatchObject({ odds_decimal });
          const { ev_percentage: told = 0 } = { ev_percentage: 0, ...last };
          expect(Math.floor(told * 10)).toBe(Math.floor(percent * 10));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('no opportunity outlives its prices', () => {
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (board, { feed }, view) => {
          const standing = new Set(Array.from(feed.board.rows(), ({ odds }) => odds));
          for (const kind of OPPORTUNITY_KINDS) {
            for (const { id } of board.open(kind)) {
              const behind = board.oddsOf(id);
              expect(behind.length).toBeGreaterThan(0);
              for (const odds of behind) {
                expect(standing.has(odds)).toBe(true);
                expect(view.sees(odds.sportsbook)).toBe(true);
              }
            }
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('an arbitrage profits whichever side wins', () => {
    let seen = 0;
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (board) => {
          for (const { legs, profit_percent, implied_total } of board.open('arb')) {
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
      { numRuns: 300 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('hold is the sum of implied probabilities less one, and fair probabilities sum to one where there are any', () => {
    let seen = 0;
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (board) => {
          for (const { side1, side2, side3, hold_percentage: hold } of board.open('low_hold')) {
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
      { numRuns: 300 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('a stake that Kelly names has the expected value that is told', () => {
    let seen = 0;
    fc.assert(
      fc.property(steps, tier, (all, seenBy) => {
        play(all, seenBy, (board) => {
          for (const { odds_decimal: decimal, ...ev } of board.open('ev')) {
            seen++;
            const fair = (1 + ev.ev_percentage / 100) / decimal;
            const net = decimal - 1;
            expect(ev.kelly_percent).toBeCloseTo(((net * fair - (1 - fair)) / net) * 100, 2);
            expect(ev.kelly_percent).toBeGreaterThan(0);
          }
        });
      }),
      { numRuns: 100 },
    );
    expect(seen).toBeGreaterThan(20);
  });

  it('a middle wins both bets on its numbers and one at least on all others', () => {
    let seen = 0;
    fc.assert(
      fc.property(crowd, (all) => {
        play(all, 'sharp', (board) => {
          for (const { side1, side2, middle_numbers: numbers, market_type } of board.open(
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
      { numRuns: 300 },
    );
    expect(seen).toBeGreaterThan(20);
  });
});
