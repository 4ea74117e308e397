import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import type { Query } from '../../src/generated/schema-types.ts';
import type { HistoryStore } from '../../src/history/history-store.ts';
import type { HistoricEvent } from '../../src/history/series.ts';
import { openStore } from '../../src/history/worker/open-store.ts';
import { StoreThread } from '../../src/history/worker/store-thread.ts';
import { removeMargin } from '../../src/models/fair-prices/remove-margin.ts';
import type { PriceFeed } from '../../src/origin/feeds/price-feed.ts';
import { startSimulation } from '../../src/origin/feeds/simulation/simulation.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { recordingIn } from '../harness/servers/recording.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { aBatch, aPoint, aSeries } from '../history/stores/batches.ts';

/** When the clock of a test graph begins. */
const NOW = Date.UTC(2026, 10, 21, 18);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const iso = (ms: number) => new Date(ms).toISOString();

/** A spread that the simulation does not offer, so that what is recorded of it is known. */
const MARKET = 'overtime_spread';

/** Data of which a test knows that nothing is null where it reads it. */
type Present<T> = T extends readonly (infer Item)[]
  ? Present<Item>[]
  : T extends object
    ? { [Field in keyof T]: Present<NonNullable<T[Field]>> }
    : NonNullable<T>;

let graph: TestGraph;
let eventId: string;
/** The database of the recorded prices. */
let recordedAt: string;

/** The data of an answer without errors. */
function answer(query: string, variables: object = {}, key = 'demo_pro') {
  return graph.dataOf<Present<Query>>(query, { variables: { ...variables }, key });
}

type Row = readonly [at: number, american: number, line: number];

function seriesAt(sportsbook: string, selectionType: string, upstreamId: string) {
  const selection = selectionType === 'home' ? 'Lakers' : 'Celtics';
  const isWatchedFromStart = sportsbook !== 'draftkings';
  const bet = { eventId, sportsbook, marketType: MARKET, selection, selectionType };
  return aSeries({ ...bet, upstreamId, isWatchedFromStart });
}

/** The past of the spread: two sportsbooks that a pro sees, one of which moves first, and a sharp one. */
const PAST: Readonly<Record<string, readonly Row[]>> = {
  'draftkings home main': [
    [-5 * HOUR, -110, -3.5],
    [-2 * HOUR, -120, -3.5],
    [-1 * HOUR, -105, -4.5],
    [-10 * MINUTE, -160, -4.5],
  ],
  'draftkings away main': [
    [-5 * HOUR, -110, 3.5],
    [-2 * HOUR, 100, 3.5],
    [-1 * HOUR, -115, 4.5],
    [-10 * MINUTE, 130, 4.5],
  ],
  'draftkings home alternate': [[-5 * HOUR, 190, -8.5]],
  'draftkings away alternate': [[-5 * HOUR, -240, 8.5]],
  'betmgm home main': [
    [-4 * HOUR, -112, -3.5],
    [-1.5 * HOUR, -112, -4.5],
    [-5 * MINUTE, -170, -4.5],
  ],
  'betmgm away main': [
    [-4 * HOUR, -108, 3.5],
    [-1.5 * HOUR, -108, 4.5],
    [-5 * MINUTE, 140, 4.5],
  ],
  'pinnacle home main': [[-3 * HOUR, -104, -3.5]],
  'pinnacle away main': [[-3 * HOUR, -104, 3.5]],
};

async function recordPast(store: HistoryStore, event: HistoricEvent): Promise<void> {
  const names = Object.keys(PAST);
  const series = names.map((name, index) => {
    const [sportsbook = '', selectionType = ''] = name.split(' ');
    return seriesAt(sportsbook, selectionType, `9${index}`);
  });
  const points = Object.values(PAST).flatMap((rows, index) =>
    rows.map(([at, american, line]) => aPoint(NOW + at, { series: index, american, line })),
  );
  const common = { series, events: [event], position: null };
  await store.append({ ...common, points, coverage: { from: NOW - 6 * HOUR, to: NOW - 3 * HOUR } });
  await store.append({ ...common, points: [], coverage: { from: NOW - 2.5 * HOUR, to: NOW } });
}

/** A game that is over: it closed an hour ago. */
const OVER: HistoricEvent = {
  id: 'nba_over',
  sport: 'basketball',
  league: 'nba',
  homeTeam: 'Lakers',
  awayTeam: 'Celtics',
  startsAt: NOW - HOUR,
  startedAt: NOW - HOUR + MINUTE,
};

/** An outright of the oldest day that is kept, without names, as real boards have it. */
const OLD: HistoricEvent = {
  ...{ id: 'nba_old', sport: 'basketball', league: 'nba', homeTeam: '', awayTeam: '' },
  startsAt: Date.UTC(2026, 9, 22, 10),
  startedAt: null,
};

/** A bet on the game that is over, without its price. */
const BET = {
  eventId: OVER.id,
  sportsbookId: 'betmgm',
  marketType: MARKET,
  selection: 'Lakers',
};

