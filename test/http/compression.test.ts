import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../harness/browser/launch-browser.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { TRANSPORTS } from '../harness/clients/graph-client.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';

const ODDS = '{ odds(first: 200) { nodes { id selection sportsbookId price { american } } } }';
const KEY = { 'x-api-key': 'demo_enterprise' };

const graph = await sharedViewerGraph();

/** Posts a query, and returns the response as it was on the wire. */
async function post(
  headers: Record<string, string>,
  { query = ODDS, transport = '/graphql' }: { query?: string; transport?: string } = {},
) {
  const response = await request(graph.url + transport, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...KEY, ...headers },
    body: JSON.stringify({ query }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const coding = response.headers['content-encoding'];
  const text = String(coding === undefined ? bytes : await promisify(gunzip)(bytes));
  const { statusCode: status } = response;
  return { status, coding: coding ?? 'identity', bytes, body: JSON.parse(text) };
}

const compressions = () => metricOf(graph.url, 'compressions_total');
const GZIP = { 'accept-encoding': 'gzip' };

test('a response is compressed when it is first asked for, once for all and at both endpoints', async () => {
  const before = await compressions();
  const first = await post(GZIP);
  expect([first.coding, first.body.extensions.upstream.calls]).toEqual(['gzip', 1]);
  const plain = await post({});
  const ask = (transport: string) => post(GZIP, { transport });
  const answers = await Promise.all([...TRANSPORTS, ...TRANSPORTS, ...TRANSPORTS].map(ask));
  expect(await compressions()).toBe(before + 1);
  for (const answer of answers) {
    expect([answer.status, answer.coding]).toEqual([200, 'gzip']);
    expect(answer.body.data).toEqual(plain.body.data);
    expect(answer.body.extensions.upstream).toMatchObject({ calls: 0, cached: 1 });
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
  }
});

test.each([
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, zstd', 'identity'],
  ['gzip;q=0, *', 'identity'],
  ['gzip;q=0.5, identity', 'identity'],
  ['zstd;q=0, *', 'gzip'],
  ['GZip', 'gzip'],
  ['nonsense;;;q', 'identity'],
  ['*;q=0', 'identity'],
])('a client that sends "Accept-Encoding: %s" gets %s', async (header, coding) => {
  expect(await post({ 'accept-encoding': header })).toMatchObject({ status: 200, coding });
});

test('what is small, fails, changes something or is not cached is not compressed', async () => {
  const queries = [
    '{ events(first: 1) { totalCount } }',
    '{ viewer { tier } }',
    'mutation { deleteApiKey(id: "9") { id } }',
    `{ nothing ${'x '.repeat(2_000)} }`,
    `{ apiKeys { ${Array.from({ length: 40 }, (_, i) => `a${i}: id`).join(' ')} } }`,
  ];
  for (const query of queries) {
    const { coding } = await post(GZIP, { query });
    expect([query, coding]).toEqual([query, 'identity']);
  }
});

test('viewers share what is compressed, each with a budget of its own', async () => {
  const bearer = async (sub: string) => ({
    'x-api-key': '',
    authorization: `Bearer ${await graph.token({ sub, tier: 'enterprise' })}`,
  });
  const [ann, bob] = [await bearer('ann'), await bearer('bob')];
  await post(ann, { query: '{ events(first: 1) { totalCount } }' });
  const before = await compressions();
  const answers = [];
  for (const headers of [ann, bob, ann]) answers.push(await post({ ...headers, ...GZIP }));
  expect(await compressions()).toBe(before + 1);
  expect(answers.map(({ body }) => body.extensions.upstream.rateLimit.remaining)).toEqual([
    118, 120, 118,
  ]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
});

test('the cache counts what it holds compressed', async () => {
  const held = () => metricOf(graph.url, 'response_cache_bytes');
  await post({});
  const before = await held();
  const { bytes } = await post(GZIP);
  const grown = (await held()) - before;
  expect(grown).toBeGreaterThan(bytes.length / 2);
  expect(grown).toBeLessThanOrEqual(bytes.length);
});

test.skipIf(CHROMIUM === null)('a browser reads what is compressed', async () => {
  const page = await (await sharedBrowser()).newPage();
  await page.goto(`${graph.url}/healthz`);
  const before = await compressions();
  const total = await page.evaluate(
    async ([query, key]) => {
      const answer = await fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query }),
      });
      const { data, extensions } = await answer.json();
      return [
        ...[answer.status, answer.headers.get('content-encoding')],
        ...[data.odds.nodes.length, typeof extensions.upstream.calls],
      ];
    },
    [ODDS, 'demo_enterprise'] as const,
  );
  expect(total).toEqual([200, 'gzip', 200, 'number']);
  expect(await compressions()).toBe(before + 1);
  await page.close();
});
