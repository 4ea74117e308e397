import { expect, test } from 'vitest';
import { codesOf } from '../../harness/clients/graph-client.ts';
import { wideBoard } from '../../harness/feeds/wide-board.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import { type Batch, rewrite } from '../../harness/servers/fault-proxy.ts';
import { answer, hang } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

const graph = await sharedGraph({ feed: wideBoard(30) });

const QUERY = '{ events(first: 5) { nodes { id odds { key price { american } } } } }';

type Row = Readonly<Record<string, unknown>>;

test.each([
  ['a price that is a string', (odds: Row) => ({ ...odds, odds_american: '-110' })],
  ['a price that is null', (odds: Row) => ({ ...odds, odds_decimal: null })],
  ['a line that is a string', (odds: Row) => ({ ...odds, line: 'high' })],
  ['no selection', ({ selection: _, ...odds }: Row) => odds],
])('fails only the odds of the event in a batch that has %s', async (_, spoil) => {
  const spoilFourth = (odds: Row, i: number) => (i === 3 ? spoil(odds) : odds);
  graph.proxy.rewriteEvents((event, i) =>
    i === 2 ? { ...event, odds: event.odds.map(spoilFourth) } : event,
  );
  const reply = await graph.ask(QUERY);
  expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  expect(reply.errors[0]?.path).toEqual(['events', 'nodes', 2, 'odds']);
  const lengths = reply.data.events?.nodes.map((event) => event.odds?.length ?? null);
  expect(lengths).toEqual([4, 4, null, 4, 4]);
  expectNoLeak(reply.text);
});

test('matches the events of a batch by id and not by order', async () => {
  graph.proxy.rewrite<Batch>('POST /odds/batch', ({ data }) => ({
    data: { ...data, events: data.events.toReversed() },
  }));
  const { data } = await graph.ask(QUERY);
  for (const { id, odds } of data.events?.nodes ?? []) {
    expect(odds?.map(({ key }) => key.startsWith(`${id}|`))).toEqual([true, true, true, true]);
  }
});

test('has all prices of an event that a batch lists in several parts', async () => {
  graph.proxy.rewrite<Batch>('POST /odds/batch', ({ data }) => ({
    data: {
      ...data,
      events: data.events.flatMap(({ odds, ...event }) =>
        odds.map((one) => ({ ...event, odds: [one] })),
      ),
    },
  }));
  const data = await graph.dataOf(QUERY);
  expect(data.events?.nodes.map((event) => event.odds?.length)).toEqual([4, 4, 4, 4, 4]);
  graph.fresh();
  expect(data).toEqual(await graph.dataOf(QUERY));
});

test('gives no odds to an event that a batch omits, and ignores events that were not requested', async () => {
  graph.proxy.rewrite<Batch>('POST /odds/batch', ({ data }) => ({
    data: {
      missing_events: [],
      events: [...data.events.slice(1), { ...data.events[0], event_id: 'somebody_else' }],
    },
  }));
  const data = await graph.dataOf(QUERY);
  expect(data.events?.nodes.map((event) => event.odds?.length)).toEqual([0, 4, 4, 4, 4]);
});

test('ignores properties that a newer upstream adds', async () => {
  graph.proxy.rewriteEvents(({ odds, ...event }) => {
    return { ...event, mood: 'good', odds: odds.map((o) => ({ ...o, boost: { by: 2 } })) };
  });
  const data = await graph.dataOf(QUERY);
  expect(data.events?.nodes.map((event) => event.odds?.length)).toEqual([4, 4, 4, 4, 4]);
});

test('reads the prices of an event whose other properties are amiss', async () => {
  const state = { home_score: null, score_type: null };
  graph.proxy.rewriteEvents((event) => ({ ...event, start_time: null, game_state: state }));
  const data = await graph.dataOf(QUERY);
  expect(data.events?.nodes.map((event) => event.odds?.length)).toEqual([4, 4, 4, 4, 4]);
});

test('fails only the events of the batch that fails', async () => {
  graph.proxy.plan('POST /odds/batch', null, answer(400));
  const reply = await graph.ask(QUERY.replace('5', '30'), { key: 'demo_free' });
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 3 });
  const failed = reply.errors.map(({ path }) => path?.[2]);
  expect(new Set(codesOf(reply))).toEqual(new Set(['BAD_USER_INPUT']));
  expect(failed).toHaveLength(10);
  const [first] = failed;
  expect(failed).toEqual(Array.from({ length: 10 }, (_, i) => Number(first) + i));
  for (const [i, event] of (reply.data.events?.nodes ?? []).entries()) {
    expect(event.odds === null).toBe(failed.includes(i));
  }
});

test('cuts a batch again that is too long for a tier which has become a lower one', async () => {
  const higher = rewrite<{ data: Row[] }>((body) => ({
    ...body,
    data: body.data.map((key) => ({ ...key, tier: 'pro' })),
  }));
  graph.clock.advance(61_000);
  graph.proxy.plan('GET /account/keys', higher);
  await graph.dataOf('{ viewer { tier } }', { key: 'demo_free' });
  graph.clock.advance(30_000);
  await graph.dataOf(QUERY.replace('5', '30'), { key: 'demo_free' });
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 4 });
});

