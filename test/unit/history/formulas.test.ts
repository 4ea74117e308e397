import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOdds } from '../../../src/contract/odds/implied-probability.ts';
import { mainLine, onMainLines, placeOf } from '../../../src/contract/odds/main-lines.ts';
import type { Move } from '../../../src/history/history-store.ts';
import { type ClosedSeries, fairClosings } from '../../../src/history/questions/fair-closing.ts';
import {
  firstToMove,
  type MovingSeries,
  mainLineMovements,
} from '../../../src/history/questions/line-movement.ts';
import { marketMoves } from '../../../src/history/questions/price-moves.ts';
import type { IntervalPoint, Point, Series } from '../../../src/history/series.ts';
import { removeMargin } from '../../../src/models/fair-prices/remove-margin.ts';
import { price } from '../../harness/feeds/hand-made-feed.ts';
import { runs } from '../../harness/property-runs.ts';
import { anEvent, aSeries } from '../../history/stores/batches.ts';

/** American odds of 102 to 900 in both directions. */
const AMERICAN = fc
  .integer({ min: -798, max: 798 })
  .map((odds) => (odds < 0 ? odds - 102 : odds + 102));

const decimal = (american: number) => decimalOdds(american, 0);
const implied = (american: number) => 1 / decimal(american);

/** Times in seconds, in order. */
const TIMES = fc
  .uniqueArray(fc.integer({ min: 0, max: 7_200 }), { minLength: 1, maxLength: 40 })
  .map((seconds) => seconds.sort((a, b) => a - b).map((second) => second * 1_000));

/** Times with prices; null for none. */
const PRICES = TIMES.chain((times) =>
  fc.tuple(...times.map((at) => fc.record({ at: fc.constant(at), american: fc.option(AMERICAN) }))),
);

const LINE = fc.integer({ min: -20, max: 20 }).map((halves) => halves / 2);

function seriesOf(sportsbook: string, selectionType: string, id = 1): Series {
  const bet = { sportsbook, marketType: 'total_points', selection: selectionType, selectionType };
  return { ...aSeries({ ...bet, upstreamId: String(id) }), id, opening: null, closing: null };
}

function pointAt(at: number, american: number | null, line: number | null): IntervalPoint {
  const odds = american ?? 100;
  const status = american === null ? 'suspended' : 'open';
  return { at, american: odds, line, isLive: false, status, lowest: odds, highest: odds };
}

const HOUR = 3_600_000;

