import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { oddsDelta, oddsRow } from '../harness/odds-rows.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import { type HiveGateway, startHiveGateway } from './hive-process.ts';
import { compose, subgraphSdl } from './supergraph.ts';

const BOARD = [oddsRow(1), oddsRow(2), oddsRow(3)];

/** The gateway's subscription transports, as in its configuration. */
const WAYS = {
  'SSE at /graphql': () => ({ kind: 'http', location: '/graphql' }),
  'the HTTP callback protocol at /subgraph': (url: string) => ({
    kind: 'http-callback',
    options: { path: '/callback', public_url: `${url}/callback` },
  }),
};

describe.each(Object.entries(WAYS))('a subscription through Hive Gateway over %s', (name, way) => {
  const isByCallback = name.includes('callback');
  let graph: ScriptedGraph;
  let gateway: HiveGateway;
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    graph = await ScriptedGraph.start();
    const sdl = compose(await subgraphSdl(new GraphClient(graph.url)), {
      oddsgraph: `${graph.url}/subgraph`,
      notes: 'http://127.0.0.1:9',
    });
    gateway = await startHiveGateway(sdl, (url) => ({
      oddsgraph: { options: { subscriptions: way(url) } },
    }));
  }, 60_000);
  afterAll(async () => {
    await gateway.stop();
    await graph.stop();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await released();
  });

  async function live(key = 'demo_pro', query = LIVE_ODDS): Promise<LiveClient> {
    const client = await LiveClient.open(gateway.url, query, { key });
    clients.push(client);
    return client;
  }

  /** Resolves once the graph has released the subscription and its upstream stream. */
  async function released(): Promise<void> {
    const granted = graph.upstream.requests;
    for (let version = 1; graph.upstream.openStreams > 0; version += 1) {
      for (const stream of graph.upstream.streams) stream.update(oddsDelta(1, version));
      await (await fetch(`${graph.url}/healthz`)).text();
      graph.clock.advance(IDLE_TIMEOUT_MS / 10);
    }
    expect(graph.upstream.requests).toBe(granted);
  }

  test('receives the board, updates, removals and the status of the stream', async () => {
    graph.upstream.onStream = (stream) => stream.open(BOARD);
    const client = await live();
    const snapshot = await client.untilKind('OddsSnapshot');
    expect(snapshot).toMatchObject({ total: 3, isLast: true });
    expect(snapshot.odds.map(({ id }) => id)).toEqual(['1', '2', '3']);
    await client.untilState('READY');
    const stream = graph.upstream.streams.at(-1);
    stream?.update(oddsDelta(1, 7));
    expect(await client.untilKind('OddsUpdate')).toMatchObject({
      odds: [{ id: '1', price: { american: 107 } }],
    });
    stream?.remove('2');
    expect(await client.untilKind('OddsRemoval')).toMatchObject({ ids: ['2'] });
    expect(stream?.key).toBe('demo_pro');
  });

  test('receives the error if it is refused', async () => {
    const client = await live('demo_free');
    const { errors } = await client.next();
    expect(errors).toMatchObject([
      { message: expect.stringContaining('hobby'), extensions: { code: 'TIER_RESTRICTED' } },
    ]);
  });

  test('is released when its client leaves', async () => {
    graph.upstream.onStream = (stream) => stream.open(BOARD);
    const client = await live();
    await client.untilState('READY');
    expect(graph.upstream.openStreams).toBe(1);
    const logged = graph.log.length;
    const refusesUpdates = () => /responded to \W+next\W+with 404/.test(graph.log.slice(logged));
    client.close();
    // The clock stands still meanwhile: a heartbeat would notice it, too.
    for (let version = 1; isByCallback && !refusesUpdates(); version += 1) {
      graph.upstream.streams.at(-1)?.update(oddsDelta(1, version));
      await (await fetch(`${graph.url}/healthz`)).text();
    }
    await released();
    expect(refusesUpdates()).toBe(isByCallback);
  });
});