test('uses the batch size of the lowest tier if the tier is unknown', async () => {
  graph.proxy.spoil('GET /account/keys', answer(400));
  const { errors } = await graph.ask(QUERY.replace('5', '30'));
  expect(errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 3 });
});

test('returns odds although the tier lookup times out', async () => {
  graph.proxy.spoil('GET /account/keys', hang);
  const asked = graph.ask(QUERY);
  await until(() => graph.proxy.unanswered === 1 && graph.waits() === 1);
  graph.clock.advance(10_000);
  expect((await asked).errors).toEqual([]);
});

test('fails the page that has a price of a wrong type, and keeps other fields', async () => {
  graph.proxy.rewriteRows('GET /odds', (odds, i) =>
    i === 7 ? { ...odds, odds_american: '+100' } : odds,
  );
  const reply = await graph.ask('{ odds { totalCount } events { totalCount } }');
  expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  expect(reply.data).toEqual({ odds: null, events: { totalCount: 30 } });
  expectNoLeak(reply.text);
});

test('lists a price once if the board changes so that two pages have it', async () => {
  const pageOf = (offset: number, next_offset: number | null) =>
    rewrite<{ data: object[]; meta: object }>(({ data, ...page }) => {
      const pagination = { limit: 200, offset, has_more: next_offset !== null, next_offset };
      return { ...page, data: data.slice(0, 3), meta: { ...page.meta, pagination } };
    });
  // Without a cursor, as the contract allows; a price before the second page is gone.
  graph.proxy.plan('GET /odds', pageOf(0, 2), pageOf(2, null));
  const data = await graph.dataOf('{ events(first: 1) { nodes { odds { id } } } }');
  const ids = data.events?.nodes[0]?.odds?.map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(4);
});

test('a comparison fails where the odds of its event do', async () => {
  graph.proxy.rewriteEvents((event, i) => (i === 1 ? { ...event, odds: [{}] } : event));
  const reply = await graph.ask('{ events(first: 3) { nodes { comparison { eventId } } } }');
  expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  expect(reply.errors[0]?.path).toEqual(['events', 'nodes', 1, 'comparison']);
  expect(reply.data.events?.nodes).toEqual([
    { comparison: { eventId: 'event_0000' } },
    { comparison: null },
    { comparison: { eventId: 'event_0002' } },
  ]);
});

test('refuses a list that has more pages but no cursor for the next', async () => {
  const pagination = { limit: 200, offset: 0, has_more: true, next_offset: null };
  graph.proxy.rewriteMeta('GET /odds', (meta) => ({ ...meta, pagination }));
  const reply = await graph.ask('{ events(first: 1) { nodes { odds { id } } } }');
  expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
});

test('passes unknown values of open enums, and maps those of closed enums to OTHER', async () => {
  graph.proxy.rewriteRows('GET /events', (event) => ({
    ...event,
    status: 'postponed',
    sport: 'quidditch',
  }));
  graph.proxy.rewriteRows('GET /sportsbooks', (book) => {
    return { ...book, status: 'paused', requires_tier: 'platinum', regions: ['MARS'] };
  });
  const data = await graph.dataOf(
    '{ events(first: 1) { nodes { status sport } } sportsbook(id: "circa") { status requiresTier regions } }',
  );
  expect(data).toEqual({
    events: { nodes: [{ status: 'OTHER', sport: 'quidditch' }] },
    sportsbook: { status: 'OTHER', requiresTier: 'OTHER', regions: ['MARS'] },
  });
});

test('returns null for the name of a player and a statistic that are empty', async () => {
  for (const list of ['GET /odds', 'GET /opportunities/low_hold'])
    graph.proxy.rewriteRows(list, (row) => ({ ...row, player_name: '', stat_category: '' }));
  const names = 'nodes { playerName statCategory }';
  const { odds, lowHoldOpportunities } = await graph.dataOf(
    `{ odds(first: 1) { ${names} } lowHoldOpportunities(first: 1) { ${names} } }`,
  );
  const nodes = [{ playerName: null, statCategory: null }];
  expect([odds, lowHoldOpportunities]).toEqual([{ nodes }, { nodes }]);
});

test('returns null for optional values that are null or missing', async () => {
  graph.proxy.rewriteRows('GET /events', ({ home_team: _, external_ids: __, ...event }) => {
    return { ...event, away_team: null, game_state: null };
  });
  const data = await graph.dataOf(
    '{ events(first: 1) { nodes { homeTeam awayTeam name externalIds { eventId } gameState { period } } } }',
  );
  expect(data.events?.nodes).toEqual([
    { homeTeam: null, awayTeam: null, name: 'NBA: Moneyline', externalIds: [], gameState: null },
  ]);
});
