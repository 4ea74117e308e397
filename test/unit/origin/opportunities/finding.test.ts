import { expect, it } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import type { OpportunityKind } from '../../../../src/contract/opportunities.ts';
import type { Tier } from '../../../../src/contract/tiers.ts';
import { event } from '../../../harness/feeds/hand-made-feed.ts';
import {
  priced,
  results,
  smallMarket,
  spreads,
  totals,
} from '../../../harness/feeds/small-market.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';

const EVEN = [1.95, 1.95];
const BASKETBALL = { sport: 'basketball', market_type: 'total_points' };

/** Everything that a tier finds in some prices, with the sportsbooks to bet at. */
function foundIn(prices: readonly Odds[], tier?: Tier): string[] {
  const { open } = smallMarket(new ManualClock(), prices, tier);
  return [
    ...open('ev').map((one) => `ev ${one.sportsbook} ${one.selection} ${one.ev_percentage}`),
    ...open('arb').map(({ legs, line, profit_percent: profit }) => {
      return `arb ${line} ${legs.map(({ sportsbook }) => sportsbook)} ${profit}`;
    }),
    ...open('middles').map(({ side1, side2, middle_numbers: numbers }) => {
      const bets = [side1, side2].map(
        ({ book, selection, line }) => `${book} ${selection} ${line}`,
      );
      return `middle ${bets}: ${numbers}`;
    }),
    ...open('low_hold').map((one) => `hold ${one.line} ${one.all_books} ${one.hold_percentage}`),
  ];
}

it('takes the fair price from Pinnacle, or another sharp sportsbook, or the mean of two or more', () => {
  const offer = { fanduel: [2.1, 1.75] };
  const skewed = { draftkings: [1.6, 2.3] };
  const level = { draftkings: [1.9, 1.9], betmgm: [1.9, 1.9], caesars: [1.9, 1.9] };
  expect(foundIn(totals({ circa: [1.97, 1.93], pinnacle: EVEN, ...offer }))).toEqual([
    'ev fanduel Over 5',
    'arb 2.5 fanduel,pinnacle 1.1111',
  ]);
  expect(foundIn(totals({ circa: EVEN, ...skewed, ...offer }))).toEqual([
    'ev fanduel Over 5',
    'ev draftkings Under 15',
    'arb 2.5 fanduel,draftkings 9.7727',
  ]);
  expect(foundIn(totals({ pinnacle: [1.5, 2.7], ...level, fanduel: [2.1] }), 'hobby')).toEqual([
    'ev fanduel Over 5',
    'hold 2.5 betmgm,caesars,draftkings,fanduel 0.2506',
  ]);
  expect(foundIn(totals({ draftkings: [1.9, 1.9], fanduel: [2.3] }))).toEqual([]);
});

it('ignores errors, suspended prices, and sportsbooks that price a side twice or have no margin', () => {
  expect(foundIn(totals({ pinnacle: EVEN, fanduel: [21] }))).toEqual(['hold 2.5 pinnacle 2.5641']);
  const suspended = { pinnacle: [10, 1], fanduel: [8, 1.12], betmgm: [8, 1.13] };
  expect(foundIn(totals(suspended))).toEqual(['hold 2.5 betmgm,fanduel 0.9956']);
  expect(foundIn(totals({ pinnacle: [1.9, 1], fanduel: [1.95, 1] }))).toEqual([]);
  const twice = totals({ fanduel: [1.7] }, { id: 'another' });
  expect(foundIn([...totals({ pinnacle: EVEN, fanduel: [2.2, 1.6] }), ...twice])).toEqual([
    'hold 2.5 pinnacle 2.5641',
  ]);
  expect(foundIn(totals({ pinnacle: EVEN, novig: [2.06, 1.95] }))).toEqual([
    'hold 2.5 pinnacle 2.5641',
  ]);
});

