import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { event, price } from '../hand-made-feed.ts';
import { moneyline, smallMarket, total, totals } from './small-market.ts';

let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
});

describe('+EV', () => {
  it('is a price above the no-vig price of Pinnacle, with its Kelly stake', () => {
    const { open } = smallMarket(clock, [
      ...totals('pinnacle', 1.95, 1.95),
      ...totals('fanduel', 2.1, 1.75),
    ]);
    expect(open('ev')).toMatchObject([
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
        book_count: 2,
        detected_at: '2026-11-21T18:00:00.000Z',
      },
    ]);
  });

  it('uses another sharp book rather than a consensus if Pinnacle has no price', () => {
    const { open } = smallMarket(clock, [
      ...totals('circa', 1.95, 1.95),
      ...totals('draftkings', 1.6, 2.3),
      ...totals('betmgm', 1.6, 2.3),
      ...totals('fanduel', 2.1, 1.75),
    ]);
    const over = open('ev').find(({ selection }) => selection === 'Over');
    expect(over).toMatchObject({ sportsbook: 'fanduel', ev_percentage: 5 });
  });

  it('uses the mean of the books if the tier sees no sharp one', () => {
    const prices = [
      ...totals('pinnacle', 1.5, 2.7),
      ...totals('draftkings', 1.9, 1.9),
      ...totals('betmgm', 1.9, 1.9),
      ...totals('caesars', 1.9, 1.9),
      total('fanduel', 'over', 2.1),
    ];
    const { open } = smallMarket(clock, prices, 'hobby');
    expect(open('ev')).toMatchObject([{ sportsbook: 'fanduel', ev_percentage: 5 }]);
  });

  it('is not found if only one book prices all sides and it is not sharp', () => {
    const prices = [...totals('draftkings', 1.9, 1.9), total('fanduel', 'over', 2.1)];
    expect(smallMarket(clock, prices).open('ev')).toEqual([]);
  });

  it('ignores palpable errors', () => {
    const prices = [...totals('pinnacle', 1.95, 1.95), total('fanduel', 'over', 21)];
    const { open } = smallMarket(clock, prices);
    expect([...open('ev'), ...open('arb'), ...open('low_hold')]).toMatchObject([
      { all_books: ['pinnacle'] },
    ]);
  });
});

describe('an arbitrage', () => {
  it('combines the best price of each side with stakes that return the same', () => {
    const { open } = smallMarket(clock, [
      ...totals('pinnacle', 2.0, 1.9),
      ...totals('fanduel', 1.8, 2.1),
    ]);
    const [arb, ...others] = open('arb');
    expect(others).toEqual([]);
    expect(arb).toMatchObject({
      event_id: 'game',
      market_type: 'total_goals',
      line: 2.5,
      profit_percent: 2.439,
      implied_total: 0.97619,
      legs: [
        { sportsbook: 'pinnacle', selection: 'Over', stake_percent: 51.2195 },
        { sportsbook: 'fanduel', selection: 'Under', stake_percent: 48.7805 },
      ],
    });
  });

  it('needs all three sides if the match can end in a draw', () => {
    const threeWays = smallMarket(clock, [
      ...moneyline('pinnacle', 2.7, 3.3, 2.7),
      ...moneyline('fanduel', 2.9, 3.1, 2.5),
      ...moneyline('betmgm', 2.4, 3.6, 2.8),
    ]);
    expect(threeWays.open('arb')[0]?.legs.map((leg) => leg.sportsbook)).toEqual([
      'fanduel',
      'betmgm',
      'betmgm',
    ]);
    const withoutDraw = threeWays.rows.filter(({ odds }) => odds.selection_type === 'draw');
    threeWays.feed.withdraw(withoutDraw);
    expect(threeWays.open('arb')).toEqual([]);
    expect(threeWays.open('low_hold')).toEqual([]);
  });

  it('combines a handicap only with the opposite line', () => {
    const spread = (book: string, side: 'home' | 'away', line: number, decimal: number) =>
      price({
        sportsbook: book,
        market_type: 'point_spread',
        selection: side,
        selection_type: side,
        line,
        odds_decimal: decimal,
      });
    const { open } = smallMarket(clock, [
      spread('pinnacle', 'home', -1.5, 1.95),
      spread('pinnacle', 'away', 1.5, 1.95),
      spread('fanduel', 'away', -1.5, 2.4),
      spread('betmgm', 'away', 1.5, 2.1),
    ]);
    expect(open('arb')).toMatchObject([
      { line: -1.5, legs: [{ sportsbook: 'pinnacle' }, { sportsbook: 'betmgm' }] },
    ]);
  });

  it('ignores a book that prices all sides without a margin or one side twice', () => {
    const loss = smallMarket(clock, [
      ...totals('pinnacle', 1.95, 1.95),
      ...totals('novig', 2.06, 1.95),
    ]);
    expect(loss.open('arb')).toEqual([]);
    const double = smallMarket(clock, [
      ...totals('pinnacle', 1.95, 1.95),
      ...totals('fanduel', 2.2, 1.6),
      total('fanduel', 'over', 1.7, { id: 'another' }),
    ]);
    expect(double.open('arb')).toEqual([]);
  });

  it('does not combine two-way with three-way handicaps of one name', () => {
    const side = (book: string, type: string, decimal: number) =>
      price({
        sportsbook: book,
        market_type: 'point_spread',
        selection: type,
        selection_type: type,
        line: type === 'away' ? 1 : -1,
        odds_decimal: decimal,
      });
    const twoWays = smallMarket(clock, [
      side('pinnacle', 'home', 1.95),
      side('pinnacle', 'away', 1.95),
      side('betmgm', 'away', 2.15),
    ]);
    expect(twoWays.open('arb')).toHaveLength(1);
    twoWays.feed.offer([side('bwin', 'draw', 4.5)]);
    expect(twoWays.open('arb')).toEqual([]);
  });

  it('is not found in markets whose sides leave outcomes out', () => {
    const toNil = ['pinnacle', 'fanduel'].flatMap((book) => [
      price({ sportsbook: book, market_type: 'to_win_to_nil', odds_decimal: 2.2 }),
      price({
        sportsbook: book,
        market_type: 'to_win_to_nil',
        selection_type: 'away',
        odds_decimal: 2.2,
      }),
    ]);
    expect(smallMarket(clock, toNil).open('arb')).toEqual([]);
  });
});

