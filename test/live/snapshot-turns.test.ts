import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Executor } from '../../src/execution/executor.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import type { LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { TurnCount } from '../harness/node/turn-count.ts';
import { oddsDelta, oddsRow, ROWS_MAX } from '../harness/odds-rows.ts';
import type { ScriptedStream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';

const ROWS = 1_500;

/** The time to execute one event, by the graph's clock. */
const EVENT_MS = 4;

/** How many events use up the five milliseconds of a turn: the second one begins within them. */
const EVENTS_A_TURN = 2;

const graph = scriptedGraph(Array.from({ length: ROWS }, (_, i) => oddsRow(i)));
/** Events that are executed. */
let events: TurnCount;
/** The kinds of events, in the order in which they were executed, with the account's key. */
let executed: { readonly key: string; readonly kind: string }[];

beforeEach(() => {
  [events, executed] = [new TurnCount(), []];
  const { executeEvent } = Executor.prototype;
  vi.spyOn(Executor.prototype, 'executeEvent').mockImplementation(function (
    this: Executor,
    operation,
    event,
  ) {
    const { __typename: kind = '' } = Object(Object.values(event)[0]);
    executed.push({ key: operation.context.credential?.reveal() ?? '', kind });
    if (kind !== 'FeedStatus') {
      events.add(1);
      graph.clock.stall(EVENT_MS);
    }
    return executeEvent.call(this, operation, event);
  });
});

/** An open stream with one subscriber to a league of its own. */
async function standing(key: string, number: number): Promise<[LiveClient, ScriptedStream]> {
  const client = await graph.live({ filter: { leagues: ['nhl'] }, chunkSize: 1_000 }, { key });
  await client.untilState('READY');
  const stream = await graph.upstream.stream(number);
  return [client, stream];
}

/** Snapshots, each with a chunk size of its own, so that no two share an encoding. */
function boards(key: string, count: number): Promise<LiveClient[]> {
  return Promise.all(
    Array.from({ length: count }, (_, i) => graph.live({ chunkSize: 500 + i }, { key })),
  );
}

const isWhole = (client: LiveClient) => client.of('OddsSnapshot').some(({ isLast }) => isLast);

const rowsOf = (client: LiveClient, kind: 'OddsSnapshot' | 'OddsUpdate' = 'OddsSnapshot') =>
  client.of(kind).reduce((rows, { odds }) => rows + odds.length, 0);

describe('snapshots for many subscribers at once', () => {
  test('are encoded for five milliseconds a turn, and other work runs in between', async () => {
    await standing('demo_pro', 1);
    events.clear();
    const clients = await boards('demo_pro', 20);
    const healthy = (await fetch(`${graph.url}/healthz`)).status;
    const isStillEncoding = !clients.every(isWhole);
    await until(() => clients.every(isWhole));
    expect([healthy, isStillEncoding]).toEqual([200, true]);
    for (const client of clients) expect(rowsOf(client)).toBe(ROWS);
    expect(events.all).toBeGreaterThan(20 * 2);
    expect(events.most).toBeLessThanOrEqual(EVENTS_A_TURN);
  });

  test('are spread over turns also for subscribers that resume from an old cursor', async () => {
    const [first, stream] = await standing('demo_pro', 1);
    const all = await graph.live({ chunkSize: 1_000 }, { key: 'demo_pro' });
    await until(() => isWhole(all));
    const after = all.of('OddsSnapshot').at(-1)?.cursor;
    all.close();
    stream.update(...Array.from({ length: ROWS }, (_, i) => oddsDelta(i, 1)));
    await first.untilKind('OddsUpdate');
    events.clear();
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        graph.live({ chunkSize: 500 + i, after }, { key: 'demo_pro' }),
      ),
    );
    await until(() => clients.every((client) => rowsOf(client, 'OddsUpdate') === ROWS));
    expect(events.most).toBeLessThanOrEqual(EVENTS_A_TURN);
  });

  test('do not delay an update', async () => {
    const [client, stream] = await standing('demo_pro', 1);
    const clients = await boards('demo_pro', 20);
    await until(() => executed.some(({ kind }) => kind === 'OddsSnapshot'));
    stream.update(oddsDelta(nhlRow(), 1));
    await client.untilKind('OddsUpdate');
    expect(clients.filter(isWhole).length).toBeLessThan(clients.length);
    await until(() => clients.every(isWhole));
  });

  test('of one account do not delay those of another', async () => {
    await standing('demo_pro', 1);
    await standing('demo_sharp', 2);
    const many = await boards('demo_pro', 20);
    executed.length = 0;
    const [one] = await boards('demo_sharp', 1);
    await until(() => one !== undefined && isWhole(one));
    const snapshots = executed.filter(({ kind }) => kind === 'OddsSnapshot');
    const last = snapshots.findLastIndex(({ key }) => key === 'demo_sharp');
    const share = snapshots.slice(0, last + 1).filter(({ key }) => key === 'demo_sharp').length;
    // Both take turns, from when the first one subscribes until it has its snapshot.
    const first = snapshots.findIndex(({ key }) => key === 'demo_sharp');
    expect(last - first).toBeLessThanOrEqual(2 * share);
    await until(() => many.every(isWhole));
  });
});

test('operations that have waited for their client to read start for five milliseconds a turn', async () => {
  const { execute } = Executor.prototype;
  const starts = vi.spyOn(Executor.prototype, 'execute').mockImplementation(function (
    this: Executor,
    operation,
  ) {
    events.add(1);
    graph.clock.stall(EVENT_MS);
    return execute.call(this, operation);
  });
  const client = await StreamClient.open(graph.url, 'demo_pro');
  const all = 'subscription { liveOdds { ... on OddsUpdate { odds { key price { decimal } } } } }';
  await client.ask('live', all);
  await until(() => client.of('live').payloads.length > 0);
  const blocked = () => metricOf(graph.url, 'event_streams_blocked');
  await until(async () => (await blocked()) === 0); // Streams of other tests may still be closing.
  client.pause();
  for (let version = 1; (await blocked()) === 0; version += 1) await graph.move(ROWS, version);
  const waiting = Array.from({ length: 10 }, (_, i) => `${i}`);
  for (const id of waiting) await client.ask(id, `{ viewer { tier } a${id}: __typename }`);
  expect(starts).not.toHaveBeenCalled();
  events.clear();
  client.resume();
  await Promise.all(waiting.map((id) => client.whole(id)));
  expect(starts).toHaveBeenCalledTimes(waiting.length);
  expect(events.most).toBeLessThanOrEqual(EVENTS_A_TURN);
  client.close();
});

/** A row of the league of `standing`. */
function nhlRow(): number {
  const at = Array.from({ length: ROWS_MAX }, (_, i) => i).find((i) => oddsRow(i).league === 'nhl');
  if (at === undefined) throw new Error('No row is of this league.');
  return at;
}
