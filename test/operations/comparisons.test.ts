import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchEvent, BatchOdds } from '../../src/contract/odds/odds.ts';
import type { Comparison } from '../../src/contract/routes/odds-comparison.ts';
import type {
  Event,
  EventConnection,
  Price,
  SelectionComparison,
} from '../../src/generated/schema-types.ts';
import { removeMargin } from '../../src/models/fair-prices/remove-margin.ts';
import { nodesOf } from '../harness/clients/pages.ts';
import { expectedComparison } from '../harness/expected.ts';
import { fullSelection } from '../harness/full-selection.ts';
import { recordedBoards } from '../harness/servers/recorded-boards.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

const ROUTE = 'POST /odds/batch';
const PRICE = '{ american decimal probability }';
const SELECTIONS = `markets { marketType bestHoldPercent selections { selection selectionType line best { decimal }
  prices { sportsbookId price { decimal } }
  power: fairPrice ${PRICE} multiplicative: fairPrice(method: MULTIPLICATIVE) ${PRICE}
  bestEvPercent byMultiplying: bestEvPercent(method: MULTIPLICATIVE) } }`;
const COMPARISON = `query ($id: ID!) { event(id: $id) { comparison { ${SELECTIONS} } } }`;

interface Selection extends SelectionComparison {
  readonly power: Price | null;
  readonly multiplicative: Price | null;
  readonly byMultiplying: number | null;
}

interface Compared {
  readonly event: {
    readonly comparison: {
      readonly markets: readonly {
        readonly marketType: string;
        readonly bestHoldPercent: number | null;
        readonly selections: readonly Selection[];
      }[];
    } | null;
  };
}

let graph: TestGraph;

/** The markets of an event, with both fair prices of each selection. */
async function compare(id: string) {
  const data = await graph.dataOf<Compared>(COMPARISON, {
    variables: { id },
  });
  return data.event.comparison?.markets ?? [];
}

/** Compares all events, a page in an operation, and checks each against upstream's own comparison, field by field. */
async function expectAsUpstream(key: string): Promise<void> {
  const query = `query ($after: String) { events(first: 200, after: $after) { totalCount
    pageInfo { hasNextPage endCursor } nodes { id comparison ${fullSelection('OddsComparison')} } } }`;
  const nodes = await nodesOf(async (after) => {
    const question = { key, variables: { after } };
    const data = await graph.dataOf<{ events: EventConnection }>(query, question);
    return data.events;
  });
  let selections = 0;
  for (const { id, comparison } of nodes) {
    const path = `/odds/comparison?event=${encodeURIComponent(id)}`;
    const upstream = await graph.rest<{ data: Comparison }>(path, key);
    const expected = upstream.data.markets.length === 0 ? null : expectedComparison(upstream.data);
    expect(comparison).toEqual(expected);
    selections += comparison?.markets.flatMap((market) => market.selections).length ?? 0;
  }
  expect(selections).toBeGreaterThan(100);
}

const TWO = ['home', 'away'];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The sides of main markets, written independently of the server: by market type and line. */
function sidesOf(marketType: string, selections: readonly Selection[]): Selection[][] {
  const lineOf = ({ selectionType, line }: Selection) =>
    marketType === 'point_spread' && selectionType === 'away' ? -(line ?? 0) : line;
  return [...Map.groupBy(selections, (one) => String((lineOf(one) ?? 0) + 0)).values()];
}

/** The implied probabilities of the books that price every side, by book. */
function quotesOn(sides: readonly Selection[]): Map<string, number[]> {
  const books = sides[0]?.prices.map(({ sportsbookId }) => sportsbookId) ?? [];
  const quotes = books.map((book) => {
    const implied = sides.flatMap(({ prices }) =>
      prices.filter((one) => one.sportsbookId === book).map(({ price }) => 1 / price.decimal),
    );
    return [book, implied] as const;
  });
  return new Map(quotes.filter(([, implied]) => implied.length === sides.length));
}

