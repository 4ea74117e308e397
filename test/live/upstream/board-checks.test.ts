import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { FRAME_RECENT_MS } from '../../../src/live/stream/live-account.ts';
import { GraphClient } from '../../harness/clients/graph-client.ts';
import type { LiveClient } from '../../harness/clients/live-client.ts';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import type { ScriptedStream } from '../../harness/servers/scripted-upstream.ts';
import { until } from '../../harness/until.ts';

const SECOND = 1_000;
const ROWS = 20;
const UNANNOUNCED = oddsRow(ROWS);
const QUESTION = '{ odds(first: 50) { totalCount nodes { id price { american } } } }';

const graph = scriptedGraph(null, { random: () => 0 }); // Every incomplete board is renewed.
let client: GraphClient;
let subscriber: LiveClient;
let version: number;

beforeEach(async () => {
  client = new GraphClient(graph.url);
  version = 0;
  const { upstream } = graph;
  upstream.listed = Array.from({ length: ROWS }, (_, i) => oddsRow(i));
  upstream.onStream = (stream) => stream.open(upstream.listed);
  subscriber = await graph.live();
  await subscriber.untilState('READY');
  await ask(); // The response shows that this account's lists are not delayed.
  upstream.lists.length = 0;
});

async function ask() {
  graph.clock.advance(SECOND + 1); // No cached response is fresh any more.
  const { data, cost, errors } = await client.ask(QUESTION);
  expect(errors).toEqual([]);
  const ids = data.odds?.nodes.map(({ id }) => id) ?? [];
  return { calls: cost.calls, ids, total: data.odds?.totalCount };
}

const stream = (): ScriptedStream => graph.upstream.streams.at(-1) as ScriptedStream;

/** Changes a price on the stream and in the list, and resolves when the graph has it. */
async function move(): Promise<void> {
  version += 1;
  list((row) => (row.id === '0' ? oddsRow(0, version) : row));
  stream().update(oddsDelta(0, version));
  for (;;) {
    const { odds } = await subscriber.untilKind('OddsUpdate');
    if (odds.some(({ id, price }) => id === '0' && price.american === 100 + version)) return;
  }
}

function list(change: (row: Odds) => Odds, ...more: Odds[]): void {
  graph.upstream.listed = [...graph.upstream.listed.map(change), ...more];
}

const same = (row: Odds) => row;

/** Lets a minute pass in which a price changes every few seconds, and the board is checked. */
async function minute(): Promise<void> {
  for (let passed = 0; passed < 60; passed += 5) {
    graph.clock.advance(5 * SECOND);
    await move();
  }
}

/** The outcomes of the checks in this process. */
async function endings(): Promise<Record<string, number>> {
  const text = await (await fetch(`${graph.url}/metrics`)).text();
  const found = text.matchAll(/^oddsgraph_board_checks_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]));
}

describe('a board whose stream is open but silent', () => {
  test('answers queries for ten seconds, and again after the stream’s next frame', async () => {
    await move();
    graph.clock.advance(FRAME_RECENT_MS - SECOND - 2);
    expect(await ask()).toMatchObject({ calls: 0, total: ROWS });
    for (const calls of [1, 1, 1]) expect(await ask()).toMatchObject({ calls, total: ROWS });
    expect(graph.upstream.lists).toHaveLength(3);
    await move();
    expect(await ask()).toMatchObject({ calls: 0, total: ROWS });
    expect(graph.upstream.lists).toHaveLength(3);
  });

  test('is STALE after a minute and answers no queries until it is complete again', async () => {
    await move();
    graph.clock.advance(59 * SECOND - 1);
    expect((await ask()).calls).toBe(1);
    await subscriber.untilState('STALE');
    graph.clock.advance(SECOND);
    await subscriber.untilState('READY');
    expect((await ask()).calls).toBe(0);
  });
});

test('a start that the list states anew is put on the board, unless the list has another price under the id', async () => {
  const event_start_time = '2027-01-01T00:00:00Z';
  list((row) => {
    if (row.id === '1') return { ...oddsRow(1, 7), event_start_time }; // Its price is older or newer.
    return row.id === '2' ? { ...row, event_start_time, selection: 'Another' } : row;
  });
  const updated = () => {
    const odds = subscriber.of('OddsUpdate').flatMap((update) => update.odds);
    return new Set(odds.map(({ id }) => id));
  };
  await minute();
  await until(() => updated().has('1'));
  const [update] = subscriber
    .of('OddsUpdate')
    .filter(({ odds }) => odds.some(({ id }) => id === '1'));
  expect(update?.odds.find(({ id }) => id === '1')?.price.american).toBe(100);
  await move();
  expect(updated()).toEqual(new Set(['0', '1'])); // The first one moves.
  expect(graph.upstream.streams).toHaveLength(1);
});

/** Advances the time until a check has found a difference twice. */
async function found(): Promise<void> {
  const { differed: before = 0 } = await endings();
  await minute();
  while (((await endings())['differed'] ?? 0) === before) {
    graph.clock.advance(SECOND);
    await move();
  }
}

/** Advances the time until the stream was opened again. */
async function renewed(): Promise<void> {
  const { streams } = graph.upstream;
  for (const { length } = streams; streams.length === length; ) {
    graph.clock.advance(SECOND);
    if (stream().isOpen) stream().heartbeat();
    await endings(); // Waits long enough for a frame to reach the graph.
  }
}