async function recordOver(store: HistoryStore): Promise<void> {
  const prices: readonly [string, string, number, number, string?][] = [
    ['draftkings', 'home', -120, -3.5],
    ['draftkings', 'away', 100, 3.5],
    ['betmgm', 'home', -115, -3.5],
    ['betmgm', 'away', -105, 3.5],
    ['betmgm', 'home', 150, -6.5],
    ['betmgm', 'home', -108, -3.5, 'point_spread'],
    ['betmgm', 'home', 101, 110.5, 'team_total'],
    ['betmgm', 'home', -112, 220.5, 'total_points'],
  ];
  const series = prices.map(([sportsbook, selectionType, , line, marketType = MARKET]) => ({
    ...seriesAt(sportsbook, selectionType, `8${sportsbook}${selectionType}${line}`),
    ...{ eventId: OVER.id, marketType },
  }));
  const points = prices.flatMap(([, , american, line], series) => [
    aPoint(NOW - 5 * HOUR, { series, line }),
    aPoint(NOW - 2 * HOUR, { series, line, american }),
    aPoint(NOW - 30 * MINUTE, { series, line, american: 900, isLive: true }),
  ]);
  await store.append(aBatch({ series, events: [OVER], points }));
  const old = { ...seriesAt('betmgm', 'home', '7'), eventId: OLD.id };
  const point = aPoint(OLD.startsAt, { american: 120, line: null });
  const ofOld = [point, { ...point, at: OLD.startsAt + HOUR, status: 'removed' as const }];
  await store.append(aBatch({ series: [old], events: [OLD], points: ofOld }));
}

async function startRecordedGraph(): Promise<void> {
  const history = recordingIn();
  recordedAt = history.url;
  graph = await startTestGraph({ history });
  const store = await openStore(recordedAt);
  await until(async () => {
    graph.clock.advance(50);
    return (await store.position()) !== null;
  });
  const { events } = await answer(
    '{ events(first: 1, filter: { live: false }) { nodes { id startTime league sport } } }',
  );
  const [event] = events.nodes;
  if (event === undefined) throw new Error('The board has no event.');
  eventId = event.id;
  await recordPast(store, {
    id: eventId,
    sport: event.sport,
    league: event.league,
    homeTeam: null,
    awayTeam: null,
    startsAt: Date.parse(event.startTime),
    startedAt: null,
  });
  await recordOver(store);
  await store.close();
}

