import { describe, expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../../../src/contract/opportunities.ts';
import type { Tier } from '../../../../src/contract/tiers.ts';
import { event } from '../../../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { priced, results, smallMarket, spreads, totals } from './small-market.ts';

/** What is found in some prices, of each kind that is named. */
interface Case extends Partial<Record<OpportunityKind, readonly object[]>> {
  readonly name: string;
  readonly prices: readonly Odds[];
  readonly tier?: Tier;
}

const EVEN = [1.95, 1.95];
const BASKETBALL = { sport: 'basketball', market_type: 'total_points' };
const MIDDLE = [
  ...totals({ pinnacle: [1.9, 2.0], fanduel: [2.05, 1.8] }),
  ...totals({ pinnacle: [3.0, 1.42], betmgm: [2.7, 1.48] }, { line: 3.5 }),
];
const TIERS = totals({
  draftkings: [1.98, 1.9],
  fanduel: [1.9, 1.97],
  betmgm: [1.9, 1.9],
  pinnacle: [2.1, 1.8],
  circa: [1.8, 2.1],
});

it.each<Case>([
  {
    name: '+EV is a price above the no-vig price of Pinnacle, with its Kelly stake',
    prices: totals({ circa: [1.97, 1.93], pinnacle: EVEN, fanduel: [2.1, 1.75] }),
    ev: [
      {
        game_id: 'game',
        game: 'Everton @ Arsenal',
        market: 'total_goals',
        selection: 'Over',
        line: 2.5,
        sportsbook: 'fanduel',
        ev_percentage: 5,
        odds_decimal: 2.1,
        odds_american: 110,
        no_vig_odds: 100,
        kelly_percent: 4.5455,
        book_count: 3,
        detected_at: '2026-11-21T18:00:00.000Z',
      },
    ],
  },
  {
    name: '+EV follows another sharp book rather than a consensus if Pinnacle has no price',
    prices: totals({ circa: EVEN, draftkings: [1.6, 2.3], fanduel: [2.1, 1.75] }),
    ev: [
      { sportsbook: 'fanduel', ev_percentage: 5 },
      { sportsbook: 'draftkings', ev_percentage: 15 },
    ],
  },
  {
    name: '+EV follows the mean of the books if the tier sees no sharp one',
    prices: totals({
      pinnacle: [1.5, 2.7],
      draftkings: [1.9, 1.9],
      betmgm: [1.9, 1.9],
      caesars: [1.9, 1.9],
      fanduel: [2.1],
    }),
    tier: 'hobby',
    ev: [{ sportsbook: 'fanduel', ev_percentage: 5 }],
  },
  {
    name: 'nothing is found above a fair price if only one book prices all sides',
    prices: totals({ draftkings: [1.9, 1.9], fanduel: [2.3] }),
    ev: [],
    arb: [],
  },
  {
    name: 'palpable errors are ignored',
    prices: totals({ pinnacle: EVEN, fanduel: [21] }),
    ev: [],
    arb: [],
    low_hold: [{ all_books: ['pinnacle'] }],
  },
  {
    name: 'a price that returns no more than the stake is suspended, and none',
    prices: totals({ pinnacle: [10, 1], fanduel: [8, 1.12], betmgm: [8, 1.13] }),
    ev: [],
    low_hold: [{ hold_percentage: 0.9956, all_books: ['betmgm', 'fanduel'] }],
  },
  {
    name: 'nothing is found on a market of which one side is suspended everywhere',
    prices: totals({ pinnacle: [1.9, 1], fanduel: [1.95, 1] }),
    low_hold: [],
  },
  {
    name: 'an arbitrage combines the best price of each side with stakes that return the same',
    prices: totals({ pinnacle: [2.0, 1.9], fanduel: [1.8, 2.1] }),
    arb: [
      {
        event_id: 'game',
        market_type: 'total_goals',
        line: 2.5,
        profit_percent: 2.439,
        implied_total: 0.97619,
        legs: [
          { sportsbook: 'pinnacle', selection: 'Over', stake_percent: 51.2195 },
          { sportsbook: 'fanduel', selection: 'Under', stake_percent: 48.7805 },
        ],
      },
    ],
  },
  {
    name: 'an arbitrage has three sides if the match can end in a draw',
    prices: results({
      pinnacle: [2.7, 3.3, 2.7],
      fanduel: [2.9, 3.1, 2.5],
      betmgm: [2.4, 3.6, 2.8],
    }),
    arb: [{ legs: ['fanduel', 'betmgm', 'betmgm'].map((sportsbook) => ({ sportsbook })) }],
  },
  {
    name: 'nothing is found without a price on the draw',
    prices: results({ pinnacle: [2.7, 0, 2.7], fanduel: [2.9, 0, 2.5], betmgm: [2.4, 0, 2.8] }),
    arb: [],
    low_hold: [],
  },
  {
    name: 'nothing is found on two sides while a third one has a price',
    prices: [
      ...spreads(-1, { pinnacle: EVEN, betmgm: [0, 2.15] }),
      ...spreads(-1, { bwin: [4.5] }, { selection: 'draw', selection_type: 'draw' }),
    ],
    arb: [],
  },
  {
    name: 'a handicap is combined only with the opposite line',
    prices: [
      ...spreads(-1.5, { pinnacle: EVEN, betmgm: [0, 2.1] }),
      ...spreads(1.5, { fanduel: [0, 2.4] }),
    ],
    arb: [{ line: -1.5, legs: [{ sportsbook: 'pinnacle' }, { sportsbook: 'betmgm' }] }],
  },
  {
    name: 'a book that prices all sides without a margin is ignored',
    prices: totals({ pinnacle: EVEN, novig: [2.06, 1.95] }),
    arb: [],
  },
  {
    name: 'a book that prices one side twice is ignored',
    prices: [
      ...totals({ pinnacle: EVEN, fanduel: [2.2, 1.6] }),
      ...totals({ fanduel: [1.7] }, { id: 'another' }),
    ],
    arb: [],
  },
  {
    name: 'nothing is found in markets whose sides leave outcomes out',
    prices: spreads(0, { pinnacle: [2.2, 2.2], fanduel: [2.2, 2.2] }, { line: null }).map(
      (odds) => ({ ...odds, market_type: 'to_win_to_nil' }),
    ),
    arb: [],
    low_hold: [],
  },
  {
    name: 'a middle wins both legs on the numbers between two lines',
    prices: MIDDLE,
    middles: [
      {
        market_type: 'total_goals',
        side1: { book: 'fanduel', selection: 'Over', line: 2.5 },
        side2: { book: 'betmgm', selection: 'Under', line: 3.5 },
        middle_size: 1,
        middle_numbers: [3],
      },
    ],
  },
  {
    name: 'a middle counts the margin between handicaps from the home side',
    prices: [
      ...spreads(-0.5, { pinnacle: [1.9, 2.0], fanduel: [2.05, 1.78] }),
      ...spreads(-1.5, { pinnacle: [3.1, 1.4], betmgm: [2.7, 1.48] }),
    ],
    middles: [
      {
        side1: { selection: 'home', line: -0.5, book: 'fanduel' },
        side2: { selection: 'away', line: 1.5, book: 'betmgm' },
        middle_numbers: [1],
      },
    ],
  },
  {
    name: 'a middle is no more probable than the deviation of the sport allows when one line lags',
    prices: [
      ...totals({ pinnacle: [1.85, 2.05] }, { ...BASKETBALL, line: 244.5 }),
      ...totals({ pinnacle: [4.5, 1.22] }, { ...BASKETBALL, line: 245.5 }),
    ],
    middles: [],
  },
  {
    // At Poisson-distributed goals with a mean of 2.5, fair but for a margin: both win with 21 %, not 49 %.
    name: 'a middle has no line at which a stake may be returned',
    prices: [
      ...totals({ pinnacle: [1.598, 2.537], draftkings: [1.75, 2] }, { line: 2 }),
      ...totals({ pinnacle: [7.806, 1.1212], fanduel: [5, 1.18] }, { line: 4 }),
      ...totals({ pinnacle: [2.6, 1.5], fanduel: [2.1, 1.7] }, { line: 2.75 }),
    ],
    middles: [],
  },
  {
    name: 'a middle needs a number that the sport allows: basketball has no ties',
    prices: [
      ...spreads(0.5, { pinnacle: [1.9, 1.95], fanduel: [2.0] }, { sport: 'basketball' }),
      ...spreads(-0.5, { pinnacle: [2.05, 1.85], betmgm: [0, 2.0] }, { sport: 'basketball' }),
    ],
    middles: [],
  },
  {
    name: 'the sharp tier finds opportunities among all books',
    prices: TIERS,
    arb: [{}],
    low_hold: [],
  },
  {
    name: 'a lower tier finds opportunities only among the books that it sees',
    prices: TIERS,
    tier: 'hobby',
    arb: [],
    low_hold: [{ all_books: ['draftkings', 'fanduel'] }],
  },
  {
    name: 'a low hold has the player of a prop, and names the side in the selection',
    prices: [
      ...totals(
        { pinnacle: [1.98, 1.94] },
        {
          market_type: 'player_shots',
          selection: 'Saka',
          line: 1.5,
          player_name: 'Saka',
          stat_category: 'shots',
        },
      ),
      ...totals(
        { bovada: [1.9, 1.9] },
        { market_type: 'player_shots', selection: 'Saka', line: 1.5 },
      ),
    ],
    low_hold: [
      {
        is_player_prop: true,
        player_name: 'Saka',
        stat_category: 'shots',
        side1: { selection: 'Saka Over' },
        side2: { selection: 'Saka Under' },
      },
    ],
  },
  {
    name: 'a low hold is on an alternate line unless it is the one that most books price',
    prices: [
      ...totals({ pinnacle: EVEN, circa: EVEN }),
      ...totals({ pinnacle: [2.9, 1.45] }, { line: 3.5 }),
    ],
    low_hold: [
      { line: 2.5, is_alternate_line: false },
      { line: 3.5, is_alternate_line: true },
    ],
  },
])('$name', ({ prices, tier, ...expected }) => {
  const { open } = smallMarket(new ManualClock(), prices, tier);
  for (const kind of OPPORTUNITY_KINDS) {
    if (expected[kind] !== undefined) expect(open(kind), kind).toMatchObject(expected[kind]);
  }
});

describe('a middle', () => {
  it('has an expected value that follows from its stakes, and no higher a probability than fair prices allow', () => {
    const [middle] = smallMarket(new ManualClock(), MIDDLE).open('middles');
    if (middle === undefined) throw new Error('No middle was found.');
    const { side1, side2, middle_probability: both } = middle;
    const fairs = [side1, side2].map(({ odds }) => odds.fair_probability ?? 0);
    expect(both).toBeGreaterThan(0);
    expect(both).toBeLessThanOrEqual((fairs[0] ?? 0) + (fairs[1] ?? 0) - 1 + 1e-6);
    expect(side1.stake_percent + side2.stake_percent).toBeCloseTo(100, 3);
    const returned = (side1.stake_percent / 100) * side1.odds.decimal;
    expect((side2.stake_percent / 100) * side2.odds.decimal).toBeCloseTo(returned, 4);
    const expected = (1 - both) * returned + both * 2 * returned - 1;
    expect(middle.expected_value).toBeCloseTo(expected * 100, 2);
    expect(middle.quality_score).toBeGreaterThan(50);
  });

  it('is as probable as the lines are apart', () => {
    const { open } = smallMarket(new ManualClock(), [
      ...totals({ pinnacle: [1.6, 2.4], fanduel: [1.75, 2.2] }, { ...BASKETBALL, line: 240.5 }),
      ...totals({ pinnacle: [2.4, 1.6], betmgm: [2.2, 1.75] }, { ...BASKETBALL, line: 249.5 }),
    ]);
    expect(open('middles')[0]?.middle_probability).toBeGreaterThan(0.15);
  });
});

describe('a low hold', () => {
  it('has the age of its oldest price, until that is seen again', () => {
    const clock = new ManualClock();
    const { open, reprice } = smallMarket(clock, totals({ pinnacle: [1.98, 1.94] }));
    const before = open('low_hold')[0];
    clock.advance(200_000);
    const aged = open('low_hold')[0];
    expect(aged).toMatchObject({ odds_age_seconds: 200, possibly_stale: true });
    expect(aged?.confidence).toBeLessThan(before?.confidence ?? 0);
    const seen = { last_seen_at: new Date(clock.now()).toISOString() };
    reprice('pinnacle', 'over', seen);
    expect(open('low_hold')[0]?.odds_age_seconds).toBe(200);
    reprice('pinnacle', 'under', seen);
    expect(open('low_hold')[0]).toMatchObject({ odds_age_seconds: 0, possibly_stale: false });
  });

  it('carries the game state of a live event, and counts as stale sooner', () => {
    const clock = new ManualClock();
    const { open, feed } = smallMarket(clock, totals({ pinnacle: [1.98, 1.94] }));
    const score = { home_score: 1, away_score: 0, period: '2nd Half', clock: '61:00' };
    const state = { ...score, score_type: 'game_points' };
    feed.offer([], [event({ is_live: true, game_state: state })]);
    clock.advance(31_000);
    const expected = { is_live: true, game_state: { home_score: 1 }, possibly_stale: true };
    expect(open('low_hold')[0]).toMatchObject(expected);
  });
});

it('is not reported to a listener that was released, nor after the scanner has stopped', () => {
  const prices = totals({ pinnacle: [1.95, 1.95], fanduel: [1.9, 1.8] });
  const { scanner, reprice } = smallMarket(new ManualClock(), prices);
  const calls: OpportunityKind[] = [];
  const follow = () => scanner.onChange(({ kind }) => void calls.push(kind));
  const release = follow();
  reprice('fanduel', 'over', priced(2.1));
  expect(calls.splice(0).sort()).toEqual(['arb', 'ev', 'low_hold']);
  release();
  reprice('fanduel', 'over', priced(2.12));
  follow();
  scanner.stop();
  reprice('fanduel', 'over', priced(1.9));
  expect(calls).toEqual([]);
});