describe('a middle', () => {
  const twoLines = [
    ...totals('pinnacle', 1.9, 2.0, { line: 2.5 }),
    ...totals('pinnacle', 3.0, 1.42, { line: 3.5 }),
    ...totals('fanduel', 2.05, 1.8, { line: 2.5 }),
    ...totals('betmgm', 2.7, 1.48, { line: 3.5 }),
  ];

  it('wins both legs on the numbers between two lines', () => {
    const [middle, ...others] = smallMarket(clock, twoLines).open('middles');
    expect(others).toEqual([]);
    expect(middle).toMatchObject({
      market_type: 'total_goals',
      side1: { book: 'fanduel', selection: 'Over', line: 2.5 },
      side2: { book: 'betmgm', selection: 'Under', line: 3.5 },
      middle_size: 1,
      middle_numbers: [3],
    });
  });

  it('has an expected value that follows from its stakes, and no higher a probability than fair prices allow', () => {
    const [middle] = smallMarket(clock, twoLines).open('middles');
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

  it('is no more probable than the deviation of the sport allows when one line lags', () => {
    const game = { sport: 'basketball', market_type: 'total_points' };
    const { open } = smallMarket(clock, [
      ...totals('pinnacle', 1.85, 2.05, { ...game, line: 244.5 }),
      ...totals('pinnacle', 4.5, 1.22, { ...game, line: 245.5 }),
    ]);
    const middles = open('middles');
    expect(middles).toEqual([]);
    const wide = smallMarket(clock, [
      ...totals('pinnacle', 1.6, 2.4, { ...game, line: 240.5 }),
      ...totals('pinnacle', 2.4, 1.6, { ...game, line: 249.5 }),
      ...totals('fanduel', 1.75, 2.2, { ...game, line: 240.5 }),
      ...totals('betmgm', 2.2, 1.75, { ...game, line: 249.5 }),
    ]);
    expect(wide.open('middles')[0]?.middle_probability).toBeGreaterThan(0.15);
  });

  it('counts the margin between handicaps from the home side', () => {
    const spread = (book: string, side: 'home' | 'away', line: number, decimal: number) =>
      price({
        sportsbook: book,
        market_type: 'point_spread',
        selection: side,
        selection_type: side,
        line,
        odds_decimal: decimal,
      });
    const both = (book: string, homeLine: number, home: number, away: number) => [
      spread(book, 'home', homeLine, home),
      spread(book, 'away', -homeLine, away),
    ];
    const { open } = smallMarket(clock, [
      ...both('pinnacle', -0.5, 1.9, 2.0),
      ...both('pinnacle', -1.5, 3.1, 1.4),
      ...both('fanduel', -0.5, 2.05, 1.78),
      ...both('betmgm', -1.5, 2.7, 1.48),
    ]);
    expect(open('middles')).toMatchObject([
      {
        side1: { selection: 'home', line: -0.5, book: 'fanduel' },
        side2: { selection: 'away', line: 1.5, book: 'betmgm' },
        middle_numbers: [1],
      },
    ]);
  });

  it('is not found if no possible result lies between the lines', () => {
    const quarter = smallMarket(clock, [
      ...totals('pinnacle', 1.95, 1.95, { line: 2.5 }),
      ...totals('pinnacle', 2.1, 1.8, { line: 2.75 }),
      ...totals('fanduel', 2.2, 1.7, { line: 2.5 }),
      ...totals('fanduel', 1.8, 2.05, { line: 2.75 }),
    ]);
    expect(quarter.open('middles')).toEqual([]);
    const side = (book: string, type: 'home' | 'away', line: number, decimal: number) =>
      price({
        sportsbook: book,
        sport: 'basketball',
        market_type: 'point_spread',
        selection_type: type,
        line,
        odds_decimal: decimal,
      });
    const tie = smallMarket(clock, [
      side('pinnacle', 'home', 0.5, 1.9),
      side('pinnacle', 'away', -0.5, 1.95),
      side('pinnacle', 'home', -0.5, 2.05),
      side('pinnacle', 'away', 0.5, 1.85),
      side('fanduel', 'home', 0.5, 2.0),
      side('betmgm', 'away', 0.5, 2.0),
    ]);
    expect(tie.open('middles')).toEqual([]);
  });
});

describe('a low hold', () => {
  it('marks all lines as alternate except the one that most books price', () => {
    const { open } = smallMarket(clock, [
      ...totals('pinnacle', 1.95, 1.95),
      ...totals('circa', 1.95, 1.95),
      ...totals('pinnacle', 2.9, 1.45, { line: 3.5 }),
    ]);
    const alternates = open('low_hold').map((low) => [low.line, low.is_alternate_line]);
    expect(new Map(alternates.map(([line, is]) => [line, is]))).toEqual(
      new Map([
        [2.5, false],
        [3.5, true],
      ]),
    );
  });

  it('has the player of a prop, and names the side in the selection', () => {
    const prop = { market_type: 'player_shots', selection: 'Saka', line: 1.5 };
    const named = { ...prop, player_name: 'Saka', stat_category: 'shots' };
    const { open } = smallMarket(clock, [
      ...totals('pinnacle', 1.98, 1.94, named),
      ...totals('bovada', 1.9, 1.9, prop),
    ]);
    expect(open('low_hold')).toMatchObject([
      {
        is_player_prop: true,
        player_name: 'Saka',
        stat_category: 'shots',
        side1: { selection: 'Saka Over' },
        side2: { selection: 'Saka Under' },
      },
    ]);
  });

  it('has the age of its oldest price, until that is seen again', () => {
    const { open, feed, rowAt } = smallMarket(clock, totals('pinnacle', 1.98, 1.94));
    const before = open('low_hold')[0];
    clock.advance(200_000);
    const aged = open('low_hold')[0];
    expect(aged).toMatchObject({ odds_age_seconds: 200, possibly_stale: true });
    expect(aged?.confidence).toBeLessThan(before?.confidence ?? 0);
    const seenAt = new Date(clock.now()).toISOString();
    feed.change(rowAt('pinnacle', 'over'), { last_seen_at: seenAt });
    expect(open('low_hold')[0]?.odds_age_seconds).toBe(200);
    feed.change(rowAt('pinnacle', 'under'), { last_seen_at: seenAt });
    expect(open('low_hold')[0]).toMatchObject({ odds_age_seconds: 0, possibly_stale: false });
  });

  it('carries the game state of a live event, and counts as stale sooner', () => {
    const { open, feed } = smallMarket(clock, totals('pinnacle', 1.98, 1.94));
    const state = {
      home_score: 1,
      away_score: 0,
      period: '2nd Half',
      clock: '61:00',
      score_type: 'game_points',
    };
    feed.offer([], [event({ is_live: true, game_state: state })]);
    clock.advance(31_000);
    expect(open('low_hold')[0]).toMatchObject({
      is_live: true,
      game_state: { home_score: 1 },
      possibly_stale: true,
    });
  });
});

it('finds opportunities only among the books that the tier sees', () => {
  const prices = [
    ...totals('draftkings', 1.98, 1.9),
    ...totals('fanduel', 1.9, 1.97),
    ...totals('betmgm', 1.9, 1.9),
    ...totals('pinnacle', 2.1, 1.8),
    ...totals('circa', 1.8, 2.1),
  ];
  const hobby = smallMarket(clock, prices, 'hobby');
  expect(hobby.open('arb')).toEqual([]);
  expect(hobby.open('low_hold')).toMatchObject([{ all_books: ['draftkings', 'fanduel'] }]);
  const sharp = smallMarket(clock, prices, 'sharp');
  expect(sharp.open('arb')).toHaveLength(1);
  expect(sharp.open('low_hold')).toEqual([]);
});