/** The mean of the books' fair probabilities, by side. */
function expectedFair(sides: readonly Selection[], method: 'power' | 'multiplicative'): number[] {
  const quotes = [...quotesOn(sides).values()];
  const fair = quotes.map((implied) =>
    method === 'multiplicative'
      ? implied.map((p) => p / sum(implied))
      : removeMargin(implied, 'POWER'),
  );
  return sides.map((_, side) => sum(fair.map((one) => one[side] ?? 0)) / fair.length);
}

/** Checks the price and the expected value of a side. */
function expectFair(
  { best }: Selection,
  fair: Price | null,
  evPercent: number | null | undefined,
  probability: number,
  isAlone: boolean,
): void {
  const decimal = 1 / probability;
  expect(fair?.probability).toBeCloseTo(probability, 9);
  expect(fair?.decimal).toBeCloseTo(decimal, 6);
  // A whole number, as sportsbooks write American odds.
  expect(fair?.american).toBe(
    Math.round(decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1)),
  );
  if (isAlone) expect(evPercent).toBeNull();
  else expect(evPercent).toBeCloseTo((probability * (best?.decimal ?? Number.NaN) - 1) * 100, 6);
}

describe('on the simulated board', () => {
  let events: Event[];

  beforeAll(async () => {
    graph = await startTestGraph();
    const { data } = await graph.ask(
      '{ events(first: 200) { nodes { id sport markets isLive } } }',
    );
    events = (data.events?.nodes ?? []) as Event[];
  });
  afterAll(() => graph.stop());
  beforeEach(() => graph.fresh());

  test.each(['demo_enterprise', 'demo_hobby'])(
    'the comparison of every event is that of upstream, for %s',
    (key) => expectAsUpstream(key),
  );

  test('fair prices of main markets agree with an independent calculation', async () => {
    const games = events.filter(({ markets }) => markets.includes('moneyline'));
    const bySport = [...Map.groupBy(games, ({ sport }) => sport).values()];
    let [twoWay, threeWay, lines] = [0, 0, 0];
    for (const event of bySport.flatMap((some) => some.slice(0, 3))) {
      for (const { marketType, selections } of await compare(event.id)) {
        if (!['moneyline', 'point_spread', 'total_points'].includes(marketType)) continue;
        for (const sides of sidesOf(marketType, selections)) {
          if (sides.length < (event.sport === 'soccer' && marketType === 'moneyline' ? 3 : 2))
            continue;
          const power = expectedFair(sides, 'power');
          if (Number.isNaN(power[0])) continue; // No sportsbook prices every side.
          const multiplicative = expectedFair(sides, 'multiplicative');
          const [book, ...others] = quotesOn(sides).keys();
          for (const [index, side] of sides.entries()) {
            const isAlone = others.length === 0 && side.prices[0]?.sportsbookId === book;
            expectFair(side, side.power, side.bestEvPercent, power[index] ?? 0, isAlone);
            expectFair(
              side,
              side.multiplicative,
              side.byMultiplying,
              multiplicative[index] ?? 0,
              isAlone,
            );
          }
          if (sides.length === 3) threeWay += 1;
          else if (marketType === 'moneyline') twoWay += 1;
          else lines += 1;
        }
      }
    }
    expect(Math.min(twoWay, threeWay)).toBeGreaterThan(0);
    expect(lines).toBeGreaterThan(20);
  });

  describe('of a market that upstream sends', () => {
    /** The prices of one selection, by sportsbook, in decimal odds. */
    function side(
      type: string,
      line: number | null,
      prices: Readonly<Record<string, number>>,
    ): BatchOdds[] {
      return Object.entries(prices).map(([sportsbook, decimal]) => ({
        sportsbook,
        market_type: '',
        selection: type,
        selection_type: type,
        odds_american: 100,
        odds_decimal: decimal,
        line,
        last_seen_at: '2026-11-21T18:00:00Z',
      }));
    }

    const idOf = (sport: string) => events.find((event) => event.sport === sport)?.id ?? '';

    function sendAll(selections: readonly BatchOdds[][], marketType: string): void {
      const odds = selections.flat().map((price) => ({ ...price, market_type: marketType }));
      graph.fresh();
      graph.proxy.rewrite<{ data: { events: BatchEvent[] } }>(ROUTE, ({ data, ...body }) => ({
        ...body,
        data: { ...data, events: data.events.map((event) => ({ ...event, odds })) },
      }));
    }

    /** The fair probabilities of the power method, one for each selection; null where there are none. */
    async function fairOf(
      selections: readonly BatchOdds[][],
      marketType = 'moneyline',
      sport = 'basketball',
    ): Promise<(number | null)[]> {
      sendAll(selections, marketType);
      const [market] = await compare(idOf(sport));
      return (market?.selections ?? []).map(({ power }) => power?.probability ?? null);
    }

    const near = (probability: number) => expect.closeTo(probability, 12);
    const HALF = near(0.5);
    /** Each side at the same price of one sportsbook. */
    const even = (types: readonly string[], price = 1.9) =>
      types.map((type) => side(type, null, { a: price }));

    test('its main lines are one of each sportsbook: first that of most, and of as many the nearest to zero, whose hold it has', async () => {
      const pair = (line: number, home: Readonly<Record<string, number>>, away = home) => [
        side('home', line, home),
        side('away', -line, away),
      ];
      sendAll(
        [
          ...pair(-8.5, { a: 3.2, c: 3.1 }, { a: 1.3, c: 1.35 }),
          ...pair(0.5, { e: 1.95 }),
          ...pair(-3.5, { a: 1.9, b: 1.9 }),
          ...pair(2.5, { c: 1.8, d: 1.8 }),
        ],
        'point_spread',
      );
      const query = `query ($id: ID!) { event(id: $id) { comparison(lines: MAIN) {
        markets { bestHoldPercent selections { line } } } } }`;
      const { event } = await graph.dataOf(query, { variables: { id: idOf('basketball') } });
      const [market] = event?.comparison?.markets ?? [];
      const lines = [2.5, -2.5, -3.5, 3.5, 0.5, -0.5];
      expect(market?.selections.map(({ line }) => line)).toEqual(lines);
      expect(market?.bestHoldPercent).toBe(11.1111);
    });

    test('only sportsbooks that price every side count, each by itself', async () => {
      const fair = await fairOf([
        side('home', null, { a: 1.9, b: 1.8, c: 9 }),
        side('away', null, { a: 1.9, b: 2.0 }),
      ]);
      const [ofB] = await fairOf([side('home', null, { b: 1.8 }), side('away', null, { b: 2 })]);
      expect(fair[0]).toBeCloseTo((0.5 + (ofB ?? 0)) / 2, 12);
      expect(sum(fair.map(Number))).toBeCloseTo(1, 12);
    });

    test.each(['player_points', '1st_half_player_points'])(
      'prices of %s that do not name the player are not compared',
      async (marketType) => {
        // Two players, of whom `a` and `b` price one and `c` the other.
        const over = side('over', 25.5, { a: 1.67, b: 1.71, c: 2.3 });
        const under = side('under', 25.5, { a: 2.2, b: 2.2, c: 1.63 });
        for (const prices of [
          [...over, ...under],
          [...over.slice(2), ...under.slice(0, 1)],
        ]) {
          sendAll([prices], marketType);
          const [market] = await compare(idOf('basketball'));
          expect(market?.bestHoldPercent).toBeNull();
          expect(market?.selections).toHaveLength(prices.length);
          for (const { power, bestEvPercent } of market?.selections ?? []) {
            expect([power, bestEvPercent]).toEqual([null, null]);
          }
        }
      },
    );

    test('a best price at a sportsbook that is left out has no expected value', async () => {
      // The prices on under 8 and over 8 of a market that has "exactly 8" as well.
      sendAll(
        [
          side('over', 8, { a: 1.571, b: 1.6, c: 1.62 }),
          side('under', 8, { a: 2.95, b: 2.2, c: 2.15 }),
        ],
        'total_corners',
      );
      const [market] = await compare(idOf('soccer'));
      const [over, under] = market?.selections ?? [];
      expect(over?.bestEvPercent).toBeCloseTo(
        1.62 * (over?.power?.probability ?? 0) * 100 - 100,
        9,
      );
      expect(under).toMatchObject({ best: { decimal: 2.95 }, bestEvPercent: null });
      expect(under?.byMultiplying).toBeNull();
      expect(under?.power).not.toBeNull();
    });

    describe('with a third outcome at whole numbers that one sportsbook alone does not list', () => {
      /** At these prices, `a` leaves out "exactly" at the whole numbers. */
      const corners = (
        line: number,
        a: readonly [number, number],
        b?: readonly [number, number],
      ) => [
        side('over', line, { a: a[0], ...(b && { b: b[0] }) }),
        side('under', line, { a: a[1], ...(b && { b: b[1] }) }),
      ];
      const evAt = async (lines: readonly BatchOdds[][]) => {
        sendAll(lines, 'total_corners');
        const [market] = await compare(idOf('soccer'));
        return market?.selections.map(({ bestEvPercent, power }) => [
          bestEvPercent,
          power?.decimal,
        ]);
      };

      test('it is left out of all of them, also where its prices add up to 1 or more', async () => {
        const bOf = ([over, under]: readonly [number, number]) => {
          const fair = removeMargin([1 / over, 1 / under], 'POWER').map((p) => 1 / p);
          return fair.map((decimal) => expect.closeTo(decimal, 9));
        };
        const nine = [1.57, 2.25] as const;
        const [over, under] = bOf(nine);
        const lines = [...corners(9, [1.58, 2.8], nine), ...corners(6, [1.1, 12.2])];
        const at = await evAt([...lines, ...corners(12, [3, 1.5], [2.9, 1.4])]);
        expect(at?.slice(0, 4)).toEqual([
          [null, over],
          [null, under],
          [null, undefined],
          [null, undefined],
        ]);
        expect(at?.slice(4)).toEqual(bOf([2.9, 1.4]).map((decimal) => [null, decimal]));
      });

      test('it is left out of main lines, also where it has one of these numbers alone', async () => {
        const lines = [...corners(9, [1.95, 2.1], [1.9, 1.9]), ...corners(6, [1.1, 12.2])];
        sendAll(lines, 'total_corners');
        const query = `query ($id: ID!) { event(id: $id) { comparison(lines: MAIN) { markets { bestHoldPercent
          selections { line bestEvPercent fairPrice { decimal } } } } } }`;
        const { event } = await graph.dataOf(query, { variables: { id: idOf('soccer') } });
        const fair = { line: 9, bestEvPercent: null, fairPrice: { decimal: 2 } };
        expect(event?.comparison?.markets).toEqual([
          { bestHoldPercent: 5.2632, selections: [fair, fair] },
        ]);
      });

      test('it stays in at other numbers, where its prices add up to less than 1 once, and without a margin', async () => {
        const losing = (line: number) => corners(line, [1.95, 2.1], [1.9, 1.9]);
        const halves = [...losing(8.5), ...losing(9.5)];
        const once = [...losing(8), ...losing(8.5), ...corners(9, [1.8, 2], [1.9, 1.9])];
        // Of -110 and +110, rounded up.
        const rounded = [8, 9].flatMap((line) => corners(line, [1.91, 2.1], [1.9, 1.9]));
        for (const lines of [halves, once, rounded]) {
          const [, under] = (await evAt(lines)) ?? [];
          expect(under?.[0]).toBeGreaterThan(1);
        }
      });
    });

    test('a best price has no expected value by the fair price of its own sportsbook alone', async () => {
      sendAll(
        [side('home', null, { a: 1.9, b: 1.8 }), side('away', null, { a: 1.9, c: 2 })],
        'moneyline',
      );
      const [market] = await compare(idOf('basketball'));
      const [home, away] = market?.selections ?? [];
      expect(home).toMatchObject({ bestEvPercent: null, power: { decimal: 2 } });
      expect(away).toMatchObject({ bestEvPercent: 0, power: { decimal: 2 } });
    });

    test.each<[string, BatchOdds[][], unknown[], string?, string?]>([
      ['a side without a price leaves no fair price', even(['home']), [null]],
      [
        'nor do sides of different sportsbooks',
        [side('home', null, { a: 1.9 }), side('away', null, { b: 1.9 })],
        [null, null],
      ],
      ['a moneyline of soccer needs the draw', even(TWO), [null, null], 'moneyline', 'soccer'],
      [
        'a market without a margin keeps its probabilities',
        [side('home', null, { a: 4 }), side('away', null, { a: 4 / 3 })],
        [near(0.25), near(0.75)],
      ],
      ['a small loss is spread over the sides', even(TWO, 2.02), [HALF, HALF]],
      [
        'prices that cannot belong to one market are left out',
        [side('home', null, { a: 3, b: 1.9 }), side('away', null, { a: 3, b: 1.9 })],
        [HALF, HALF],
      ],
      ['even if there are no others', even(TWO, 3), [null, null]],
      [
        'and if one of them is no price',
        [side('home', null, { a: 1 }), side('away', null, { a: 50 })],
        [null, null],
      ],
      [
        'two selections for one side are those of two markets',
        [...even(['home']), side('home', null, { a: 1.8 }), ...even(['away'])],
        [null, null, null],
      ],
      [
        'sportsbooks with names of object properties are like any other',
        [
          side('home', null, { constructor: 1.9, toString: 1.9 }),
          side('away', null, { constructor: 1.9 }),
        ],
        [HALF, HALF],
      ],
    ])('%s', async (_, selections, expected, marketType, sport) => {
      expect(await fairOf(selections, marketType, sport)).toEqual(expected);
    });
  });
});