describe('a price that upstream lists but never streams', () => {
  test('is in query results within seconds of the check, which takes two requests', async () => {
    list(same, UNANNOUNCED);
    expect((await ask()).ids).not.toContain(UNANNOUNCED.id);
    await found();
    expect(graph.upstream.lists).toHaveLength(2);
    const { calls, ids } = await ask();
    expect(calls).toBe(1);
    expect(ids).toContain(UNANNOUNCED.id);
  });

  test('reaches subscribers with a new snapshot, and the board answers queries again after a check', async () => {
    list(same, UNANNOUNCED);
    await found();
    await renewed();
    const { odds } = await subscriber.untilKind('OddsUpdate');
    expect(odds.map(({ id }) => id)).toEqual([UNANNOUNCED.id]);
    await subscriber.untilState('READY');
    expect(await ask()).toMatchObject({ calls: 1, total: ROWS + 1 }); // Not checked yet.
    graph.upstream.lists.length = 0;
    await minute();
    await until(() => graph.upstream.lists.length === 1);
    await move();
    expect(await ask()).toMatchObject({ calls: 0, total: ROWS + 1 });
    expect(graph.upstream.streams).toHaveLength(2);
  });

  test('is found on the whole board, although a check reads only one page', async () => {
    const many = Array.from({ length: 500 }, (_, i) => oddsRow(ROWS + i));
    graph.upstream.listed = [...graph.upstream.listed, ...many];
    stream().cut();
    await subscriber.untilState('RECONNECTING');
    await renewed();
    await subscriber.untilState('READY');
    list(same, oddsRow(ROWS + 500));
    await found();
    const offsets = graph.upstream.lists.map((query) => query.get('offset'));
    expect(offsets).toEqual(['0', '0']);
    await renewed();
    const { odds } = await subscriber.untilKind('OddsUpdate');
    expect(odds.map(({ id }) => id)).toEqual([String(ROWS + 500)]);
  });
});

test('a price that upstream changes without streaming it is found if the check reads its page', async () => {
  list((row) => (row.id === '3' ? oddsRow(3, 7) : row));
  await found();
  expect(graph.upstream.lists).toHaveLength(2);
  expect((await ask()).calls).toBe(1);
});

test('a price that upstream no longer lists, though it streamed no removal, is found', async () => {
  graph.upstream.listed = graph.upstream.listed.slice(0, -1);
  await found();
  expect(await ask()).toMatchObject({ calls: 1, total: ROWS - 1 });
});

test('a correct board passes its check, with one request a minute', async () => {
  const endedBefore = await endings();
  for (let checks = 1; checks <= 3; checks += 1) {
    await minute();
    await until(() => graph.upstream.lists.length === checks);
  }
  await move();
  expect(graph.upstream.lists).toHaveLength(3);
  expect(await endings()).toEqual({ ...endedBefore, agreed: (endedBefore['agreed'] ?? 0) + 3 });
  expect(graph.upstream.streams).toHaveLength(1);
  expect((await ask()).calls).toBe(0);
});

test('prices that are streamed late are no difference if the second read finds none', async () => {
  const { upstream, clock } = graph;
  const late = [20, 21, 22, 23].map((i) => oddsRow(i));
  const [, , third, fourth] = late as [Odds, Odds, Odds, Odds];
  const before = await endings();
  const received = async (...odds: Odds[]) => {
    stream().snapshot(odds);
    const missing = new Set(odds.map(({ id }) => id));
    while (missing.size > 0) {
      for (const { id } of (await subscriber.untilKind('OddsUpdate')).odds) missing.delete(id);
    }
  };
  list(same, ...late.slice(0, 3));
  await minute();
  await until(() => upstream.lists.length === 1);
  await received(...late.slice(0, 2)); // The third is missing: one to three rows in the first read.
  const held = Promise.withResolvers<void>();
  upstream.listsAfter = held.promise;
  for (let passed = 0; passed < 3; passed += 1) {
    clock.advance(SECOND);
    await move();
  }
  await until(() => upstream.lists.length === 2);
  list(same, fourth);
  await received(third, fourth);
  held.resolve();
  await until(async () => (await endings())['agreed'] === (before['agreed'] ?? 0) + 1);
  expect((await endings())['differed'] ?? 0).toBe(before['differed'] ?? 0);
  expect((await ask()).calls).toBe(0);
});

test('a stream that says "connected" again answers no queries until its snapshot is complete', async () => {
  await move();
  expect((await ask()).calls).toBe(0);
  stream().connected();
  await subscriber.untilState('CONNECTED');
  list((row) => (row.id === '3' ? oddsRow(3, 7) : row)); // It changed while nothing was connected.
  expect((await ask()).calls).toBe(1);
  stream().snapshot(graph.upstream.listed);
  stream().complete(graph.upstream.listed);
  await subscriber.untilState('READY');
  expect((await ask()).calls).toBe(0);
});

test('a check in progress is abandoned when the stream says "connected" again', async () => {
  const { upstream } = graph;
  const before = await endings();
  const held = Promise.withResolvers<void>();
  upstream.listsAfter = held.promise;
  await minute();
  await until(() => upstream.lists.length === 1);
  stream().connected();
  await subscriber.untilState('CONNECTED');
  held.resolve();
  upstream.listsAfter = Promise.resolve();
  await ask(); // By then the check has its answer.
  expect(await endings()).toEqual(before);
  stream().snapshot(upstream.listed);
  stream().complete(upstream.listed);
  await subscriber.untilState('READY');
});

test('boards are still checked after many streams were closed while a check waited for them', async () => {
  for (let checks = 1; checks <= 21; checks += 1) {
    list(same, oddsRow(ROWS + checks)); // The check waits for the stream to send it.
    graph.clock.advance(30 * SECOND);
    await move();
    await until(() => {
      if (graph.upstream.lists.length < checks) graph.clock.advance(SECOND);
      return graph.upstream.lists.length === checks;
    });
    subscriber.close();
    await until(() => {
      graph.clock.advance(SECOND);
      return !stream().isOpen;
    });
    subscriber = await graph.live();
    await subscriber.untilState('READY');
  }
});