describe('with recorded prices', () => {
  beforeAll(startRecordedGraph);
  afterAll(() => graph.stop());

  async function movement(args = '', key = 'demo_pro') {
    const query = `query ($id: ID!) { event(id: $id) { lineMovement(market: "${MARKET}" ${args}) {
      sportsbookId firstToMove movedAt marketType playerName sides { selection selectionType
        points { at line price { american } status low { american } high { american } }
        first { at line price { american } } last { at line price { american } } } } } }`;
    return (await answer(query, { id: eventId }, key)).event.lineMovement;
  }

  /** The price on the home side at DraftKings, and its points as rows of the past. */
  function ofHome(movements: Awaited<ReturnType<typeof movement>>) {
    const { sides = [] } = movements.find((one) => one.sportsbookId === 'draftkings') ?? {};
    const home = sides.find((one) => one.selectionType === 'home');
    const rows = home?.points.map(({ at, line, price }) => [
      Date.parse(at) - NOW,
      price.american,
      line,
    ]);
    return { home, rows };
  }

  test('historyCoverage says since when, until when, and what is missing', async () => {
    const query = '{ historyCoverage { since until retentionDays gaps { from to } } }';
    const { data, errors, cost } = await graph.ask(query, { key: 'demo_pro' });
    expect(errors).toEqual([]);
    expect(data.historyCoverage).toMatchObject({ since: iso(NOW - 6 * HOUR), retentionDays: 30 });
    expect(data.historyCoverage?.gaps[0]).toEqual({
      from: iso(NOW - 3 * HOUR),
      to: iso(NOW - 2.5 * HOUR),
    });
    expect(Date.parse(data.historyCoverage?.until ?? '')).toBeGreaterThanOrEqual(NOW);
    expect(cost.calls).toBe(0);
  });

  test('lineMovement follows the main line of each sportsbook that the tier sees, the first to move first', async () => {
    const movements = await movement();
    const { home, rows } = ofHome(movements);
    expect(rows).toEqual(PAST['draftkings home main']);
    expect(home).toMatchObject({
      first: { at: iso(NOW - 5 * HOUR), line: -3.5, price: { american: -110 } },
      last: { at: iso(NOW - 10 * MINUTE), line: -4.5, price: { american: -160 } },
    });
    const moves = (all: typeof movements) =>
      all.map(({ sportsbookId, firstToMove, movedAt }) => [sportsbookId, firstToMove, movedAt]);
    const seen = [
      ['draftkings', true, iso(NOW - 2 * HOUR)],
      ['betmgm', false, iso(NOW - 1.5 * HOUR)],
    ];
    expect(moves(movements)).toEqual(seen);
    expect(moves(await movement('', 'demo_sharp'))).toEqual([...seen, ['pinnacle', false, null]]);
  });

  test('lineMovement begins with the main line that stood at the beginning of its range', async () => {
    const { rows } = ofHome(await movement(`from: "${iso(NOW - 30 * MINUTE)}"`));
    expect(rows).toEqual(PAST['draftkings home main']?.slice(2));
  });

  test('lineMovement has the last price of each interval with its lowest and highest', async () => {
    const all = await movement('sportsbooks: ["DraftKings"], resolution: HOUR');
    expect(ofHome(all).home?.points.at(-1)).toMatchObject({
      price: { american: -160 },
      low: { american: -160 },
      high: { american: -105 },
    });
  });

  test('oddsAt is the board as it stood, and null while it was not watched', async () => {
    const boardAt = async (time: number, filter = '') => {
      const query = `query ($id: ID!, $time: DateTime!) { event(id: $id) { oddsAt(time: $time, filter: { markets: ["${MARKET}"] ${filter} }) {
        sportsbookId selectionType line price { american } } } }`;
      return (await answer(query, { id: eventId, time: iso(time) })).event.oddsAt;
    };
    const one = 'selectionTypes: ["home"], sportsbooks: ["betmgm"]';
    expect(await boardAt(NOW - HOUR, one)).toEqual([
      { sportsbookId: 'betmgm', selectionType: 'home', line: -4.5, price: { american: -112 } },
    ]);
    const books = (await boardAt(NOW - HOUR)).map(({ sportsbookId }) => sportsbookId);
    expect(new Set(books)).toEqual(new Set(['draftkings', 'betmgm'])); // A pro does not see sharp ones.
    expect(await boardAt(NOW - 2.75 * HOUR)).toBeNull();
    expect(await boardAt(NOW - 10 * HOUR)).toBeNull();
  });

  test('bets on a game that is over are compared with its close', async () => {
    const query = `query ($bets: [BetInput!]!) { closingLineValue(bets: $bets) {
      closing { at price { american } line wasOpen isProvisional } fairClosing { probability } clvPercent fairClvPercent
      lineDelta isComparable isProvisional coverage { from to isComplete gaps { from to } } } }`;
    const bet = { ...BET, sportsbookId: 'BetMGM', selection: 'lakers' };
    const bets = [
      { ...bet, line: -3.5, american: 100, placedAt: iso(NOW - 2 * HOUR) },
      { ...bet, line: -2.5, decimal: 1.9 },
      { ...bet, line: -6.5, decimal: 3 },
      { ...bet, decimal: 2 },
      { ...bet, selection: 'Nobody', decimal: 2 },
      { ...bet, eventId: 'never', decimal: 2 },
    ];
    const { closingLineValue } = await answer(query, { bets });
    const [same, moved, alternate, withoutLine, ...none] = closingLineValue;
    expect(same).toMatchObject({
      closing: { at: iso(NOW - 2 * HOUR), price: { american: -115 }, line: -3.5, wasOpen: true },
      ...{ lineDelta: 0, isComparable: true, isProvisional: false },
      coverage: { from: iso(NOW - 2 * HOUR), to: iso(NOW - HOUR + MINUTE), isComplete: true },
    });
    expect(same?.clvPercent).toBeCloseTo((2 / (1 + 100 / 115) - 1) * 100, 9);
    const fairAt = (...implied: number[]) => removeMargin(implied, 'POWER')[0] ?? Number.NaN;
    const fair = (fairAt(120 / 220, 0.5) + fairAt(115 / 215, 105 / 205)) / 2; // The mean of both sportsbooks.
    expect(same?.fairClosing.probability).toBeCloseTo(fair, 9);
    expect(same?.fairClvPercent).toBeCloseTo((2 * fair - 1) * 100, 9);
    const incomparable = { isComparable: false, clvPercent: null, fairClvPercent: null };
    expect(moved).toMatchObject({ ...incomparable, lineDelta: -1, closing: { line: -3.5 } });
    expect(alternate).toMatchObject({
      ...{ closing: { price: { american: 150 } }, isComparable: true, fairClosing: null },
      clvPercent: expect.closeTo((3 / 2.5 - 1) * 100, 9),
    });
    expect(withoutLine).toMatchObject({
      ...incomparable,
      lineDelta: null,
      closing: { line: -3.5 },
    });
    for (const one of none) {
      expect(one).toMatchObject({ ...incomparable, closing: null });
      expect(one.coverage.gaps).not.toEqual([]);
    }
  });

  test('the board of an event when play began, and the close of a bet on it, are not known if nobody watched', async () => {
    const query = `query ($bets: [BetInput!]!, $ids: [ID!]) {
      closingLineValue(bets: $bets) { closing { at } unmatched coverage { to isComplete gaps { to } } }
      recordedEvents(filter: { eventIds: $ids }) { nodes { eventId closingOdds(filter: { sportsbooks: ["caesars"] }) { key } } } }`;
    const variables = { bets: [{ ...BET, eventId: OLD.id }], ids: [OLD.id, OVER.id] };
    const { closingLineValue, recordedEvents } = await answer(query, variables);
    const to = iso(OLD.startsAt);
    expect(closingLineValue).toEqual([
      { closing: null, unmatched: null, coverage: { to, isComplete: false, gaps: [{ to }] } },
    ]);
    expect(recordedEvents.nodes).toEqual([
      { eventId: OVER.id, closingOdds: [] }, // The board was watched, and that sportsbook had nothing.
      { eventId: OLD.id, closingOdds: null },
    ]);
  });

  test.each([
    ['total_points', -112],
    ['total', -112],
    ['Totals', -112],
    ['spreads', -108],
    ['h2h', null],
  ])('a bet may name its market as filters do: %s', async (marketType, american) => {
    const query =
      'query ($bets: [BetInput!]!) { closingLineValue(bets: $bets) { closing { price { american } } } }';
    const bets = [{ ...BET, decimal: 2, marketType }];
    const { closingLineValue } = await answer(query, { bets });
    expect(closingLineValue[0]?.closing?.price.american ?? null).toBe(american);
  });

  const badInput = (argument: string) => ({ code: 'BAD_USER_INPUT', argument });

  test.each([
    [[{ american: 100, decimal: 2 }], badInput('bets.0.american')],
    [[{ american: 50 }], badInput('bets.0.american')],
    [[{ decimal: 1 }], badInput('bets.0.decimal')],
    [[{ decimal: 2, placedAt: iso(NOW + 9 * HOUR) }], badInput('bets.0.placedAt')],
    [Array.from({ length: 201 }, () => ({ decimal: 2 })), badInput('bets')],
    [
      [{ decimal: 2 }, { sportsbookId: 'pinnacle' }, { sportsbookId: 'circa' }],
      { code: 'TIER_RESTRICTED', argument: 'bets', sportsbooks: ['pinnacle', 'circa'] },
    ],
  ])('bad bets are refused: %j', async (given, extensions) => {
    const bets = given.map((one) => ({ ...BET, ...one }));
    const query = 'query ($bets: [BetInput!]!) { closingLineValue(bets: $bets) { isComparable } }';
    const { errors } = await graph.ask(query, { variables: { bets }, key: 'demo_pro' });
    expect(errors).toMatchObject([{ extensions }]);
  });

  test('no bets take no read', async () => {
    const call = vi.spyOn(StoreThread.prototype, 'call');
    const { closingLineValue } = await answer('{ closingLineValue(bets: []) { isComparable } }');
    const read = call.mock.calls.map(([method]) => method);
    expect([closingLineValue, read]).toEqual([[], expect.not.arrayContaining(['coverage'])]);
  });

  test('a bet without a price is answered with its closing price, and one that is not found with what is wrong', async () => {
    const query =
      'query ($bets: [BetInput!]!) { closingLineValue(bets: $bets) { closing { line } clvPercent fairClvPercent unmatched } }';
    const bet = { ...BET, marketType: 'spread' };
    const wrong = {
      eventId: 'never',
      marketType: 'moneyline',
      sportsbookId: 'nobody',
      selection: 'Raptors',
      selectionType: 'over',
      playerName: 'Somebody',
    };
    const bets = Object.entries(wrong).map(([field, value]) => ({ ...bet, [field]: value }));
    const { closingLineValue } = await answer(query, { bets: [{ ...bet, line: -3.5 }, ...bets] });
    expect(closingLineValue.map(({ unmatched }) => unmatched)).toEqual([
      null,
      ...Object.keys(wrong),
    ]);
    expect(closingLineValue[0]).toMatchObject({
      ...{ closing: { line: -3.5 }, clvPercent: null, fairClvPercent: null },
    });
  });

  test('priceMoves lists what moved most, where, and who was first', async () => {
    const query = `query ($id: ID!, $after: String) { priceMoves(filter: { eventIds: [$id], markets: ["${MARKET}"] }, first: 1, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } nodes { event { id } eventId marketType selection selectionType playerName line
      from { probability } to { probability } movePercent sportsbookIds firstSportsbookId since } } }`;
    const ask = async (after: string | null) =>
      (await answer(query, { id: eventId, after })).priceMoves;
    const page = await ask(null);
    expect(page).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
    const next = await ask(page.pageInfo.endCursor);
    const home = [...page.nodes, ...next.nodes].find(
      ({ selectionType }) => selectionType === 'home',
    );
    expect(home).toMatchObject({
      event: { id: eventId },
      line: -4.5,
      sportsbookIds: ['draftkings', 'betmgm'],
      firstSportsbookId: 'draftkings',
      since: iso(NOW - 10 * MINUTE),
    });
    const from = (105 / 205 + 112 / 212) / 2;
    const to = (160 / 260 + 170 / 270) / 2;
    expect(home?.movePercent).toBeCloseTo((to - from) * 100, 9);
    expect([home?.from.probability, home?.to.probability]).toEqual([
      expect.closeTo(from, 9),
      expect.closeTo(to, 9),
    ]);
    const moved = async (live: boolean) =>
      (
        await answer(
          `query ($id: ID!, $live: Boolean) { priceMoves(live: $live, filter: { eventIds: [$id] }) { totalCount } }`,
          { id: eventId, live },
        )
      ).priceMoves.totalCount;
    expect([await moved(true), await moved(false)]).toEqual([0, 2]);
    const few = `query ($id: ID!) { priceMoves(filter: { eventIds: [$id], markets: ["${MARKET}"] }, minMovePercent: 40) { nodes { since } } }`;
    expect((await answer(few, { id: eventId })).priceMoves.nodes).toEqual([]);
  });

  test('a league and a sport whose prices have moved are known by that, without an upstream request', async () => {
    const filter = 'filter: { leagues: ["nba"], sports: ["basketball"] }';
    const query = `{ priceMoves(${filter}, windowMinutes: 60, first: 200) { nodes { eventId } pageInfo { hasNextPage } } }`;
    const { data, cost } = await graph.ask(query, { key: 'demo_sharp' });
    expect(data.priceMoves?.nodes).not.toEqual([]);
    expect(data.priceMoves?.pageInfo.hasNextPage).toBe(false);
    expect([cost.calls, cost.hints]).toEqual([0, undefined]);
  });

  const RECORDED = `query ($filter: RecordedEventFilter, $first: Int, $after: String) {
    recordedEvents(filter: $filter, first: $first, after: $after) {
      totalCount pageInfo { endCursor } nodes { eventId event { id } startTime } } }`;

  test('recordedEvents has games that are over, with their closings and how their lines moved', async () => {
    const query = `query ($ids: [ID!]) { recordedEvents(first: 1, filter: { eventIds: $ids }) { nodes {
      eventId event { id } sport league homeTeam awayTeam name startTime startedAt
      closingOdds(filter: { markets: ["${MARKET}"], sportsbooks: ["betmgm"] }) { selectionType line price { american } }
      lineMovement(market: "${MARKET}", sportsbooks: ["draftkings"]) { sides { points { at } } } } } }`;
    const { recordedEvents } = await answer(query, { ids: [OVER.id] });
    expect(recordedEvents.nodes).toEqual([
      {
        eventId: OVER.id,
        event: null,
        sport: 'basketball',
        league: 'nba',
        homeTeam: 'Lakers',
        awayTeam: 'Celtics',
        name: 'Celtics @ Lakers',
        startTime: iso(NOW - HOUR),
        startedAt: iso(NOW - HOUR + MINUTE),
        closingOdds: expect.arrayContaining([
          { selectionType: 'home', line: -3.5, price: { american: -115 } },
        ]),
        lineMovement: [
          { sides: [expect.objectContaining({ points: expect.any(Array) }), expect.anything()] },
        ],
      },
    ]);
    const [movement] = recordedEvents.nodes[0]?.lineMovement ?? [];
    expect(movement?.sides[0]?.points[0]?.at).toBe(iso(NOW - 5 * HOUR));
  });

  test('lineMovement of a recorded event may end when play began: at the closing price', async () => {
    const query = `query ($ids: [ID!], $inPlay: Boolean!, $to: DateTime) { recordedEvents(filter: { eventIds: $ids }) { nodes {
      lineMovement(market: "${MARKET}", sportsbooks: ["betmgm"], inPlay: $inPlay, to: $to) { sides {
        selectionType last { at price { american } } } } } } }`;
    const lastOf = async (inPlay: boolean, to: string | null = null) => {
      const { recordedEvents } = await answer(query, { ids: [OVER.id], inPlay, to });
      const { sides = [] } = recordedEvents.nodes[0]?.lineMovement[0] ?? {};
      return sides.find(({ selectionType }) => selectionType === 'home')?.last.price.american;
    };
    expect(await lastOf(true)).toBe(900);
    expect(await lastOf(false)).toBe(-115);
    expect(await lastOf(false, iso(NOW - 3 * HOUR))).toBe(-110);
  });

  test.each([
    [{ from: iso(NOW - HOUR / 2) }, []],
    [{ from: iso(NOW - HOUR / 2), to: iso(NOW) }, []],
    [{ from: iso(NOW - HOUR / 2), to: iso(NOW - HOUR) }, 'Argument "from" is after "to".'],
    [{ from: iso(NOW + HOUR) }, 'Argument "from" is in the future.'],
    [{ to: iso(NOW + HOUR) }, 'Argument "to" must not be in the future.'],
  ])('lineMovement until play began, of %j, is %j', async (range, expected) => {
    const query = `query ($ids: [ID!], $from: DateTime, $to: DateTime) { recordedEvents(filter: { eventIds: $ids }) { nodes {
      lineMovement(market: "${MARKET}", inPlay: false, from: $from, to: $to) { sportsbookId } } } }`;
    const variables = { ids: [OVER.id], ...range };
    const { data, errors } = await graph.ask(query, { variables, key: 'demo_pro' });
    const refusal = errors[0]?.message;
    expect(refusal ?? data.recordedEvents?.nodes[0]?.lineMovement).toEqual(expected);
  });

  test('recordedEvents has events of the oldest day, without names that the source leaves empty', async () => {
    const query = `query ($ids: [ID!], $to: DateTime) { recordedEvents(filter: { eventIds: $ids }) { nodes {
      homeTeam awayTeam name lineMovement(market: "${MARKET}", to: $to) { sides { points { price { american } } } } } } }`;
    const points = [{ price: { american: 120 } }, { price: null }];
    for (const to of [null, iso(NOW)]) {
      const { recordedEvents } = await answer(query, { ids: [OLD.id], to });
      expect(recordedEvents.nodes).toEqual([
        { homeTeam: null, awayTeam: null, name: null, lineMovement: [{ sides: [{ points }] }] },
      ]);
    }
  });

  test('closingOdds may be those of the main line of each sportsbook alone', async () => {
    const query = `query ($ids: [ID!]) { recordedEvents(filter: { eventIds: $ids }) { nodes {
      all: closingOdds(filter: { markets: ["${MARKET}"], sportsbooks: ["betmgm"] }) { line }
      main: closingOdds(filter: { markets: ["${MARKET}"], sportsbooks: ["betmgm"] }, lines: MAIN) { line } } } }`;
    const { data } = await graph.ask<{
      recordedEvents: { nodes: Record<'all' | 'main', { line: number }[]>[] };
    }>(query, { variables: { ids: [OVER.id] }, key: 'demo_pro' });
    const [{ all, main } = { all: [], main: [] }] = data.recordedEvents.nodes;
    expect(all.map(({ line }) => line).toSorted()).toEqual([-3.5, -6.5, 3.5]);
    expect(main.map(({ line }) => line).toSorted()).toEqual([-3.5, 3.5]);
  });

  test.each([
    [{ team: 'celt' }, true],
    [{ team: 'bulls' }, false],
    [{ leagues: ['NBA'], sports: ['Basketball'] }, true],
    [{ leagues: ['nhl'] }, false],
    [{ hasBegun: true }, true],
    [{ hasBegun: false }, false],
    [{ startsAfter: iso(NOW - 2 * HOUR), startsBefore: iso(NOW) }, true],
    [{ startsAfter: iso(NOW - HOUR), startsBefore: iso(NOW - HOUR + 1) }, true],
    [{ startsAfter: iso(NOW - 2 * HOUR), startsBefore: iso(NOW - HOUR) }, false],
  ])('recordedEvents under %j has the game that is over: %s', async (filter, isThere) => {
    const { recordedEvents } = await answer(RECORDED, { filter, first: 200 });
    const ids = recordedEvents.nodes.map((one) => one.eventId);
    expect(ids.includes(OVER.id)).toBe(isThere);
  });

  test('recordedEvents lists what has not begun, too, the latest first, page by page', async () => {
    const filter = { startsAfter: iso(NOW), startsBefore: iso(NOW + 7 * 24 * HOUR) };
    const call = vi.spyOn(StoreThread.prototype, 'call');
    const all = (await answer(RECORDED, { filter, first: 200 })).recordedEvents;
    const starts = all.nodes.map(({ startTime }) => startTime);
    expect(starts.length).toBeGreaterThan(3);
    expect(starts).toEqual(starts.toSorted().reverse());
    expect(all.nodes.every((one) => one.event.id === one.eventId)).toBe(true);
    const first = (await answer(RECORDED, { filter, first: 2 })).recordedEvents;
    const after = first.pageInfo.endCursor;
    const second = (await answer(RECORDED, { filter, first: 2, after })).recordedEvents;
    expect([...first.nodes, ...second.nodes]).toEqual(all.nodes.slice(0, 4));
    expect(first.totalCount).toBe(all.totalCount);
    // Whoever asks the same within a second shares one read.
    expect(call.mock.calls.filter(([method]) => method === 'eventsStartingIn')).toHaveLength(1);
  });

  test('recordedEvents under a range has what starts in it, whether its prices came late or went early', async () => {
    const startsAt = Date.UTC(2026, 10, 10, 23);
    const days = { late: 2 * HOUR, early: -3 * 24 * HOUR };
    const ids = Object.keys(days);
    const series = ids.map((id) => ({ ...seriesAt('betmgm', 'home', '6'), eventId: id }));
    const points = Object.values(days).map((after, index) =>
      aPoint(startsAt + after, { series: index, status: 'removed' }),
    );
    const events = ids.map((id) => ({ ...OLD, id, startsAt }));
    const store = await openStore(recordedAt);
    await store.append(aBatch({ series, events, points }));
    await store.close();
    const filter = { startsAfter: iso(startsAt), startsBefore: iso(startsAt + HOUR) };
    const { recordedEvents } = await answer(RECORDED, { filter });
    expect(recordedEvents.nodes.map((one) => one.eventId).toSorted()).toEqual(ids.toSorted());
  });

  test('recordedEvents takes no upstream request and no range without an end, and is for the tier pro and above', async () => {
    const query = '{ recordedEvents(first: 3) { nodes { eventId closingOdds { key } } } }';
    expect((await graph.ask(query, { key: 'demo_pro' })).cost.calls).toBe(0);
    expect(codesOf(await graph.ask(query, { key: 'demo_hobby' }))).toEqual(['TIER_RESTRICTED']);
    const range = await graph.ask(
      '{ recordedEvents(filter: { startsAfter: "2026-11-22T00:00:00Z" }) { totalCount } }',
      { key: 'demo_pro' },
    );
    expect(range.errors[0]?.extensions).toMatchObject({ argument: 'filter.startsAfter' });
  });

  test('the histories of all prices of a list take as many statements as that of one', async () => {
    const call = vi.spyOn(StoreThread.prototype, 'call');
    const reads = () =>
      call.mock.calls.map(([method]) => String(method)).filter((method) => method !== 'append');
    const ask = async (first: number) => {
      call.mockClear();
      const query = `{ events(first: ${first}, filter: { live: false }) { nodes { odds(filter: { markets: ["moneyline"] }) { key price { american } line
        opening { at isFirstSeen } closing { isProvisional price { american } }
        history(first: 20) { points { at price { american } line status isLive low { american } } coverage { isComplete } pageInfo { hasNextPage } } } } } }`;
      const { events } = await answer(query);
      return {
        odds: events.nodes.flatMap((one) => one.odds),
        statements: reads(),
      };
    };
    const one = await ask(1);
    const several = await ask(4);
    expect(several.odds.length).toBeGreaterThan(one.odds.length);
    expect(several.statements.toSorted()).toEqual(one.statements.toSorted());
    expect(several.statements.filter((method) => method === 'points')).toHaveLength(1);
    for (const { price, history, opening, closing } of several.odds) {
      expect(history.points.at(-1)).toMatchObject({ price, low: null, status: 'OPEN' });
      expect(opening).toMatchObject({ isFirstSeen: true });
      expect(closing).toEqual({ isProvisional: true, price });
    }
  });

  test.each([
    ['from: "2026-11-21T17:00:00Z", to: "2026-11-21T16:00:00Z"', 'from'],
    ['from: "2016-11-21T17:00:00Z"', 'from'],
    ['to: "2026-12-21T17:00:00Z"', 'to'],
    ['from: "2026-12-21T17:00:00Z"', 'from'],
    ['first: 0', 'first'],
    ['first: 1001', 'first'],
    ['after: "x"', 'after'],
  ])('history(%s) is refused', async (args, argument) => {
    const reply = await graph.ask(
      `{ odds(first: 1) { nodes { history(${args}) { points { at } } } } }`,
      { key: 'demo_pro' },
    );
    expect(reply.errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  });

  test('a time in the future is refused, and a market that was never seen has no past', async () => {
    const query = `query ($id: ID!, $time: DateTime!) { event(id: $id) {
      oddsAt(time: $time) { key } lineMovement(market: "never_offered") { sportsbookId } closingOdds { key } } }`;
    const variables = { id: eventId, time: iso(NOW + 9 * HOUR) };
    const { data, errors } = await graph.ask(query, { variables, key: 'demo_pro' });
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'time' });
    expect(data.event).toEqual({ oddsAt: null, lineMovement: [], closingOdds: null });
  });

  test.each([
    'closingOdds(filter: { sportsbooks: ["betmgm", "pinnacle"] }) { sportsbookId }',
    `lineMovement(market: "${MARKET}", sportsbooks: ["betmgm", "pinnacle"]) { sportsbookId }`,
  ])('to name sportsbooks takes no upstream request: %s', async (field) => {
    const ask = (one: string, key = 'demo_pro') =>
      graph.ask(`{ recordedEvents(filter: { eventIds: ["${OVER.id}"] }) { nodes { ${one} } } }`, {
        key,
      });
    graph.fresh(); // Nothing is known of sportsbooks.
    const allowed = await ask(field.replace(', "pinnacle"', ''));
    expect([allowed.errors, allowed.cost.calls]).toEqual([[], 0]);
    const { errors, cost } = await ask(field);
    const argument = expect.stringMatching(/^(filter\.)?sportsbooks$/);
    expect([errors[0]?.extensions, cost.calls]).toMatchObject([
      { code: 'TIER_RESTRICTED', requiredTier: 'SHARP', argument, sportsbooks: ['pinnacle'] },
      0,
    ]);
    expect(codesOf(await ask(field, 'demo_sharp'))).toEqual([]);
  });
});

