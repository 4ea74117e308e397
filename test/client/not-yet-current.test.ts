import { describe, expect, onTestFinished, test } from 'vitest';
import { onNextFrame } from '../../src/client/live/next-frame.ts';
import type {
  LiveOddsDocument,
  LiveStore,
  Odds,
  OddsClient,
} from '../../src/client/odds-client.ts';
import type { Odds as Row } from '../../src/contract/odds/odds.ts';
import { watchConnections } from '../harness/open-connections.ts';
import { ScriptedStream } from '../harness/servers/scripted-upstream.ts';
import type { TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { holdAfterFirst } from './held-stream.ts';
import { KEY, startGame, watch } from './live-game.ts';

/** Has the test send the frames of the odds service's streams, in place of the origin. */
function scriptUpstream(graph: TestGraph): ScriptedStream[] {
  const streams: ScriptedStream[] = [];
  graph.proxy.spoil('GET /stream', ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.push(new ScriptedStream({ headers: {} }, response));
  });
  return streams;
}

async function rowsOf(graph: TestGraph): Promise<readonly Row[]> {
  const { data } = await graph.rest<{ data: Row[] }>('/odds?limit=200', KEY);
  return data;
}

/** Notes the state of a store and its price of the home team, whenever they change. */
function note(store: LiveStore<Odds>): string[] {
  const notes: string[] = [];
  const listen = () => {
    const [home] = [...store.getSnapshot().values()].filter(({ id }) => id === '1');
    const text = `${store.state} ${home?.price.american}`;
    if (notes.at(-1) !== text) notes.push(text);
  };
  onTestFinished(store.subscribe(listen));
  return notes;
}

/** Notes what the server says about its own stream. */
function statusesOf(client: OddsClient): string[] {
  const statuses: string[] = [];
  onTestFinished(
    client.subscribe<{ liveOdds: { state?: string } }>(
      'subscription { liveOdds { ... on FeedStatus { state } } }',
      {},
      { onData: ({ liveOdds: { state } }) => void (state && statuses.push(state)) },
    ),
  );
  return statuses;
}

/** Resolves when a store has published what has come. */
const framePassed = () => new Promise<void>((resolve) => onNextFrame(resolve));

describe('a store whose prices are not current yet', () => {
  test('is not live after a restart of the server before its snapshot has come', async () => {
    const { game, graph, client } = await startGame();
    const store = client.liveOdds();
    const notes = note(store);
    const statuses = statusesOf(client);
    await until(() => store.state === 'live');
    await graph.stopGraph();
    game.moveHome();
    const rows = await rowsOf(graph);
    const streams = scriptUpstream(graph);
    await graph.startGraph();
    await until(() => streams.length > 0);
    streams[0]?.connected();
    await until(() => statuses.at(-1) === 'CONNECTED');
    await framePassed();
    streams[0]?.snapshot(rows);
    streams[0]?.complete(rows);
    await until(() => store.state === 'live');
    expect(notes.filter((text) => text.startsWith('live'))).toEqual(['live 100', 'live 150']);
  });

  test('is not live while the server itself has only a part of the new prices', async () => {
    const { game, graph, client } = await startGame();
    const rows = await rowsOf(graph);
    const streams = scriptUpstream(graph);
    const store = client.liveOdds();
    const notes = note(store);
    await until(() => streams.length === 1);
    streams[0]?.open(rows);
    await until(() => store.state === 'live');
    streams[0]?.cut();
    await until(() => {
      graph.clock.advance(100);
      return streams.length === 2;
    });
    await until(() => store.state === 'stale');
    game.moveHome();
    const moved = await rowsOf(graph);
    client.reconnect();
    streams[1]?.connected();
    streams[1]?.snapshot(moved);
    await until(() => {
      graph.clock.advance(100);
      return notes.at(-1)?.endsWith('150') === true;
    });
    expect(notes).not.toContain('live 150');
    streams[1]?.complete(moved);
    await until(() => {
      graph.clock.advance(100);
      return store.state === 'live';
    });
  });

  test('is not live before the last part of what it has missed', async () => {
    const connections = watchConnections();
    const { game, client } = await startGame();
    const DOCUMENT = `subscription ($filter: LiveFilter, $after: String) {
      liveOdds(filter: $filter, after: $after, chunkSize: 1) {
        __typename
        ... on OddsSnapshot { offset isLast cursor odds { key id price { american } } }
        ... on OddsUpdate { cursor replacedKeys odds { key id price { american } } }
        ... on OddsRemoval { cursor keys }
        ... on FeedStatus { state }
      }
    }`;
    const store = client.liveOdds({}, DOCUMENT as unknown as LiveOddsDocument<Odds>);
    const stop = store.subscribe(() => {});
    await until(() => store.state === 'live');
    stop();
    await until(() => connections() === 0);
    for (const row of game.moneyline) game.feed.change(row, { odds_american: 150 });
    const gate = holdAfterFirst('OddsUpdate');
    const states = watch(store);
    const moved = () =>
      [...store.getSnapshot().values()].filter(({ price }) => price.american === 150).length;
    await until(() => moved() === 1);
    expect(states).toEqual(['reconnecting']);
    gate.open();
    await until(() => store.state === 'live');
    expect(moved()).toBe(2);
  });
});
