import { getHeapStatistics } from 'node:v8';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TRANSPORTS } from '../../harness/clients/graph-client.ts';
import { linesOf } from '../../harness/clients/log-lines.ts';
import { RawClient } from '../../harness/clients/raw-client.ts';
import { StreamClient } from '../../harness/clients/stream-client.ts';
import { largeSimulation } from '../../harness/feeds/simulations.ts';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';
import { until } from '../../harness/until.ts';

/** What a body that is written part by part holds while nobody reads it. */
const PART = 65_536;

const LARGE =
  '{ events(first: 200) { nodes { id name odds { key selection sportsbookId marketType price { american decimal probability } } } } }';

let graph: TestGraph;
const clients: RawClient[] = [];

beforeEach(async () => {
  graph = await startTestGraph({ feed: largeSimulation });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await graph.stop();
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${graph.url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`oddsgraph_${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const unsentBytes = () => metric('unsent_response_bytes');

async function settle(bytes: number): Promise<void> {
  while ((await unsentBytes()) !== bytes);
}

/** Requests GraphiQL without reading the response. */
async function graphiql(count = 1): Promise<RawClient> {
  const client = await RawClient.connect(graph.url);
  clients.push(client);
  client.get(Array(count).fill('/graphql'), { accept: 'text/html' });
  return client;
}

test('clients that do not read GraphiQL buffer a part of it each, and are disconnected after a minute', async () => {
  await Promise.all(Array.from({ length: 30 }, () => graphiql()));
  await settle(30 * PART);
  graph.clock.advance(60_000);
  expect(await unsentBytes()).toBe(30 * PART);
  const before = await metric('responses_cut_total{reason="blocked"}');
  graph.clock.advance(5_000);
  expect(await unsentBytes()).toBe(0);
  expect(await metric('responses_cut_total{reason="blocked"}')).toBe(before + 30);
});

test('thirty-two pipelined requests for GraphiQL buffer a part of it, and more close the connection', async () => {
  const refused = () => metric('refusals_total{bound="pipelined_requests"}');
  const before = await refused();
  const [patient, greedy] = [await graphiql(32), await graphiql(300)];
  await until(() => !patient.isClosed);
  await greedy.read();
  await settle(PART);
  expect(await refused()).toBe(before + 1);
});

test.each(TRANSPORTS)(
  'an unread response counts with its bytes and is dropped, through %s',
  async (transport) => {
    const { text, errors } = await graph.ask(LARGE, { transport });
    expect(errors).toEqual([]);
    const client = await RawClient.connect(graph.url);
    clients.push(client);
    client.post(transport, JSON.stringify({ query: LARGE }), { 'x-api-key': 'demo_enterprise' });
    while ((await unsentBytes()) === 0);
    const held = await unsentBytes();
    expect(Math.abs(held - Buffer.byteLength(text))).toBeLessThan(100); // The costs in their extensions differ.
    graph.clock.advance(65_000);
    expect(await unsentBytes()).toBe(0);
    await client.read();
    expect(client.bytes).toBeLessThan(held);
  },
);

test('results of operations on an event stream that nobody reads are refused beyond the share of an account', async () => {
  const shareBytes = getHeapStatistics().heap_size_limit / 32;
  const bytes = Buffer.byteLength((await graph.ask(LARGE)).text);
  const count = Math.ceil((1.5 * shareBytes) / bytes);
  const client = await StreamClient.reserve(graph.url);
  const ids = Array.from({ length: count }, (_, i) => `${i}`);
  for (const id of ids) expect((await client.ask(id, LARGE)).status).toBe(202);
  await client.open();
  client.pause();
  const answered = () => linesOf(graph.log(), 'operation').filter(({ status }) => status === 202);
  await until(() => answered().length === count);
  const held = await metric('stream_operation_bytes');
  expect(held).toBeGreaterThan(shareBytes / 2);
  expect(held).toBeLessThan(shareBytes);
  const refused = answered().filter(({ codes }) => Object(codes)['RATE_LIMITED'] === 1);
  expect(refused.length).toBeGreaterThan(count / 4);
  client.resume();
  const results = await Promise.all(ids.map((id) => client.whole(id)));
  const errors = results.flatMap(([result]) => result?.errors ?? []);
  expect(errors).toHaveLength(refused.length);
  expect(errors[0]).toMatchObject({ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 } });
  await until(async () => (await metric('stream_operation_bytes')) === 0);
  client.close();
});

test('GraphiQL is complete, and rendered once', async () => {
  const [first, second] = [await page(), await page()];
  expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const [text, again] = [await first.text(), await second.text()];
  expect(text).toContain('YogaGraphiQL.renderYogaGraphiQL');
  expect(text.endsWith('</html>\n')).toBe(true);
  expect(again).toBe(text);
  expect(Number(first.headers.get('content-length'))).toBe(Buffer.byteLength(text));
});

function page(): Promise<Response> {
  return fetch(`${graph.url}/graphql`, { headers: { accept: 'text/html' } });
}
