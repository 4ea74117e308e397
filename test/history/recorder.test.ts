import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { openStore } from '../../src/history/worker/open-store.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { oddsRow } from '../harness/odds-rows.ts';
import { recordingIn } from '../harness/servers/recording.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { StreamNotes, sizeOf, storedStates } from './recorded-board.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** Each test goes on with what the one before has left. */
describe('the recorder', () => {
  let graph: TestGraph;
  let store: HistoryStore;
  /** What a client of the stream has seen since recording began. */
  let notes: StreamNotes;

  beforeAll(async () => {
    const history = recordingIn();
    graph = await startTestGraph({ history });
    store = await openStore(history.url);
    notes = await StreamNotes.open(graph);
    await until(async () => (await store.position()) !== null);
  });
  afterAll(async () => {
    notes.close();
    await graph.stop();
    await store.close();
  });

  /** Lets the recorder store what it has. */
  async function untilStored(): Promise<void> {
    await until(async () => {
      graph.clock.advance(250);
      return sizeOf(await storedStates(store)) >= sizeOf(notes.states());
    });
  }

  it('leaves no gap in answers up to now while the board is watched, however little of that is stored', async () => {
    const from = (await store.position())?.span.from ?? 0;
    const query = `query ($from: DateTime, $now: DateTime!) {
      odds(first: 50) { nodes { history(from: $from) { coverage { isComplete to } } } }
      events(first: 1) { nodes { oddsAt(time: $now) { key } } } historyCoverage { until gaps { from } } }`;
    for (const ms of [1, 137, 4_000]) {
      graph.clock.advance(ms);
      const now = iso(graph.clock.now());
      const variables = { from: iso(from), now };
      const { data, errors } = await graph.ask(query, { key: 'demo_pro', variables });
      expect(errors).toEqual([]);
      const coverages = data.odds?.nodes.map(({ history }) => history?.coverage);
      expect(coverages).toHaveLength(50);
      expect(coverages?.filter((coverage) => !coverage?.isComplete)).toEqual([]);
      expect(data.events?.nodes[0]?.oddsAt?.length).toBeGreaterThan(0);
      expect(data.historyCoverage).toEqual({ until: now, gaps: [] });
    }
  });

  it('adds no upstream stream to that of subscribers with the same key', async () => {
    expect(graph.proxy.counts['GET /stream']).toBe(1);
    const variables = { filter: { leagues: ['nba'] } };
    const live = await LiveClient.open(graph.url, undefined, { variables });
    onTestFinished(() => live.close());
    await live.untilKind('OddsSnapshot');
    expect(graph.proxy.counts['GET /stream']).toBe(1);
  });

  it('stores every state of every price that a client of the stream sees, in order', async () => {
    const before = sizeOf(notes.states());
    graph.originClock.advance(120_000);
    await until(() => sizeOf(notes.states()) > before + 100);
    await untilStored();
    expect(await storedStates(store)).toEqual(notes.states());
  });

  it('goes on after a restart: nothing twice, what was missed as one step, and the time between as a gap', async () => {
    graph.originClock.advance(30_000);
    graph.clock.advance(30_000);
    await untilStored();
    const before = await storedStates(store);
    await graph.stopGraph();
    const stoppedAt = graph.clock.now();
    graph.originClock.advance(60_000);
    graph.clock.advance(60_000);
    const startedAt = graph.clock.now();
    await graph.startGraph();
    const { position } = (await store.position()) ?? {};
    await until(async () => (await store.position())?.position.epoch !== position?.epoch);
    const after = await storedStates(store);
    const newest = notes.states();
    const last = (states: ReadonlyMap<string, readonly string[]>) =>
      new Map(states.entries().map(([id, all]) => [id, all.at(-1)]));
    expect(last(after)).toEqual(last(newest));
    for (const [id, states] of after) {
      const earlier = before.get(id) ?? [];
      expect(states.slice(0, earlier.length)).toEqual(earlier);
      expect(states.length - earlier.length).toBeLessThanOrEqual(1);
      expect(states.slice(earlier.length)).not.toContain(earlier.at(-1));
    }
    const { gaps } = await store.coverage({ from: stoppedAt - 20_000, to: startedAt });
    expect(gaps).toEqual([{ from: expect.any(Number), to: startedAt }]);
    expect(gaps[0]?.from).toBeLessThanOrEqual(stoppedAt);
  });
});

const WATCHED = '{ historyCoverage { since until gaps { from to } } }';

describe('the recorder of an upstream whose streams break', () => {
  let graph: ScriptedGraph;
  let client: GraphClient;

  beforeEach(async () => {
    graph = await ScriptedGraph.start({ history: recordingIn() });
    client = new GraphClient(graph.url);
    graph.upstream.onStream = (stream) => stream.open([oddsRow(0)]);
    await until(async () => {
      graph.clock.advance(50);
      return (await ask())?.since != null;
    });
  });
  afterEach(() => graph.stop());

  const ask = async () => (await client.ask(WATCHED, { key: 'demo_pro' })).data.historyCoverage;

  it('names the time until upstream was back as a gap, from its last frame on', async () => {
    const stream = await graph.upstream.stream(1);
    graph.clock.advance(10_000);
    const lastFrame = graph.clock.now();
    expect(await ask()).toMatchObject({ until: iso(lastFrame), gaps: [] });
    graph.upstream.onStream = () => {};
    stream.cut();
    await until(async () => (await ask())?.gaps.length === 1);
    let backAt = Number.POSITIVE_INFINITY;
    graph.upstream.onStream = (another) => {
      backAt = graph.clock.now();
      another.open([oddsRow(0)]);
    };
    await until(async () => {
      graph.clock.advance(1_000);
      return Date.parse((await ask())?.until ?? '') >= backAt;
    });
    const { from, to } = (await ask())?.gaps[0] ?? { from: '', to: '' };
    expect((await ask())?.gaps).toHaveLength(1);
    expect(Date.parse(from)).toBeLessThanOrEqual(lastFrame); // Stored coverage may end a little earlier.
    expect(Date.parse(to)).toBeGreaterThanOrEqual(backAt);
  });

  it('says so if the key is refused for good, and when prices are recorded again', async () => {
    const logged = async (words: string) => {
      await until(() => {
        graph.clock.advance(1_000);
        return graph.log.includes(words);
      });
      return graph.log.split('\n').filter((line) => line.includes(words));
    };
    const refusal = { status: 401, code: 'unauthorized' };
    graph.upstream.refuse(...Array.from({ length: 9 }, () => refusal));
    (await graph.upstream.stream(1)).cut();
    const [line, ...more] = await logged('prices over time cannot be recorded');
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 40, err: { code: 'UNAUTHENTICATED' } });
    await logged('prices over time are recorded again');
    expect([...more, ...(await logged('prices over time cannot be recorded'))]).toHaveLength(1);
  });
});
