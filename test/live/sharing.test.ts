import { once } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Executor } from '../../src/execution/executor.ts';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { Topics } from '../../src/live/topics/topics.ts';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { postJson } from '../harness/clients/graph-client.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { eventKind, haveStarted } from '../harness/event-kinds.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { watchedConnections } from '../harness/open-connections.ts';
import { until } from '../harness/until.ts';

const BOARD = [oddsRow(1), oddsRow(2), oddsRow(3)];

const openConnections = watchedConnections();
const graph = scriptedGraph(BOARD);

/** Counts the results that are executed and encoded from now on. */
function work() {
  const executions = vi.spyOn(Executor.prototype, 'executeEvent');
  const encodings = vi.spyOn(JSON, 'stringify');
  return {
    executions: () => executions.mock.calls.length,
    encodings: () =>
      encodings.mock.calls.filter(([value]) => value?.data && 'liveOdds' in value.data).length,
  };
}

/** Subscribers of a new stream that have read everything up to its first changes. */
async function subscribers(count: number, key = 'demo_pro'): Promise<LiveClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => graph.live({}, { key })));
  await until(() => haveStarted(clients.map(({ results }) => results)));
  return clients;
}

/** The content of each subscriber's last event. */
function lastPrices(clients: readonly LiveClient[]): unknown[] {
  return clients.map(({ results }) => {
    const event = results.at(-1)?.data?.liveOdds;
    return event?.__typename === 'OddsUpdate' ? event.odds.map((o) => o.price.american) : event;
  });
}

describe('fifty subscribers of one account', () => {
  const COUNT = 50;

  test('open one upstream stream, and cost one execution and one encoding of an update or status', async () => {
    const clients = await subscribers(COUNT);
    expect(graph.upstream.requests).toBe(1);
    const done = work();
    const stream = await graph.upstream.stream(1);
    for (const version of [1, 2, 3]) {
      stream.update(oddsDelta(1, version), oddsDelta(2, version));
      await until(() =>
        lastPrices(clients).every((p) => `${p}` === `${[100 + version, 100 + version]}`),
      );
      expect([done.executions(), done.encodings()]).toEqual([version, version]);
    }
    stream.send('error', { code: 'upstream_error', message: 'A book is late.' });
    await until(() => clients.every(({ results }) => eventKind(results.at(-1) ?? {}) === 'NOTICE'));
    expect([done.executions(), done.encodings()]).toEqual([4, 4]);
  });

  test('keep the stream open until the last one has left and the idle timeout is over', async () => {
    const clients = await subscribers(COUNT);
    const [last, ...others] = clients;
    for (const client of others) client.close();
    await graph.clock.advanceInSteps(2 * IDLE_TIMEOUT_MS, 1_000);
    const stream = await graph.upstream.stream(1);
    stream.update(oddsDelta(1, 1));
    await last?.untilKind('OddsUpdate');
    last?.close();
    await until(() => openConnections() === 0);
    graph.clock.advance(IDLE_TIMEOUT_MS - 1);
    const late = await graph.live({}, { key: 'demo_pro' });
    await late.untilKind('OddsSnapshot');
    expect([stream.isOpen, graph.upstream.requests]).toEqual([true, 1]);
    late.close();
    await until(() => openConnections() === 0);
    graph.clock.advance(IDLE_TIMEOUT_MS);
    await until(() => !stream.isOpen);
    expect(graph.upstream.requests).toBe(1);
  });
});

test('a subscriber that selects other fields shares the stream but no encoding', async () => {
  const [client] = await subscribers(1);
  const short = await LiveClient.open(
    graph.url,
    'subscription { liveOdds { ... on OddsUpdate { odds { id } } } }',
    { key: 'demo_pro' },
  );
  await short.next();
  const done = work();
  const stream = await graph.upstream.stream(1);
  stream.update(oddsDelta(1, 1));
  await client?.untilKind('OddsUpdate');
  await until(() => short.results.length === 2);
  expect(short.results.at(-1)).toEqual({ data: { liveOdds: { odds: [{ id: '1' }] } } });
  expect([done.executions(), done.encodings()]).toEqual([2, 2]);
  expect(graph.upstream.requests).toBe(1);
});

test('an execution that fails is recorded as failed for each of those who share it', async () => {
  const clients = await subscribers(2);
  const stream = await graph.upstream.stream(1);
  const execute = vi.spyOn(Executor.prototype, 'executeEvent');
  execute.mockRejectedValueOnce(new Error('A bug.'));
  const grown = await growthOf(graph.url, async () => {
    stream.update(oddsDelta(1, 1));
    await Promise.all(clients.map((client) => client.over()));
  });
  const failures = Object.entries(grown).filter(([series]) => /operation_failures/.test(series));
  expect(failures).toEqual([[expect.stringContaining('code="INTERNAL_SERVER_ERROR"'), 2]]);
  expect(execute).toHaveBeenCalledTimes(1);
});

