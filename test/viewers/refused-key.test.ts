import { afterAll, beforeAll, expect, test } from 'vitest';
import { exposedMetrics } from '../harness/clients/exposed-metrics.ts';
import { codesOf, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../harness/clients/live-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { until } from '../harness/until.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

let graph: ViewerGraph;
let headers: Record<string, string>;

beforeAll(async () => {
  graph = await startViewerGraph({
    upstreamKeys: new Map([
      ['free', 'demo_free'],
      ['pro', 'no_such_key'],
    ]),
  });
  headers = { authorization: `Bearer ${await graph.token({ tier: 'pro' })}` };
});
afterAll(() => graph.stop());

test.each(TRANSPORTS)(
  'at %s a viewer whose key upstream refuses is told that upstream is unavailable, not to fetch a new token',
  async (transport) => {
    const failures = () => linesOf(graph.log(), 'operation failed upstream');
    const before = failures().length;
    const reply = await graph.ask('{ sportsbooks { id } }', { transport, key: null, headers });
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
  const client = await LiveClient.open(graph.url, LIVE_ODDS, { key: null, headers });
  await client.over();
  expect(client.results.at(-1)?.errors?.map(({ extensions }) => extensions?.['code'])).toEqual([
    'UPSTREAM_UNAVAILABLE',
  ]);
});

test('a subscription by callback fails in the same way', async () => {
  const router = await CallbackRouter.open();
  const { body } = await router.subscribe(graph.url, { key: null, headers });
  expect(body.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
  await router.close();
});

test('a caller with the same key of its own is told that the key is refused', async () => {
  const reply = await graph.ask('{ sportsbooks { id } }', { key: 'no_such_key' });
  expect([reply.status, codesOf(reply)]).toEqual([401, ['UNAUTHENTICATED']]);
});

test('the metrics name the tier of a refused key', async () => {
  const free = { authorization: `Bearer ${await graph.token({ tier: 'free' })}` };
  await graph.ask('{ sportsbooks { id } }', { key: null, headers: free });
  await graph.ask('{ sportsbooks { id } }', { key: null, headers });
  const metrics = await exposedMetrics(graph.url);
  expect(metrics.get('viewer_key_refused{tier="pro"}')).toBe(1);
  expect(metrics.get('viewer_key_refused{tier="free"}')).toBe(0);
});
