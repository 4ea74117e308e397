import { expect, test } from 'vitest';
import { postJson } from '../harness/clients/graph-client.ts';
import { LIVE_ODDS } from '../harness/clients/live-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { until } from '../harness/until.ts';

/*
 * Upstream accepts streams and sends nothing on them, so every subscription is still being opened when the server stops.
 * Time stands still, so a stop that waits for its deadline never ends.
 */

const graph = scriptedGraph();

const HEADERS = { 'x-api-key': 'demo_enterprise' };
const STOPPING = {
  message: 'The server is stopping.',
  extensions: { code: 'UPSTREAM_UNAVAILABLE' },
};

test.each([
  { accept: 'text/event-stream', result: /^event: next\ndata: (.+)$/m },
  { accept: 'multipart/mixed;subscriptionSpec=1.0, application/json', result: /(\{.+\})/ },
])(
  'a stopping server tells whoever subscribes as $accept that it stops',
  async ({ accept, result }) => {
    const asked = postJson(`${graph.url}/graphql`, { query: LIVE_ODDS }, { ...HEADERS, accept });
    await graph.upstream.stream();
    await graph.stopGraph();
    const [, json = ''] = result.exec(await (await asked).text()) ?? [];
    expect(JSON.parse(json).errors).toMatchObject([STOPPING]);
    expect(graph.clock.pendingTimers).toBe(0);
  },
);

test('a stopping server opens nothing for a subscription whose request has yet to arrive as a whole', async () => {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const asked = fetch(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { ...HEADERS, accept: 'text/event-stream', 'content-type': 'application/json' },
    ...{ body: body.readable, duplex: 'half' },
  });
  const [start, end] = [`{"query":`, `${JSON.stringify(LIVE_ODDS)}}`].map((text) =>
    new TextEncoder().encode(text),
  );
  await writer.write(start);
  await graph.roundTrip();
  const stopped = graph.stopGraph();
  await writer.write(end);
  await writer.close();
  expect(await (await asked).text()).toContain(STOPPING.message);
  await stopped;
  expect([graph.upstream.requests, graph.clock.pendingTimers]).toEqual([0, 0]);
});

test('a stopping server ends streams of many operations, whose clients subscribe again elsewhere', async () => {
  const client = await StreamClient.open(graph.url);
  await client.ask('live', LIVE_ODDS);
  await graph.upstream.stream();
  await graph.stopGraph();
  await until(() => client.isOver);
  expect(client.of('live')).toEqual({ payloads: [], isComplete: false });
  expect(linesOf(graph.log, 'operation')).toMatchObject([{ transport: 'stream', aborted: true }]);
  expect(graph.clock.pendingTimers).toBe(0);
});

test('a stopping server tells routers that it stops', async () => {
  const router = await CallbackRouter.open();
  await router.subscribe(graph.url);
  await graph.upstream.stream();
  await graph.stopGraph();
  expect(router.of('complete')).toMatchObject([{ errors: [STOPPING] }]);
  expect(graph.clock.pendingTimers).toBe(0);
  await router.close();
});