describe('without recorded prices', () => {
  beforeAll(async () => {
    graph = await startTestGraph();
  });
  afterAll(() => graph.stop());
  beforeEach(() => graph.fresh());

  test.each([
    'historyCoverage { since }',
    'closingLineValue(bets: []) { isComparable }',
    'priceMoves { totalCount }',
    'recordedEvents { totalCount }',
    'events(first: 1) { nodes { lineMovement(market: "moneyline") { sportsbookId } } }',
    'events(first: 1) { nodes { oddsAt(time: "2026-11-21T17:59:00Z") { key } } }',
    'events(first: 1) { nodes { closingOdds { key } } }',
    'odds(first: 1) { nodes { history { points { at } } } }',
    'odds(first: 1) { nodes { opening { at } } }',
    'odds(first: 1) { nodes { closing { at } } }',
  ])('%s is null with FEATURE_NOT_AVAILABLE and a sentence', async (field) => {
    const reply = await graph.ask(`{ sportsbook(id: "circa") { id } ${field} }`);
    expect(codesOf(reply)).toEqual(['FEATURE_NOT_AVAILABLE']);
    expect(reply.errors[0]?.message).toBe(
      'This server does not record prices: its operator has to configure it.',
    );
    expect(reply.data.sportsbook).toEqual({ id: 'circa' });
  });
});