it('needs a price on every side, and sides that cover every outcome', () => {
  const soccer = { pinnacle: [2.7, 3.3, 2.7], fanduel: [2.9, 3.1, 2.5], betmgm: [2.4, 3.6, 2.8] };
  expect(foundIn(results(soccer))).toEqual([
    'ev fanduel home 2.9032',
    'ev betmgm draw 4.5161',
    'arb null fanduel,betmgm,betmgm 2.067',
  ]);
  const drawless = { pinnacle: [2.7, 0, 2.7], fanduel: [2.9, 0, 2.5], betmgm: [2.4, 0, 2.8] };
  expect(foundIn(results(drawless))).toEqual([]);
  const draw = spreads(-1, { bwin: [4.5] }, { selection: 'draw', selection_type: 'draw' });
  expect(foundIn([...spreads(-1, { pinnacle: EVEN, betmgm: [0, 2.15] }), ...draw])).toEqual([]);
  const handicaps = [
    ...spreads(-1.5, { pinnacle: EVEN, betmgm: [0, 2.1] }),
    ...spreads(1.5, { fanduel: [0, 2.4] }),
  ];
  expect(foundIn(handicaps)).toEqual(['ev betmgm away 5', 'arb -1.5 pinnacle,betmgm 1.1111']);
  const apart = { pinnacle: [2.05, 1.85], fanduel: [1.85, 2.05] };
  expect(foundIn(totals(apart))).toContain('arb 2.5 pinnacle,fanduel 2.5');
  const combined = totals(apart, { market_type: 'match_result_total_goals' });
  for (const prices of [
    spreads(0, apart, { line: null, market_type: 'to_win_to_nil' }),
    combined.map((odds) => ({ ...odds, selection_type: `home_${odds.selection_type}` })),
    totals(apart, { market_type: 'game_prop' }),
  ]) {
    expect(foundIn(prices)).toEqual([]);
  }
  const of = (selection: string) => ({ market_type: 'player_shots', selection });
  const ofSaka = totals({ pinnacle: [2.05, 1.85] }, of('Saka'));
  const ofKane = totals({ fanduel: [1.85, 2.05] }, of('Kane'));
  const ofEach = ['hold 2.5 pinnacle 2.8345', 'hold 2.5 fanduel 2.8345'];
  expect(foundIn([...ofSaka, ...ofKane])).toEqual(ofEach);
});

it('finds an arbitrage in the best price of each side, for tiers that see these', () => {
  const prices = totals({
    ...{ draftkings: [1.98, 1.9], fanduel: [1.9, 1.97], betmgm: [1.9, 1.9] },
    ...{ pinnacle: [2.1, 1.8], circa: [1.8, 2.1] },
  });
  expect(foundIn(prices)).toEqual([
    'ev draftkings Under 2.3077',
    'ev fanduel Under 6.0769',
    'ev betmgm Under 2.3077',
    'ev circa Under 13.0769',
    'arb 2.5 pinnacle,circa 5',
  ]);
  expect(foundIn(prices, 'hobby')).toEqual(['hold 2.5 draftkings,fanduel 1.2665']);
});

it('finds a middle between two lines with a half, if the results there are likely enough', () => {
  const goals = [
    ...totals({ pinnacle: [1.9, 2.0], fanduel: [2.05, 1.8] }),
    ...totals({ pinnacle: [3.0, 1.42], betmgm: [2.7, 1.48] }, { line: 3.5 }),
  ];
  const withoutLine = totals({ caesars: [1.9] }, { line: null });
  for (const prices of [goals, [...goals.slice(4), ...withoutLine, ...goals.slice(0, 4)]]) {
    expect(foundIn(prices)).toContain('middle fanduel Over 2.5,betmgm Under 3.5: 3');
  }
  const margins = [
    ...spreads(-0.5, { pinnacle: [1.9, 2.0], fanduel: [2.05, 1.78] }),
    ...spreads(-1.5, { pinnacle: [3.1, 1.4], betmgm: [2.7, 1.48] }),
  ];
  expect(foundIn(margins)).toContain('middle fanduel home -0.5,betmgm away 1.5: 1');
  // At Poisson-distributed goals with a mean of 2.5, fair but for a margin: both win with 21 %, not 49 %.
  const withReturns = [
    ...totals({ pinnacle: [1.598, 2.537], draftkings: [1.75, 2] }, { line: 2 }),
    ...totals({ pinnacle: [7.806, 1.1212], fanduel: [5, 1.18] }, { line: 4 }),
    ...totals({ pinnacle: [2.6, 1.5], fanduel: [2.1, 1.7] }, { line: 2.75 }),
  ];
  const unlikely = [
    ...totals({ pinnacle: [1.85, 2.05] }, { ...BASKETBALL, line: 244.5 }),
    ...totals({ pinnacle: [4.5, 1.22] }, { ...BASKETBALL, line: 245.5 }),
  ];
  const onTies = [
    ...spreads(0.5, { pinnacle: [1.9, 1.95], fanduel: [2.0] }, { sport: 'basketball' }),
    ...spreads(-0.5, { pinnacle: [2.05, 1.85], betmgm: [0, 2.0] }, { sport: 'basketball' }),
  ];
  for (const prices of [withReturns, unlikely, onTies]) {
    expect(foundIn(prices).filter((one) => one.startsWith('middle'))).toEqual([]);
  }
});