describe('the main line', () => {
  test('is that whose two sides are nearest to even', () => {
    const offers = fc.uniqueArray(fc.tuple(LINE, AMERICAN, AMERICAN), {
      selector: ([line]) => line,
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(offers, (lines) => {
        const quotes = lines.flatMap(([line, home, away]) => [
          quoteOf('Lakers', 'home', line, home),
          quoteOf('Celtics', 'away', 0 - line, away),
        ]);
        const main = mainLine(quotes, null);
        expect(main).toHaveLength(2);
        const distance = (home: number, away: number) => Math.abs(implied(home) - implied(away));
        const least = Math.min(...lines.map(([, home, away]) => distance(home, away)));
        expect(distance(main[0]?.american ?? 0, main[1]?.american ?? 0)).toBe(least);
        expect((main[0]?.line ?? 0) + (main[1]?.line ?? 0)).toBe(0);
      }),
      { numRuns: runs(200) },
    );
  });

  test('is never a line of which one side alone is offered, if another has both', () => {
    const alone = quoteOf('Over', 'over', 220.5, 100);
    const both = [quoteOf('Over', 'over', 230.5, 300), quoteOf('Under', 'under', 230.5, -400)];
    expect(mainLine([alone, ...both], null)).toEqual(both);
    expect(mainLine([alone], null)).toEqual([alone]);
    const twice = [alone, { ...alone }]; // A sportsbook may list a bet twice.
    expect(mainLine([...twice, ...both], null)).toEqual(both);
  });

  test('stays what it was if another is only as even', () => {
    const pair = (line: number) => [
      quoteOf('Over', 'over', line, -110),
      quoteOf('Under', 'under', line, -110),
    ];
    const quotes = [...pair(220.5), ...pair(221.5)];
    expect(mainLine(quotes, 221.5)).toEqual(pair(221.5));
    expect(mainLine(quotes, null)).toEqual(pair(220.5));
  });

  test('is not one that is suspended, if another is open', () => {
    const pair = (line: number, over: number, under: number) =>
      [over, under].map((odds_american, index) => {
        const side = index === 0 ? 'over' : 'under';
        const odds = { odds_american, odds_decimal: 0, market_type: 'total_points', line };
        return price({ ...odds, selection: side, selection_type: side });
      });
    const [open, suspended] = [pair(220.5, -115, -105), pair(230.5, 0, 0)];
    expect(onMainLines([...open, ...suspended])).toEqual(open);
    expect(onMainLines(suspended)).toEqual(suspended);
  });

  test.each([
    ['player_points', 1],
    ['player_prop', 3],
  ])(
    'is one for each player who is named apart, but of any proposition, in %s',
    (market_type, count) => {
      const milestones = [25, 30, 35].map((points) =>
        price({
          market_type,
          player_name: 'LeBron James',
          selection: `${points}+`,
          selection_type: 'over',
          line: points - 0.5,
          odds_american: (points - 30) * 50 - 110,
          odds_decimal: 0,
        }),
      );
      expect(onMainLines(milestones)).toHaveLength(count);
    },
  );

  test('is one for each team where they have totals of their own', () => {
    const totals = (selection: string, selection_type: string, american: readonly number[]) =>
      american.map((odds_american, index) => {
        const odds = { odds_american, odds_decimal: 0, line: index + 2.5 };
        return price({ ...odds, market_type: 'total_shots_on_target', selection, selection_type });
      });
    const home = totals('England', 'home', [-400, -165, 130]);
    const away = totals('Argentina', 'away', [-275, -110, 190]);
    expect(onMainLines([...home, ...away])).toEqual([home[2], away[1]]);
    const match = price({
      market_type: 'total_shots_on_target',
      selection_type: 'home',
      line: null,
    });
    expect(onMainLines([...home, match])).toEqual([home[2], match]);
  });
});

function quoteOf(selection: string, selectionType: string, line: number | null, american: number) {
  const side = { selection, selectionType, player: null, marketType: 'point_spread' };
  return { ...side, line, american, place: placeOf(side, line), probability: implied(american) };
}

/** Totals of one sportsbook at several lines, each price changing at times of its own. */
const TOTALS = fc
  .uniqueArray(
    fc.record({
      line: fc.integer({ min: 200, max: 205 }),
      side: fc.constantFrom('over', 'under'),
      prices: PRICES,
    }),
    { minLength: 1, maxLength: 8, selector: ({ line, side }) => `${side}${line}` },
  )
  .map((offers) =>
    offers.map(
      ({ line, side, prices }, index): MovingSeries => ({
        series: seriesOf('circa', side, index),
        points: prices.map(({ at, american }) => pointAt(at, american, line + 0.5)),
      }),
    ),
  );

describe('line movement', () => {
  test('has at the end of every interval the prices of the line that is the main one then', () => {
    fc.assert(
      fc.property(TOTALS, fc.constantFrom(1, 60_000), (all, intervalMs) => {
        const [movement] = mainLineMovements(all, intervalMs);
        const times = all.flatMap(({ points }) => points.map(({ at }) => at));
        const ends = new Set(times.map((at) => (Math.floor(at / intervalMs) + 1) * intervalMs));
        let before: number | null = null;
        for (const end of [...ends].sort((a, b) => a - b)) {
          const standing = all.flatMap(({ series, points }) => {
            const point = points.findLast(({ at }) => at < end);
            if (point?.status !== 'open') return [];
            return [quoteOf(series.selection, series.selectionType, point.line, point.american)];
          });
          const main: typeof standing = mainLine(standing, before);
          before = main[0]?.line ?? before;
          for (const { series, points } of movement?.sides ?? []) {
            const shown = points.findLast(({ at }) => at < end);
            const expected = main.find((one) => one.selectionType === series.selectionType);
            if (expected === undefined) expect(shown?.status ?? 'none').not.toBe('open');
            else expect(shown).toMatchObject({ line: expected.line, american: expected.american });
          }
          for (const { selectionType } of main) {
            expect(movement?.sides.map(({ series }) => series.selectionType)).toContain(
              selectionType,
            );
          }
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test.each([
    ['nothing has changed since', 1, []],
    ['a price changes in its first interval', HOUR, [[3 * HOUR + 40, -120, 220.5]]],
  ] as const)('begins with what stood at the beginning of the range: %s', (_, interval, moves) => {
    const from = 3 * HOUR + 20;
    // At other times than this, other lines were the main one.
    const all = [
      ['over', 220.5, -110, 3 * HOUR + 10],
      ['under', 220.5, -110, 10],
      ['over', 221.5, 110, 20],
      ['under', 221.5, -140, HOUR],
    ].map(([side, line, american, at], index) => ({
      series: seriesOf('circa', String(side), index),
      points: [
        pointAt(Number(at), Number(american), Number(line)),
        ...(index === 0 ? moves.map((one) => pointAt(...one)) : []),
      ],
    }));
    const [movement] = mainLineMovements(all, interval, from);
    const points = movement?.sides.map((side) => side.points.map(({ at, line }) => [at, line]));
    expect(points).toEqual([
      [[10, 220.5]],
      [[3 * HOUR + 10, 220.5], ...moves.map(([at, , line]) => [at, line])],
    ]);
    expect(movement?.movedAt).toBe(moves[0]?.[0] ?? Number.POSITIVE_INFINITY);
  });

  test('stays with the price that is shown where a side is listed twice at the line', () => {
    const all = [
      { series: seriesOf('circa', 'over', 1), points: [pointAt(1, -110, 220.5)] },
      { series: seriesOf('circa', 'over', 2), points: [pointAt(1, -115, 220.5)] },
      {
        series: seriesOf('circa', 'under', 3),
        points: [pointAt(1, -110, 220.5), pointAt(5, -105, 220.5), pointAt(9, -100, 220.5)],
      },
    ];
    const [movement] = mainLineMovements(all, 1);
    expect(movement?.sides.map(({ points }) => points.map(({ american }) => american))).toEqual([
      [-110],
      [-110, -105, -100],
    ]);
  });

  test('of sides without opposites is that of each alone', () => {
    let read = 0;
    const all = Array.from({ length: 300 }, (_, index): MovingSeries => {
      const series = { ...seriesOf('circa', '', index), selection: `Team ${index}` };
      const points = Array.from({ length: 20 }, (_, at) =>
        pointAt(at * 300 + index, 200 + at, null),
      );
      const counted = (point: IntervalPoint) => ({
        ...point,
        get status() {
          read += 1;
          return point.status;
        },
      });
      return { series: { ...series, marketType: 'outrights' }, points: points.map(counted) };
    });
    const [movement] = mainLineMovements(all, 1);
    expect(movement?.sides.map(({ points }) => points.length)).toEqual(Array(300).fill(20));
    expect(read).toBeLessThan(20 * 6_000); // Of 6,000 points, each of which had all 300 read.
  });

  test('is not there if nothing was open at the end of an interval', () => {
    const removed = { ...pointAt(5, -110, 220.5), status: 'removed' as const };
    const all = [{ series: seriesOf('circa', 'over'), points: [removed] }];
    expect(mainLineMovements(all, HOUR)).toEqual([]);
  });

  test('goes on with what opposes a price at the line to which it has moved', () => {
    const all = [
      {
        series: seriesOf('circa', 'over', 1),
        points: [pointAt(1, -110, 220.5), pointAt(5, -110, 221.5)],
      },
      { series: seriesOf('circa', 'under', 2), points: [pointAt(1, -110, 220.5)] },
      { series: seriesOf('circa', 'under', 3), points: [pointAt(1, -140, 221.5)] },
    ];
    const [movement] = mainLineMovements(all, 1);
    const lines = movement?.sides.map(({ points }) => points.map(({ line }) => line));
    expect(lines).toEqual([
      [220.5, 221.5],
      [220.5, 221.5],
    ]);
  });

  /** The selections of each movement, of prices that each move once. */
  const selectionsOf = (marketType: string, names: readonly string[], types = ['home']) =>
    mainLineMovements(
      names.map((selection, id) => ({
        series: { ...seriesOf('a', types[id] ?? 'home', id), marketType, selection },
        points: [pointAt(1, 110, null), pointAt(5 + id, -130, null)],
      })),
      1,
    ).map(({ sides }) => sides.map(({ series }) => series.selection));

  test.each([
    ['the bet against it', 'both_halves_goal_scored', ['France No', 'France Yes']],
    [
      'the draw, which some sportsbooks name by both teams',
      'moneyline',
      ['Spain @ France Yes', 'France Yes', 'Spain vs. France Yes', 'Spain v France'],
    ],
  ])('of a bet on a team is not that of %s', (_, marketType, names) => {
    expect(selectionsOf(marketType, names).flat()).toEqual(names);
  });

  test('of a match has both players in one, also one whose initial is V', () => {
    const names = ['V. Kudermetova', 'Juan V Perez'];
    expect(selectionsOf('moneyline', names, ['home', 'away'])).toEqual([names]);
  });

  test('the first to move is the one whose price or line changed first', () => {
    const book = (name: string, moves: readonly [number, number, number][]): MovingSeries => ({
      series: seriesOf(name, 'over'),
      points: moves.map(([at, american, line]) => pointAt(at, american, line)),
    });
    const still = book('still', [[1, -110, 220.5]]);
    const movements = mainLineMovements(
      [
        { ...still, points: [...still.points, { ...pointAt(10, -110, 220.5), isLive: true }] },
        book('second', [
          [2, -110, 220.5],
          [30, -105, 220.5],
        ]),
        book('first', [
          [3, -110, 220.5],
          [20, -110, 221.5],
        ]),
        book('opens later', [[10, -125, 222.5]]),
      ],
      1,
    );
    expect([...firstToMove(movements)].map(({ sportsbook }) => sportsbook)).toEqual(['first']);
    expect(firstToMove(mainLineMovements([still], 1)).size).toBe(0);
  });
});

describe('price moves', () => {
  const CHANGES = fc.uniqueArray(
    fc.record({
      book: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      side: fc.constantFrom('over', 'under'),
      line: fc.constantFrom(220.5, 221.5),
      from: AMERICAN,
      to: AMERICAN,
      at: fc.integer({ min: 1, max: 900 }),
    }),
    { maxLength: 20, selector: ({ book, side, line }) => `${book}${side}${line}` },
  );

  test('agree with an independent calculation of the mean move in the stronger direction', () => {
    fc.assert(
      fc.property(CHANGES, (all) => {
        const changes = all
          .map((one) => ({ ...one, by: 100 * (implied(one.to) - implied(one.from)) }))
          .filter(({ by }) => by !== 0);
        const found = marketMoves(
          changes.map(({ book, side, line, from, to, at }) =>
            moveOf(seriesOf(book, side), pointAt(0, from, line), pointAt(at, to, line)),
          ),
        );
        for (const moved of Map.groupBy(changes, ({ side, line }) => `${side}${line}`).values()) {
          const size = (some: typeof moved) => some.reduce((sum, { by }) => sum + Math.abs(by), 0);
          const [up, down] = [moved.filter(({ by }) => by > 0), moved.filter(({ by }) => by < 0)];
          if (Math.abs(size(up) - size(down)) < 1e-9) continue; // Rounding decides.
          const [stronger, sign] = size(up) > size(down) ? [up, 1] : [down, -1];
          const [first] = moved;
          const one = found.find(
            ({ series, line }) => series.selectionType === first?.side && line === first.line,
          );
          expect(one?.movePercent).toBeCloseTo((sign * size(stronger)) / stronger.length, 9);
          expect(one?.since).toBe(Math.min(...stronger.map(({ at }) => at)));
          expect(new Set(one?.sportsbooks)).toEqual(new Set(stronger.map(({ book }) => book)));
        }
        const sizes = found.map(({ movePercent }) => Math.abs(movePercent));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }),
      { numRuns: runs(200) },
    );
  });

  const moved = (
    marketType: string,
    all: readonly (readonly [book: string, selection: string, from: number, to: number])[],
    homeTeam: string | null = null,
    line: number | null = null,
  ) =>
    marketMoves(
      all.map(([book, selection, from, to], at) => {
        const series = { ...seriesOf(book, 'home', at), marketType, selection };
        return moveOf(series, pointAt(0, from, line), pointAt(at + 1, to, line), homeTeam);
      }),
    ).map(({ series, sportsbooks }) => [series.selection, sportsbooks]);

  test('of a bet on a team are not those of the bet against it', () => {
    const all = [
      ['a', 'France', 120, 110],
      ['b', 'France Yes', 120, 110],
      ['b', 'France No', -120, -300],
    ] as const;
    expect(moved('both_halves_goal_scored', all)).toEqual([
      ['France No', ['b']],
      ['France', ['a', 'b']],
    ]);
  });

  test('of a team whose name has a number at one sportsbook alone are one', () => {
    const clubs = [
      ['a', 'TSG 1899 Hoffenheim', 120, 110],
      ['b', 'Hoffenheim', 120, 110],
    ] as const;
    expect(moved('moneyline', clubs, 'Hoffenheim')).toEqual([['TSG 1899 Hoffenheim', ['a', 'b']]]);
    const handicaps = [
      ['a', 'France -1.0', 120, 110],
      ['b', 'France -1', 120, 110],
    ] as const;
    expect(moved('asian_handicap', handicaps, 'France', -1)).toEqual([['France -1.0', ['a', 'b']]]);
  });

  test('of bets that only their names tell apart are of each alone', () => {
    const margins = [
      ['a', 'France by 1', 150, 300],
      ['a', 'France by 2', 300, 290],
      ['b', 'France by 1', 150, 300],
    ] as const;
    expect(moved('winning_margin', margins)).toEqual([
      ['France by 1', ['a', 'b']],
      ['France by 2', ['a']],
    ]);
    const spelled = [
      ['a', 'Schalke 04 by 1-5', 150, 300],
      ['b', 'Schalke by 1 to 5', 150, 300],
      ['c', 'Schalke by 6 or more', 300, 290],
    ] as const;
    expect(moved('winning_margin', spelled, 'Schalke 04')).toEqual([
      ['Schalke 04 by 1-5', ['a', 'b']],
      ['Schalke by 6 or more', ['c']],
    ]);
    const propositions = [
      ['a', 'France to score first', 150, 300],
      ['b', 'France to win a corner', 300, 310],
    ] as const;
    expect(moved('game_prop', propositions)).toHaveLength(2);
  });
});

function moveOf(series: Series, before: Point, point: Point, homeTeam: string | null = null): Move {
  const event = anEvent({ homeTeam, awayTeam: null });
  return { series, event, before, point, firstMoveAt: point.at };
}

describe('closing line value', () => {
  test('compares prices that return the stake of a draw only with each other, as comparisons do', () => {
    const threeWay = { home: 150, draw: 230, away: 190 };
    const market = Object.entries({ a: threeWay, b: { home: -140, away: 120 } }).flatMap(
      ([book, sides]) =>
        Object.entries(sides).map(([side, american]) => ({
          ...closing(book, side, side, null, american),
          marketType: 'moneyline',
        })),
    );
    const event = { sport: 'soccer', homeTeam: 'Arsenal', awayTeam: 'Everton' };
    const fair = fairClosings(event, market);
    const expected = [Object.values(threeWay), [-140, 120]].flatMap((sides) =>
      removeMargin(sides.map(implied), 'POWER'),
    );
    expect(market.map((one) => fair.get(one))).toEqual(
      expected.map((probability) => expect.closeTo(probability, 9)),
    );
  });

  test('a bet that all had taken off has no fair price, and one that others still had has theirs', () => {
    const total = (book: string, side: string, line: number, status: 'open' | 'removed') => {
      const one = closing(book, side, side, line, -110);
      return { ...one, marketType: 'total_points', closing: { ...one.closing, status } };
    };
    const listed = ['over', 'under'].map((side) => total('a', side, 8.5, 'open'));
    const gone = [total('b', 'over', 8.5, 'removed'), total('b', 'over', 9.5, 'removed')];
    const event = { sport: 'basketball', homeTeam: null, awayTeam: null };
    const fair = fairClosings(event, [...listed, ...gone]);
    expect(gone.map((one) => fair.get(one))).toEqual([0.5, undefined]);
  });
});

function closing(
  sportsbook: string,
  selection: string,
  selectionType: string,
  line: number | null,
  american: number,
): ClosedSeries {
  const price = { at: 0, line, american, status: 'open', isProvisional: false } as const;
  return {
    ...seriesOf(sportsbook, selectionType),
    marketType: 'point_spread',
    selection,
    closing: price,
  };
}
