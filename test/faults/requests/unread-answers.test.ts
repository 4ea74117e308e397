import { afterEach, expect, test } from 'vitest';
import { metricOf } from '../../harness/clients/exposed-metrics.ts';
import { RawClient } from '../../harness/clients/raw-client.ts';
import { largeSimulation } from '../../harness/feeds/simulations.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { until } from '../../harness/until.ts';

/** What a body that is written part by part holds while nobody reads it. */
const PART = 65_536;

const LARGE =
  '{ events(first: 200) { nodes { id name odds { key selection sportsbookId marketType price { american decimal probability } } } } }';

const graph = await sharedGraph({ feed: largeSimulation });
const clients: RawClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await settle(0);
});

const metric = (name: string) => metricOf(graph.url, name);
const unsentBytes = () => metric('unsent_response_bytes');

async function settle(bytes: number): Promise<void> {
  await until(async () => (await unsentBytes()) === bytes);
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

test('pipelined requests that are answered at once wait for each other as well', async () => {
  await graph.ask('{viewer{tier}}', { key: 'demo_pro' }); // From now on, no answer waits for upstream.
  const client = await RawClient.connect(graph.url);
  clients.push(client);
  const post = ['POST /graphql HTTP/1.1', 'host: a', 'x-api-key: demo_pro'];
  const body = [
    'content-type: application/json',
    'content-length: 26',
    '',
    '{"query":"{viewer{tier}}"}',
  ];
  client.send([...post, ...body].join('\r\n').repeat(300));
  await client.read();
  expect(client.text.split('PRO').length).toBeLessThan(50);
});

test('an unread response counts with its bytes and is dropped', async () => {
  const { text, errors } = await graph.ask(LARGE);
  expect(errors).toEqual([]);
  const client = await RawClient.connect(graph.url);
  clients.push(client);
  client.post('/graphql', JSON.stringify({ query: LARGE }), { 'x-api-key': 'demo_enterprise' });
  await until(async () => (await unsentBytes()) > 0);
  const held = await unsentBytes();
  expect(Math.abs(held - Buffer.byteLength(text))).toBeLessThan(100); // The costs in their extensions differ.
  graph.clock.advance(65_000);
  expect(await unsentBytes()).toBe(0);
  await client.read();
  expect(client.bytes).toBeLessThan(held);
});

test('GraphiQL is complete, and rendered once', async () => {
  const page = () => fetch(`${graph.url}/graphql`, { headers: { accept: 'text/html' } });
  const [first, second] = [await page(), await page()];
  expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const [text, again] = [await first.text(), await second.text()];
  expect(text).toContain('YogaGraphiQL.renderYogaGraphiQL');
  expect(text.endsWith('</html>\n')).toBe(true);
  expect(again).toBe(text);
  expect(Number(first.headers.get('content-length'))).toBe(Buffer.byteLength(text));
});