const boards = recordedBoards();

describe.skipIf(boards.length === 0).each(boards)('on the recorded board $name', ({ path }) => {
  beforeAll(async () => {
    graph = await startTestGraph({ feed: path });
  });
  afterAll(() => graph.stop());
  beforeEach(() => graph.fresh());

  test('the comparison of every event is that of upstream', () =>
    expectAsUpstream('demo_enterprise'));

  test('the fair probabilities of each moneyline and total add up to 1', async () => {
    const query = `{ events(first: 200) { nodes { comparison { ${SELECTIONS} } } } }`;
    const { data } = await graph.ask<{ events: { nodes: Compared['event'][] } }>(query);
    let complete = 0;
    for (const { comparison } of data.events.nodes) {
      for (const { marketType, selections } of comparison?.markets ?? []) {
        for (const one of selections) {
          if (one.power === null) expect(one.bestEvPercent).toBeNull();
          else expect(one.power.probability).toBeGreaterThan(0);
        }
        if (!['moneyline', 'total_goals'].includes(marketType)) continue;
        const priced = selections.filter(({ power }) => power !== null);
        for (const sides of sidesOf(marketType, priced)) {
          // Two sportsbooks price the teams to advance under the name of the moneyline: a market of its own.
          const markets = sides.filter(({ selectionType }) =>
            /home|over/.test(selectionType),
          ).length;
          expect(sum(sides.map(({ power }) => power?.probability ?? 0))).toBeCloseTo(markets, 9);
          const byMultiplying = sides.map((one) => one.multiplicative?.probability ?? 0);
          expect(sum(byMultiplying)).toBeCloseTo(markets, 9);
          complete += 1;
        }
      }
    }
    expect(complete).toBeGreaterThan(3);
  });
});
