import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StoreThread } from '../../src/history/worker/store-thread.ts';
import { PAST_LIMITS } from '../../src/loaders/history/past.ts';
import { Scheduler } from '../../src/scheduling/scheduler.ts';
import { codesOf, postJson } from '../harness/clients/graph-client.ts';
import { HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';
import { answer, html } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { RecordedGame } from './recorded-game.ts';

let game: RecordedGame;

const HOME = { id: '1', odds_american: 100 } as const;
const LIMITS = { ...PAST_LIMITS };

function ask(query: string, key = 'demo_pro', variables: Record<string, unknown> = {}) {
  return game.graph.ask(query, { key, variables });
}

/** A game that is recorded for one test, with these prices. */
async function startGame(...prices: readonly Parameters<RecordedGame['set']>[0][]): Promise<void> {
  game = await RecordedGame.start();
  onTestFinished(() => game.stop());
  for (const price of prices) await game.set(price);
}

/** Has the test answer what is asked of the store, in the rest of the test. `ask` asks it. */
function answerCalls(
  answer: (method: string, ask: () => Promise<unknown>) => Promise<unknown>,
): void {
  const { call } = StoreThread.prototype;
  const spy = vi.spyOn(StoreThread.prototype, 'call');
  spy.mockImplementation(function (this: StoreThread, ...asked: readonly [string, ...unknown[]]) {
    return answer(asked[0], () => Reflect.apply(call, this, asked));
  } as typeof call);
}

/** Adds a number for each turn of the event loop. */
function watch(turns: number[]): void {
  let isWatching = true;
  onTestFinished(() => {
    isWatching = false;
  });
  const next = () => {
    turns.push(0);
    if (isWatching) setImmediate(next);
  };
  next();
}

describe('a read of the past is refused', () => {
  beforeAll(async () => {
    game = await RecordedGame.start();
    await game.set(HOME);
    await game.set({ ...HOME, id: '2', sportsbook: 'fanduel' });
    await game.set({ ...HOME, odds_american: 110 });
  });
  afterAll(() => game.stop());
  afterEach(() => void Object.assign(PAST_LIMITS, LIMITS));

  const history = '{ event(id: "game") { odds { history(first: 100) { points { at } } } } }';
  const movement =
    '{ event(id: "game") { lineMovement(market: "moneyline") { sides { points { at } } } } }';
  const board = 'query ($now: DateTime!) { event(id: "game") { oddsAt(time: $now) { key } } }';
  const bet = `{ closingLineValue(bets: [{ eventId: "game", sportsbookId: "draftkings", marketType: "moneyline",
    selection: "Arsenal", decimal: 2 }]) { clvPercent } }`;

  test.each<[keyof typeof PAST_LIMITS, number, string]>([
    ['historySeries', 1, history],
    ['historySeries', 1, movement],
    ['historySeries', 1, board],
    ['historySeries', 1, '{ event(id: "game") { closingOdds { key } } }'],
    ['historySeries', 1, bet],
    ['historyPoints', 199, history],
    ['historyPoints', 2, movement],
    ['historyEvents', 0, movement],
    ['historyEvents', 0, board],
  ])('if it is of more %s than %i: %s', async (measure, limit, query) => {
    const variables = { now: game.now };
    expect((await ask(query, 'demo_pro', variables)).errors).toEqual([]);
    Object.assign(PAST_LIMITS, { [measure]: limit });
    const { errors } = await ask(query, 'demo_pro', variables);
    expect(errors[0]?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX', measure, limit });
  });

  test('if not even one interval can be summed up within the bound', async () => {
    answerCalls(async (method, asked) =>
      method === 'points'
        ? [{ seriesId: 1, standing: null, numbers: new Float64Array(), hasMore: true }]
        : asked(),
    );
    for (const query of [history, movement]) {
      const { errors } = await ask(query);
      expect(errors[0]?.extensions).toMatchObject({ measure: 'historyTicks' });
    }
  });

  test('unless a price that has changed more often than others can use what those leave', async () => {
    const before = await ask(movement);
    Object.assign(PAST_LIMITS, { historyPoints: 3 }); // Two of one price, and one of the other.
    expect(await ask(movement)).toMatchObject({ errors: [], data: before.data });
    Object.assign(PAST_LIMITS, { historyPoints: 2 });
    const { errors } = await ask(movement);
    expect(errors[0]?.extensions).toMatchObject({ measure: 'historyPoints', limit: 2, asked: 3 });
  });

  test('if its prices are too many only with those that are no longer listed', async () => {
    await game.set({ ...HOME, id: '3', sportsbook: 'caesars' });
    await game.remove('3');
    game.graph.clock.advance(1_000);
    Object.assign(PAST_LIMITS, { historySeries: 2 });
    const { errors } = await ask(board, 'demo_pro', { now: game.now });
    expect(errors[0]?.extensions).toMatchObject({ measure: 'historySeries', limit: 2, asked: 3 });
  });

  test('if it goes on from a cursor that no page had', async () => {
    const query = `query ($after: String) { event(id: "game") {
      odds(filter: { sportsbooks: ["draftkings"] }) { history(first: 1, after: $after) { pageInfo { endCursor } } } } }`;
    const { data } = await ask(query);
    const cursor = data.event?.odds?.[0]?.history?.pageInfo.endCursor ?? '';
    expect((await ask(query, 'demo_pro', { after: cursor })).errors).toEqual([]);
    const honest = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const { from, to } = honest;
    for (const forged of [
      { from: 0 },
      { from: -1e15, to: -1e15 },
      { to: 1e15 },
      { to: to + 3_600_000 },
      { from: to + 1 },
      { from: from - 31 * 86_400_000 },
      { at: 1e300 },
      { at: -1 },
      { series: honest.series + 1 },
    ]) {
      const after = Buffer.from(JSON.stringify({ ...honest, ...forged })).toString('base64url');
      const { errors } = await ask(query, 'demo_pro', { after });
      const expected = { code: 'BAD_USER_INPUT', argument: 'after' };
      expect(errors[0]?.extensions, JSON.stringify(forged)).toMatchObject(expected);
    }
  });
});

test('accounts take turns in reading the past: many reads of one hardly delay another', async () => {
  await startGame(HOME);
  const times = Array.from({ length: 20 }, (_, i) => new Date(Date.parse(game.now) - i - 1));
  const boards = times.map((time, i) => `a${i}: oddsAt(time: "${time.toISOString()}") { key }`);
  const methods: string[] = [];
  const held = Promise.withResolvers<void>();
  answerCalls(async (method, asked) => {
    if (method === 'append') return asked(); // Reads wait for what is to be recorded.
    methods.push(method);
    await held.promise;
    await ask('{ viewer { tier } }'); // Meanwhile, the other one's request arrives.
    return asked();
  });
  const many = ask(`{ event(id: "game") { ${boards.join(' ')} } }`);
  await until(() => methods.length > 0);
  const other = ask('{ historyCoverage { since } }', 'demo_sharp');
  held.resolve();
  expect((await other).errors).toEqual([]);
  expect((await many).errors).toEqual([]);
  expect(methods.indexOf('summary')).toBeLessThan(10);
});

/** Keeps the account that reads the past first from its turn in the event loop; counts its answers that wait for it. */
function holdTurns(): { readonly waiting: () => number; readonly letGo: () => void } {
  const { turn } = Scheduler.prototype;
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  const waiting: string[] = [];
  const spy = vi.spyOn(Scheduler.prototype, 'turn');
  spy.mockImplementation(async function (this: Scheduler, account: string, owner: object) {
    if (account === (waiting[0] ?? account)) {
      waiting.push(account);
      await held.promise;
    }
    return Reflect.apply(turn, this, [account, owner]);
  });
  return { waiting: () => waiting.length, letGo: () => held.resolve() };
}

test('an account whose turn in the event loop is long in coming keeps no other one from reading', async () => {
  await startGame(HOME);
  const { waiting, letGo } = holdTurns();
  const busy = ask('{ historyCoverage { since } recordedEvents { totalCount } }');
  await until(() => waiting() === 2);
  expect((await ask('{ historyCoverage { since } }', 'demo_sharp')).errors).toEqual([]);
  letGo();
  expect((await busy).errors).toEqual([]);
});

test('what an account has read is not kept without bound until its turn in the event loop comes', async () => {
  await startGame(HOME);
  const { waiting, letGo } = holdTurns();
  const times = Array.from({ length: 20 }, (_, i) => new Date(Date.parse(game.now) - i - 1));
  const boards = times.map((time, i) => `a${i}: oddsAt(time: "${time.toISOString()}") { key }`);
  const busy = ask(`{ event(id: "game") { ${boards.join(' ')} } }`);
  await until(() => waiting() > 1);
  for (let i = 0; i < 10; i += 1) {
    await ask('{ historyCoverage { since } }', 'demo_sharp'); // Meanwhile, all is read that may be.
  }
  expect(waiting()).toBeLessThan(10);
  letGo();
  expect((await busy).errors).toEqual([]);
});

test('what many reads have found is worked on for a few milliseconds in each turn of the event loop', async () => {
  await startGame(HOME);
  const movements = (count: number) => {
    const from = (i: number) => new Date(Date.parse(game.at(0)) - i).toISOString();
    const all = Array.from({ length: count }, (_, i) => {
      return `a${i}: lineMovement(market: "moneyline", from: "${from(i)}") { sportsbookId }`;
    });
    return ask(`{ event(id: "game") { ${all.join(' ')} } }`);
  };
  const found = new Map<string, unknown>();
  const turns = [0];
  answerCalls(async (method, asked) => {
    if (method === 'append') return asked();
    turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1;
    game.graph.clock.stall(4);
    if (!found.has(method)) found.set(method, await asked());
    return found.get(method);
  });
  expect((await movements(1)).errors).toEqual([]); // From now on, what is read is there at once.
  watch(turns);
  expect((await movements(20)).errors).toEqual([]);
  expect(turns.reduce((sum, reads) => sum + reads)).toBeGreaterThan(2 * 20);
  expect(Math.max(...turns)).toBeLessThanOrEqual(2);
});

test.each([
  ['found', Map as unknown as Record<string, () => unknown>, 'groupBy'],
  ['answered', Date.prototype as unknown as Record<string, () => unknown>, 'toISOString'],
])('the line movements of the events of one read are %s in turns, too', async (_, of, name) => {
  game = await RecordedGame.start(() =>
    Array.from({ length: 20 }, (_, i) => price({ id: `${i}`, event_id: `game-${i}` })),
  );
  onTestFinished(() => game.stop());
  const movement =
    '{ recordedEvents { nodes { lineMovement(market: "moneyline") { sides { points { at } } } } } }';
  await until(async () => (await ask(movement)).data.recordedEvents?.nodes.length === 20);
  const turns = [0];
  answerCalls(async (method, asked) => {
    const answer = await asked();
    if (method === 'points') watch(turns);
    return answer;
  });
  const called = of[name] ?? (() => {});
  vi.spyOn(of, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
    turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1;
    game.graph.clock.stall(4);
    return Reflect.apply(called, this, args);
  });
  expect((await ask(movement)).errors).toEqual([]);
  const calls = turns.slice(1); // Since the points were read.
  expect(Math.max(...calls)).toBeLessThan(calls.reduce((sum, some) => sum + some) / 5);
});

test('a read is not done if its client has left while it waited', async () => {
  await startGame(HOME);
  const held = Promise.withResolvers<void>();
  let reads = 0;
  answerCalls(async (method, asked) => {
    if (method === 'points') {
      reads += 1;
      await held.promise;
    }
    return asked();
  });
  const histories = Array.from(
    { length: 20 },
    (_, i) => `a${i}: history(first: ${i + 1}) { points { at } }`,
  );
  const query = `{ event(id: "game") { odds { ${histories.join(' ')} } } }`;
  const leaving = new AbortController();
  const left = postJson(
    `${game.graph.url}/graphql`,
    { query },
    { 'x-api-key': 'demo_pro' },
    leaving.signal,
  );
  await until(() => reads === 2);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await until(() => game.graph.log().includes('"aborted":true'));
  held.resolve();
  expect(
    (await ask('{ event(id: "game") { odds { history { points { at } } } } }')).errors,
  ).toEqual([]);
  expect(reads).toBe(3);
  expect(game.graph.log()).not.toContain('unexpected error');
});

test('price moves take no upstream request, and are those of the sportsbooks that a tier sees', async () => {
  await startGame();
  for (const [index, sportsbook] of ['draftkings', 'pinnacle'].entries()) {
    await game.set({ id: `${index}`, sportsbook, odds_american: 100 });
  }
  game.turnTo(2);
  for (const id of ['0', '1']) await game.set({ id, odds_american: 150 });
  const moves = (filter = '') => `{ priceMoves(windowMinutes: 1 ${filter}) {
    totalCount nodes { sportsbookIds movePercent } } }`;
  for (const [fault, code] of [
    [answer(500), 'UPSTREAM_UNAVAILABLE'],
    [html(200), 'UPSTREAM_INVALID_RESPONSE'],
    // The caller's own key is not refused.
    [answer(401), 'UPSTREAM_UNAVAILABLE'],
    [answer(429), 'UPSTREAM_UNAVAILABLE'],
  ] as const) {
    game.graph.proxy.spoil('GET /sportsbooks', fault);
    expect(codesOf(await ask(moves()))).toEqual([code]);
  }
  game.graph.proxy.reset();
  await ask(moves()); // The list of sportsbooks is read.
  const call = vi.spyOn(StoreThread.prototype, 'call');
  const reads = () => call.mock.calls.filter(([method]) => method === 'movesSince').length;
  for (const [key, expected] of [
    ['demo_pro', [['draftkings']]],
    ['demo_sharp', [['draftkings', 'pinnacle']]],
  ] as const) {
    const { data, cost } = await ask(moves(), key);
    expect(data.priceMoves?.nodes.map(({ sportsbookIds }) => sportsbookIds)).toEqual(expected);
    expect(cost.calls).toBe(0);
  }
  expect(reads()).toBe(0); // Whoever asks within a second shares what was read.
  game.graph.clock.advance(1_000);
  await game.set({ id: '0', odds_american: 200 });
  await ask(moves());
  const { data } = await ask(moves());
  expect(data.priceMoves?.nodes[0]?.movePercent).toBeCloseTo((1 / 3 - 1 / 2) * 100, 9);
  expect(reads()).toBe(1);
  call.mockRestore();
  for (const [key, filter] of [
    ['demo_hobby', ''],
    ['demo_free', ''],
    ['demo_pro', 'filter: { sportsbooks: ["pinnacle"] }'],
  ] as const) {
    expect(codesOf(await ask(moves(filter), key))).toEqual(['TIER_RESTRICTED']);
  }
});

test('price moves have those of all lines when a whole ladder of alternate lines shifts', async () => {
  game = await RecordedGame.start();
  onTestFinished(() => game.stop());
  const total = { market_type: 'total_goals', selection: 'Over', selection_type: 'over' };
  const ladder = ['1', '2', '3'].map((id, index) => ({ ...total, id, line: index + 1.5 }));
  for (const [index, price] of ladder.entries()) {
    await game.set({ ...price, odds_american: 100 + 50 * index });
  }
  game.turnTo(2);
  for (const { id, line } of ladder) {
    await game.set({ id, line: line - 1, odds_american: 50 + 100 * line });
  }
  const { data } = await ask(`{ priceMoves(windowMinutes: 1) {
    nodes { line from { american } to { american } sportsbookIds firstSportsbookId } } }`);
  const at = (line: number, from: number, to: number) => ({
    line,
    from: { american: from },
    to: { american: to },
    sportsbookIds: ['draftkings'],
    firstSportsbookId: 'draftkings',
  });
  expect(data.priceMoves?.nodes).toEqual([at(1.5, 100, 300), at(2.5, 150, 400)]);
});

test('price moves say so if more prices have moved than are read', async () => {
  await startGame(HOME);
  game.turnTo(2);
  await game.set({ ...HOME, odds_american: 150 });
  let moved = 0;
  answerCalls(async (method, asked) => {
    const read = await asked();
    return method === 'movesSince' ? Array(moved).fill((read as unknown[])[0]) : read;
  });
  const hintsOf = async (prices: number) => {
    game.graph.clock.advance(1_000); // What is read is shared for a second.
    moved = prices;
    const { data, errors, cost } = await ask(
      '{ moves: priceMoves(windowMinutes: 1) { totalCount } }',
    );
    expect([errors, data]).toEqual([[], { moves: { totalCount: 1 } }]);
    return cost.hints;
  };
  expect(await hintsOf(20_000)).toBeUndefined();
  const message = expect.stringMatching(/^More than 20,000 prices have moved/);
  expect(await hintsOf(20_001)).toEqual([{ path: 'moves', message }]);
});

test('the past of a sportsbook that requires an unknown tier is only for the highest tiers', async () => {
  await startGame();
  game.graph.proxy.rewriteRows('GET /sportsbooks', (row) =>
    row['id'] === 'pinnacle' ? { ...row, requires_tier: 'vip' } : row,
  );
  await game.set({ ...HOME, sportsbook: 'pinnacle' });
  const query = `{
    event(id: "game") { lineMovement(market: "moneyline", sportsbooks: ["pinnacle"]) { sportsbookId } }
  }`;
  for (const [key, expected] of [
    ['demo_pro', []],
    ['demo_sharp', [{ sportsbookId: 'pinnacle' }]],
  ] as const) {
    expect((await ask(query, key)).data.event?.lineMovement).toEqual(expected);
  }
});

test('a viewer sees the past as its tier allows', async () => {
  const graph = await viewerGraphOfTest({
    feed: (clock) => new HandMadeFeed(clock),
    history: { url: null, apiKey: 'demo_enterprise', days: 30 },
  });
  const as = async (tier: string) =>
    graph.ask('{ priceMoves { totalCount } }', await graph.viewer({ tier }));
  await until(async () => (await as('pro')).data.priceMoves?.totalCount === 0); // The store is open.
  expect(codesOf(await as('free'))).toEqual(['TIER_RESTRICTED']);
});
