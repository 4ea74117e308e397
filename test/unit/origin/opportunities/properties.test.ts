import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OPPORTUNITY_KINDS } from '../../../../src/contract/opportunities.ts';
import { OpportunityScanner } from '../../../../src/origin/opportunities/opportunity-scanner.ts';
import { ValuedMarkets } from '../../../../src/origin/opportunities/valued-markets.ts';
import { TierView } from '../../../../src/origin/tier-views.ts';
import { event, HandMadeFeed } from '../../../harness/feeds/hand-made-feed.ts';
import { payloads, priced, results, spreads, totals } from '../../../harness/feeds/small-market.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { runs, weighted } from '../../../harness/property-runs.ts';

const EVENTS = ['one', 'two'];
const BOOKS = ['pinnacle', 'circa', 'draftkings', 'fanduel', 'betmgm', 'bovada'];

/** A sportsbook's prices on a market, whose first side has another probability at each line. */
const MARKETS = [
  { lines: { 0: 0.4 }, quoted: (_: number, ...its: Parameters<typeof results>) => results(...its) },
  {
    lines: { 1.5: 0.74, 2.5: 0.51, 3.5: 0.29 },
    quoted: (line: number, quotes: Parameters<typeof totals>[0], more: Partial<Odds>) =>
      totals(quotes, { ...more, line }),
  },
  { lines: { '-1.5': 0.27, '-0.5': 0.49, '0.5': 0.72 }, quoted: spreads },
] as const;

const thousandths = (min: number, max: number) =>
  fc.integer({ min, max }).map((count) => count / 1000);

/** What happens to one sportsbook's prices on a market. It has two places there, so that it may offer two lines. */
const fields = {
  event: fc.nat({ max: 1 }),
  market: fc.nat({ max: 2 }),
  book: fc.nat({ max: BOOKS.length - 1 }),
  place: fc.nat({ max: 1 }),
  side: fc.nat({ max: 2 }),
  line: fc.nat({ max: 2 }),
  offset: thousandths(-60, 60),
  margin: thousandths(0, 60),
};
const step = fc.oneof(
  weighted(8, ['quote'], fields),
  weighted(3, ['nudge'], fields),
  weighted(4, ['confirm', 'withdraw'], fields),
  weighted(1, ['end'], fields),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Many prices in the two markets with lines of one event, which make middles. */
const crowd = step.map((one) => ({
  ...one,
  does: 'quote' as const,
  event: 0,
  market: 1 + (one.market % 2),
}));
const steps: fc.Arbitrary<Step[]> = fc.oneof(
  fc.array(step, { minLength: 10, maxLength: 60 }),
  fc.array(crowd, { minLength: 30, maxLength: 60 }),
);

/** A board that steps change, one second each. */
class BoardRun {
  readonly clock = new ManualClock();
  readonly feed = new HandMadeFeed(this.clock);

  apply(next: Step): void {
    this.clock.advance(1000);
    const refs = new Set([0, 1, 2].map((side) => refOf(next, side)));
    const rows = [...this.feed.board.rows()].filter(({ ref }) => refs.has(ref));
    const row = rows[next.side];
    const last_seen_at = new Date(this.clock.now()).toISOString();
    if (next.does === 'quote') this.#quote(next, last_seen_at);
    else if (next.does === 'confirm') {
      this.feed.put(rows.map(({ ref, odds }) => ({ ref, odds: { ...odds, last_seen_at } })));
    } else if (next.does === 'end') this.feed.end([EVENTS[next.event] ?? '']);
    else if (row !== undefined && next.does === 'withdraw') this.feed.withdraw([row]);
    else if (row !== undefined) {
      this.feed.change(row, priced(Math.max(1.05, row.odds.odds_decimal + next.offset)));
    }
  }

  #quote({ offset, margin, ...next }: Step, last_seen_at: string): void {
    const { lines, quoted } = MARKETS[next.market] ?? MARKETS[0];
    const all = Object.entries<number>(lines);
    const [line = '', chance = 0] = all[next.line % all.length] ?? [];
    const [first, others] = [chance + offset, next.market === 0 ? 2 : 1];
    const fairs = [first, ...Array<number>(others).fill((1 - first) / others)];
    const decimals = fairs.map((fair) => Math.round(1000 / fair / (1 + margin)) / 1000);
    const event_id = EVENTS[next.event] ?? '';
    this.feed.offer([], [event({ id: event_id })]);
    const quotes = { [BOOKS[next.book] ?? '']: decimals };
    const prices = quoted(Number(line), quotes, { event_id, last_seen_at });
    this.feed.put(prices.map((odds, side) => ({ ref: refOf(next, side), odds })));
  }
}

function refOf(
  { event: eventIndex, market, book, place }: Omit<Step, 'offset' | 'margin'>,
  side: number,
): number {
  return (((eventIndex * 3 + market) * BOOKS.length + book) * 2 + place) * 3 + side;
}