test('equivalent filters share a topic, whatever their case and market aliases', async () => {
  const topics = vi.spyOn(Topics.prototype, 'join');
  const filters = [
    {
      leagues: ['NBA', 'nba'],
      sports: ['BasketBall'],
      sportsbooks: ['DraftKings'],
      markets: ['H2H'],
    },
    {
      leagues: ['nba'],
      sports: ['basketball'],
      sportsbooks: ['draftkings'],
      markets: ['moneyline'],
    },
  ];
  const clients = await Promise.all(filters.map((filter) => graph.live({ filter })));
  for (const client of clients) {
    const { odds } = await client.untilKind('OddsSnapshot');
    expect(odds.map(({ id }) => id)).toEqual(['1']);
  }
  expect(new Set(topics.mock.results.map(({ value }) => value)).size).toBe(1);
  (await graph.upstream.stream(1)).update(oddsDelta(1, 1));
  const [one, other] = await Promise.all(clients.map((c) => c.untilKind('OddsUpdate')));
  expect(one?.odds).toHaveLength(1);
  expect(one).toEqual(other); // The cursors are equal, too: either subscriber may resume from the other's.
});

describe('nothing is left behind', () => {
  test('by three hundred subscribers that come and go in bursts', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const timers = graph.clock.pendingTimers;
    for (let burst = 0; burst < 5; burst += 1) {
      const clients = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          graph.live({
            filter: { leagues: i % 3 === 0 ? [`league ${i}`] : [] },
            conflateMs: i * 10,
          }),
        ),
      );
      const stream = await graph.upstream.stream(1);
      stream.update(oddsDelta(1, burst), oddsDelta(2, burst));
      // Some leave before they have got anything, some in the middle, some at the end.
      for (const client of clients.slice(0, 30)) client.close();
      await until(() => clients.slice(30).every(({ results }) => results.length > 0));
      graph.clock.advance(300);
      for (const client of clients.slice(30)) client.close();
    }
    await until(() => openConnections() === 0);
    expect(graph.upstream.requests).toBe(1);
    await graph.clock.advanceInSteps(IDLE_TIMEOUT_MS, 1_000);
    await until(() => graph.upstream.openStreams === 0);
    expect(graph.clock.pendingTimers).toBe(timers);
    expect(warnings).toEqual([]);
  });

  test('by a subscriber that leaves before upstream has answered', async () => {
    graph.upstream.onStream = () => {};
    const timers = graph.clock.pendingTimers;
    const leaving = new AbortController();
    const asked = postJson(
      `${graph.url}/graphql`,
      { query: 'subscription { liveOdds { __typename } }' },
      { accept: 'text/event-stream', 'x-api-key': 'demo_pro' },
      leaving.signal,
    );
    const stream = await graph.upstream.stream(1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    stream.open(BOARD);
    await until(() => openConnections() === 0);
    await graph.clock.advanceInSteps(2 * IDLE_TIMEOUT_MS, 1_000);
    await until(() => !stream.isOpen);
    expect(graph.clock.pendingTimers).toBe(timers);
  });

  test('by a subscriber that upstream refuses', async () => {
    const timers = graph.clock.pendingTimers;
    graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
    const grown = await growthOf(graph.url, async () => (await graph.live()).over());
    expect(Object.keys(grown).filter((name) => /^live_|_streams/.test(name))).toEqual([]);
    expect(graph.clock.pendingTimers).toBe(timers);
  });

  test('by a stream that upstream ended before another one was opened', async () => {
    const client = await graph.live();
    await client.untilState('READY');
    graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
    (await graph.upstream.stream(1)).cut();
    await client.untilState('RECONNECTING');
    graph.clock.advance(500);
    await client.over();
    await subscribers(1, 'demo_enterprise');
    await graph.clock.advanceInSteps(2 * IDLE_TIMEOUT_MS, 1_000);
    // The next subscriber joins the open stream.
    const third = await graph.live();
    await third.untilKind('OddsSnapshot');
    expect(graph.upstream.requests).toBe(3);
  });

  test('by the server once it has stopped', async () => {
    const clients = await subscribers(5);
    const ends = clients.map((client) => once(client.response, 'close'));
    await graph.stopGraph();
    await Promise.all(ends);
    expect(graph.clock.pendingTimers).toBe(0);
    await until(() => graph.upstream.openStreams === 0);
  });
});