it('says of a +EV bet and of an arbitrage what they are on, what they pay and what to stake', () => {
  const prices = totals({ circa: [1.97, 1.93], pinnacle: EVEN, fanduel: [2.1, 1.75] });
  const { open } = smallMarket(new ManualClock(), prices);
  expect(open('ev')).toMatchObject([
    {
      ...{ game_id: 'game', game: 'Everton @ Arsenal', market: 'total_goals', line: 2.5 },
      ...{ odds_decimal: 2.1, odds_american: 110, no_vig_odds: 100, kelly_percent: 4.5455 },
      ...{ book_count: 3, detected_at: '2026-11-21T18:00:00.000Z' },
    },
  ]);
  expect(open('arb')).toMatchObject([
    {
      ...{ event_id: 'game', market_type: 'total_goals', line: 2.5, implied_total: 0.989011 },
      legs: [
        { selection: 'Over', stake_percent: 48.1481 },
        { selection: 'Under', stake_percent: 51.8519 },
      ],
    },
  ]);
});

it('names the side of a prop beside its player, and knows the line of most sportsbooks', () => {
  const ofPlayer = { market_type: 'player_shots', selection: 'Saka', line: 1.5 };
  const { open } = smallMarket(new ManualClock(), [
    ...totals({ pinnacle: [2.9, 1.45] }, { line: 3.5 }),
    ...totals({ pinnacle: EVEN, circa: EVEN }),
    ...totals({ bovada: [1.9, 1.9] }, ofPlayer),
  ]);
  const [low, main, prop] = open('low_hold');
  expect([low, main].map((one) => one?.is_alternate_line)).toEqual([true, false]);
  const named = { is_player_prop: true, player_name: 'Saka', stat_category: 'shots' };
  expect(prop).toMatchObject({ ...named, side2: { selection: 'Saka Under' } });
});

it('gives a low hold the age of its oldest price, until that is seen again', () => {
  const clock = new ManualClock();
  const { open, reprice, feed } = smallMarket(clock, totals({ pinnacle: [1.98, 1.94] }));
  const [before] = open('low_hold');
  clock.advance(200_000);
  const [aged] = open('low_hold');
  expect(aged).toMatchObject({ odds_age_seconds: 200, possibly_stale: true });
  expect(aged?.confidence).toBeLessThan(before?.confidence ?? 0);
  const seen = { last_seen_at: new Date(clock.now()).toISOString() };
  reprice('pinnacle', 'over', seen);
  expect(open('low_hold')[0]?.odds_age_seconds).toBe(200);
  reprice('pinnacle', 'under', seen);
  expect(open('low_hold')[0]).toMatchObject({ odds_age_seconds: 0, possibly_stale: false });
  const score = { home_score: 1, away_score: 0, period: '2nd Half', clock: '61:00' };
  feed.offer([], [event({ is_live: true, game_state: { ...score, score_type: 'game_points' } })]);
  clock.advance(31_000);
  const inPlay = { is_live: true, game_state: score, possibly_stale: true };
  expect(open('low_hold')[0]).toMatchObject(inPlay);
});

it('tells no listener that was released, and none after the scanner has stopped', () => {
  const prices = totals({ pinnacle: EVEN, fanduel: [1.9, 1.8] });
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