describe('with the past of the simulation', () => {
  let feed: PriceFeed;

  beforeAll(async () => {
    const books = ['draftkings', 'betmgm', 'bet365'];
    graph = await startTestGraph({
      feed: (clock) => {
        feed = startSimulation({ clock, seed: 1, games: 10, sportsbooks: books, pastHours: 24 });
        return feed;
      },
      history: {
        url: null,
        apiKey: 'demo_enterprise',
        days: 30,
        get past() {
          return feed.past ?? null;
        },
      },
    });
    await until(async () => {
      graph.clock.advance(50);
      const { data } = await graph.ask('{ historyCoverage { since } }'); // Null until the store is open.
      return data.historyCoverage?.since === iso(NOW - 24 * HOUR);
    });
  });
  afterAll(() => graph.stop());

  test('main markets have a past, which ends at their present prices', async () => {
    const query = `{ events(first: 8, filter: { live: false }) { nodes { odds(filter: { markets: ["moneyline"] }) {
      price { american } opening { isFirstSeen } history(resolution: HOUR, first: 30) { points { at price { american } } } } } } }`;
    const odds = (await answer(query)).events.nodes.flatMap((event) => event.odds);
    expect(odds.length).toBeGreaterThan(5);
    const moved = odds.filter(({ price, history }) => {
      expect(history.points.at(-1)?.price.american).toBe(price.american);
      return history.points.length > 3;
    });
    expect(moved.length).toBeGreaterThan(odds.length / 2);
  });

  test.each([
    ['until half a minute from now', 'a second later', 12, 30_000, 1_000],
    ['of the longest range', 'a second later', 31 * 24, null, 1_000],
    ['until now', 'by a replica whose clock is behind', 12, null, -5_000],
  ])('the history %s is paged, and read on %s', async (_, _when, hours, ahead, step) => {
    const now = graph.clock.now();
    const to = ahead === null ? null : iso(now + ahead);
    const range = { from: iso(now - hours * HOUR), to };
    const { events } = await answer(`{ events(first: 1, filter: { live: false }) { nodes { id
      odds(filter: { markets: ["moneyline"], selectionTypes: ["home"] }) { sportsbookId } } } }`);
    const [{ id, odds } = { id: '', odds: [] }] = events.nodes;
    const query = `query ($id: ID!, $book: String!, $from: DateTime, $to: DateTime, $after: String) { event(id: $id) {
      odds(filter: { markets: ["moneyline"], selectionTypes: ["home"], sportsbooks: [$book] }) {
        history(from: $from, to: $to, first: 3, after: $after) { points { at } pageInfo { endCursor hasNextPage } } } } }`;
    const variables = { id, book: odds[0]?.sportsbookId, ...range };
    const pageAfter = async (after: string | null) => {
      const { event } = await answer(query, { ...variables, after });
      return event.odds[0]?.history;
    };
    const first = await pageAfter(null);
    expect(first?.pageInfo.hasNextPage).toBe(true);
    graph.clock.setWallBy(step);
    onTestFinished(() => graph.clock.setWallBy(-step));
    const second = await pageAfter(first?.pageInfo.endCursor ?? '');
    const times = [first, second].flatMap((page) => page?.points.map(({ at }) => at) ?? []);
    expect(times).toHaveLength(6);
    expect(times).toEqual([...new Set(times)].sort());
  });
});