/** The open opportunities by kind and id, without their detection times. */
function openOn(scanner: OpportunityScanner): Map<string, object> {
  const open = OPPORTUNITY_KINDS.flatMap((kind) =>
    payloads(scanner, kind).map(({ detected_at: _, ...found }) => [`${kind} ${found.id}`, found]),
  );
  return new Map((open as [string, object][]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a client holds that applies all changes: opportunities by kind and id, as they were last told. */
function follow(scanner: OpportunityScanner): Map<string, object> {
  const held = new Map<string, object>();
  scanner.onChange(({ kind, detected, expired }) => {
    for (const id of expired) expect(held.delete(`${kind} ${id}`)).toBe(true);
    for (const found of detected) {
      held.set(`${kind} ${found.id}`, scanner.payload(found));
    }
  });
  return held;
}

function expectFollowed(held: ReadonlyMap<string, object>, scanner: OpportunityScanner): void {
  expect([...held.keys()].sort()).toEqual([...openOn(scanner).keys()]);
  for (const { id, legs } of payloads(scanner, 'arb')) {
    expect(held.get(`arb ${id}`)).toMatchObject({ legs });
  }
  for (const { id, side1, side2 } of payloads(scanner, 'low_hold')) {
    const [one, two] = [side1, side2].map(({ books, odds }) => ({ books, odds }));
    expect(held.get(`low_hold ${id}`)).toMatchObject({ side1: one, side2: two });
  }
  for (const { id, ev_percentage: percent, odds_decimal } of payloads(scanner, 'ev')) {
    expect(held.get(`ev ${id}`)).toMatchObject({ odds_decimal, ev_percentage: percent });
  }
}

/** Returns how many there are of them. */
function expectProfit(scanner: OpportunityScanner): number {
  const arbitrages = payloads(scanner, 'arb');
  for (const { legs, profit_percent } of arbitrages) {
    expect(legs.reduce((sum, leg) => sum + leg.stake_percent, 0)).toBeCloseTo(100, 2);
    for (const { stake_percent, odds_decimal } of legs) {
      expect(stake_percent * odds_decimal).toBeGreaterThan(100);
      expect(stake_percent * odds_decimal).toBeCloseTo(100 + profit_percent, 1);
    }
  }
  return arbitrages.length;
}

/**
 * Both legs win on the middle's numbers, and at least one on all others. It pays what its stakes return, twice where both
 * win. Returns how many there are.
 */
function expectMiddles(scanner: OpportunityScanner): number {
  const middles = payloads(scanner, 'middles');
  for (const { side1, side2, middle_numbers: numbers, market_type: type, ...its } of middles) {
    const [fair1 = 0, fair2 = 0] = [side1, side2].map(({ odds }) => odds.fair_probability ?? 0);
    expect(its.middle_probability).toBeCloseTo(fair1 + fair2 - 1, 5);
    expect(its.middle_size).toBe(numbers.length);
    expect(side1.stake_percent + side2.stake_percent).toBeCloseTo(100, 3);
    const returned = (side1.stake_percent / 100) * side1.odds.decimal;
    expect((side2.stake_percent / 100) * side2.odds.decimal).toBeCloseTo(returned, 4);
    const expected = returned * (1 + its.middle_probability) - 1;
    expect(its.expected_value).toBeCloseTo(expected * 100, 2);
    expect(its.expected_value).toBeGreaterThan(0);
    expect(its.quality_score).toBeGreaterThanOrEqual(50);
    for (let result = -6; result <= 6; result++) {
      const over =
        type === 'point_spread' ? result + (side1.line ?? 0) : result - (side1.line ?? 0);
      const wins = [over, (side2.line ?? 0) - result].filter((margin) => margin > 0).length;
      expect(wins === 2).toBe(numbers.includes(result));
      expect(wins).toBeGreaterThan(0);
    }
  }
  return middles.length;
}

it('after any price changes, the open opportunities are those that a new scanner finds', () => {
  const seen = { arbitrages: 0, middles: 0 };
  const tiers = fc.constantFrom('sharp' as const, 'hobby' as const);
  const property = fc.property(steps, tiers, (all, tier) => {
    const run = new BoardRun();
    const view = new TierView(tier, run.feed.board);
    const scanner = new OpportunityScanner(new ValuedMarkets(view), run.clock);
    const held = follow(scanner);
    for (const next of all) {
      run.apply(next);
      const markets = new ValuedMarkets(view);
      const [open, fresh] = [openOn(scanner), openOn(new OpportunityScanner(markets, run.clock))];
      if (!isDeepStrictEqual(open, fresh)) expect(open).toEqual(fresh); // Which takes its time.
      markets.stop();
    }
    expectFollowed(held, scanner);
    const onBoard = new Set<Odds>(run.feed.board.rows().map(({ odds }) => odds));
    for (const { id } of OPPORTUNITY_KINDS.flatMap((kind) => payloads(scanner, kind))) {
      const prices = scanner.oddsOf(id);
      expect(prices.length).toBeGreaterThan(0);
      for (const odds of prices) {
        expect(onBoard.has(odds) && view.sees(odds.sportsbook)).toBe(true);
      }
    }
    seen.arbitrages += expectProfit(scanner);
    seen.middles += expectMiddles(scanner);
  });
  fc.assert(property, { numRuns: runs(100) });
  expect(seen.arbitrages).toBeGreaterThan(20);
  expect(seen.middles).toBeGreaterThan(10);
});
