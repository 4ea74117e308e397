import type { ServerResponse } from 'node:http';
import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exposedMetrics, metricOf } from '../harness/clients/exposed-metrics.ts';
import { codesOf, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { answer } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

const REFUSED = answer(401, { error: { code: 'unauthorized', message: 'Who?' } });

let graph: ViewerGraph;
let viewer: Awaited<ReturnType<ViewerGraph['viewer']>>;

beforeAll(async () => {
  graph = await startViewerGraph({
    upstreamKeys: new Map([
      ['free', 'demo_free'],
      ['pro', 'no_such_key'],
      ['sharp', 'demo_sharp'],
      ['enterprise', 'demo_enterprise'],
    ]),
  });
  viewer = await graph.viewer({ tier: 'pro' });
});
afterEach(() => graph.proxy.reset());
afterAll(() => graph.stop());

async function subscribe(claims: JWTPayload, query = LIVE_ODDS): Promise<LiveClient> {
  return LiveClient.open(graph.url, query, await graph.viewer(claims));
}

test.each(TRANSPORTS)(
  'at %s a viewer whose key upstream refuses is told that upstream is unavailable, not to fetch a new token',
  async (transport) => {
    const failures = () => linesOf(graph.log(), 'operation failed upstream');
    const before = failures().length;
    const reply = await graph.ask('{ sportsbooks { id } }', { ...viewer, transport });
    expect(reply.status).not.toBe(401);
    expect(codesOf(reply)).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(reply.errors?.[0]).toMatchObject({
      message: "The odds service refused this server's API key.",
      extensions: { upstream: { status: 401, code: 'unauthorized' } },
    });
    await until(() => failures().length > before);
    expect(failures().at(-1)).toMatchObject({ level: 40, tier: 'pro', upstream: { status: 401 } });
  },
);

test('a subscription fails in the same way', async () => {
  const client = await subscribe({ tier: 'pro' });
  await client.over();
  expect(codesOf(client.results.at(-1) ?? {})).toEqual(['UPSTREAM_UNAVAILABLE']);
});

test('an open subscription ends in the same way when upstream refuses its key, and the next one shows in the metrics', async () => {
  let stream: ServerResponse | undefined;
  graph.proxy.plan('GET /stream', ({ response, relay }) => {
    stream = response;
    return relay();
  });
  const client = await subscribe({ tier: 'sharp' });
  await client.untilState('READY');
  graph.proxy.spoil('*', REFUSED);
  stream?.destroy();
  await client.untilState('RECONNECTING');
  graph.clock.advance(30_000);
  await client.over();
  expect(codesOf(client.results.at(-1) ?? {})).toEqual(['UPSTREAM_UNAVAILABLE']);
  const refused = () => metricOf(graph.url, 'viewer_key_refused{tier="sharp"}');
  expect(await refused()).toBe(0); // One route may refuse a valid key by mistake.
  await (await subscribe({ tier: 'sharp' })).over();
  expect(await refused()).toBe(1);
});

test('fields of a subscription that need upstream fail in the same way', async () => {
  graph.proxy.spoil('GET /events', REFUSED);
  const events = 'subscription { liveOdds { ... on OddsSnapshot { odds { event { id } } } } }';
  const client = await subscribe({ tier: 'enterprise' }, events);
  await until(() => client.results.some(({ errors }) => errors !== undefined));
  expect(new Set(client.results.flatMap(codesOf))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
  client.close();
});

test('a caller with the same key of its own is told that the key is refused', async () => {
  const reply = await graph.ask('{ sportsbooks { id } }', { key: 'no_such_key' });
  expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
});

test('the metrics name the tier of a refused key', async () => {
  for (const tier of ['free', 'pro']) {
    await graph.ask('{ sportsbooks { id } }', await graph.viewer({ tier }));
  }
  const metrics = await exposedMetrics(graph.url);
  expect(metrics.get('viewer_key_refused{tier="pro"}')).toBe(1);
  expect(metrics.get('viewer_key_refused{tier="free"}')).toBe(0);
});
