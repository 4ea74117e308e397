import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { CHROMIUM, sharedBrowser } from '../harness/browser/launch-browser.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { TRANSPORTS } from '../harness/clients/graph-client.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';

const DECODE = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};
type Coding = keyof typeof DECODE;
const CODINGS = Object.keys(DECODE) as Coding[];

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
  const coding = response.headers['content-encoding'] as Coding | undefined;
  const text = String(coding === undefined ? bytes : await DECODE[coding](bytes));
  const { statusCode: status } = response;
  return { status, coding: coding ?? 'identity', bytes, body: JSON.parse(text) };
}

const compressions = (coding: Coding) =>
  metricOf(graph.url, `compressions_total{coding="${coding}"}`);

test.each(CODINGS)(
  'a response is compressed when it is first asked for, once for all and at both endpoints, with %s',
  async (coding) => {
    const before = await compressions(coding);
    const first = await post({ 'accept-encoding': coding });
    expect([first.coding, first.body.extensions.upstream.calls]).toEqual([coding, 1]);
    const plain = await post({});
    const ask = (transport: string) => post({ 'accept-encoding': coding }, { transport });
    const answers = await Promise.all([...TRANSPORTS, ...TRANSPORTS, ...TRANSPORTS].map(ask));
    expect(await compressions(coding)).toBe(before + 1);
    for (const answer of answers) {
      expect([answer.status, answer.coding]).toEqual([200, coding]);
      expect(answer.body.data).toEqual(plain.body.data);
      expect(answer.body.extensions.upstream).toMatchObject({ calls: 0, cached: 1 });
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
    }
  },
);

test.each([
  ['', 'identity'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['zstd;q=0, *', 'br'],
  ['*', 'zstd'],
  ['GZip', 'gzip'],
  ['nonsense;;;q', 'identity'],
])('a client that sends "Accept-Encoding: %s" gets %s', async (header, coding) => {
  expect(await post({ 'accept-encoding': header })).toMatchObject({ status: 200, coding });
});

test.each(['{ events(first: 1) { totalCount } }', '{ viewer { tier } }', '{ nothing }'])(
  'a client that refuses plain text gets a coding that it accepts for %s, too',
  async (query) => {
    for (const coding of CODINGS) {
      const header = { 'accept-encoding': `identity;q=0, ${coding};q=0.1` };
      const [plain, coded] = [await post({}, { query }), await post(header, { query })];
      expect([coded.coding, coded.status]).toEqual([coding, plain.status]);
      expect(coded.body.data).toEqual(plain.body.data);
    }
  },
);

test.each(['identity;q=0', '*;q=0', 'deflate, *;q=0'])(
  'a client whose "Accept-Encoding: %s" refuses all there is gets 406, and nothing is executed',
  async (header) => {
    const mutation = { query: 'mutation { createApiKey(name: "a") { secret } }' };
    const { status, body } = await post({ 'accept-encoding': header }, mutation);
    expect([status, body.data]).toEqual([406, undefined]);
    expect(body.errors[0].message).toMatch(/identity, zstd, br, gzip/);
    expect(graph.proxy.counts).toEqual({});
  },
);

test('what is small, fails, changes something or is not cached is not compressed', async () => {
  const queries = [
    '{ events(first: 1) { totalCount } }',
    '{ viewer { tier } }',
    'mutation { deleteApiKey(id: "9") { id } }',
    `{ nothing ${'x '.repeat(2_000)} }`,
    `{ apiKeys { ${Array.from({ length: 40 }, (_, i) => `a${i}: id`).join(' ')} } }`,
  ];
  for (const query of queries) {
    const { coding } = await post({ 'accept-encoding': 'gzip, br, zstd' }, { query });
    expect([query, coding]).toEqual([query, 'identity']);
  }
});

test.each(CODINGS)(
  'viewers share what is compressed with %s, each with a budget of its own',
  async (coding) => {
    const bearer = async (sub: string) => ({
      'x-api-key': '',
      authorization: `Bearer ${await graph.token({ sub, tier: 'enterprise' })}`,
    });
    const [ann, bob] = [await bearer(`ann ${coding}`), await bearer(`bob ${coding}`)];
    await post(ann, { query: '{ events(first: 1) { totalCount } }' });
    const before = await compressions(coding);
    const answers = [];
    for (const headers of [ann, bob, ann]) {
      answers.push(await post({ ...headers, 'accept-encoding': coding }));
    }
    expect(await compressions(coding)).toBe(before + 1);
    expect(answers.map(({ body }) => body.extensions.upstream.rateLimit.remaining)).toEqual([
      118, 120, 118,
    ]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
  },
);

test('the cache counts what it holds compressed', async () => {
  const held = () => metricOf(graph.url, 'response_cache_bytes');
  await post({});
  const before = await held();
  const { bytes } = await post({ 'accept-encoding': 'br' });
  const grown = (await held()) - before;
  expect(grown).toBeGreaterThan(bytes.length / 2);
  expect(grown).toBeLessThanOrEqual(bytes.length);
});

describe.skipIf(CHROMIUM === null)('a browser', () => {
  test('reads every coding that it accepts', async () => {
    let accepted = '';
    let coding: Coding = 'gzip';
    // Between the two, since a page can't choose what its browser accepts.
    const proxy = createServer((incoming, response) => {
      accepted = String(incoming.headers['accept-encoding']);
      const headers = { ...incoming.headers, 'accept-encoding': coding };
      const { method } = incoming;
      const forwarded = send(graph.url + incoming.url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(forwarded);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    const page = await (await sharedBrowser()).newPage();
    await page.goto(`http://127.0.0.1:${port}/healthz`);
    for (coding of CODINGS) {
      const before = await compressions(coding);
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
      expect(total).toEqual([200, coding, 200, 'number']);
      expect(await compressions(coding)).toBe(before + 1);
      expect(accepted.split(', ')).toContain(coding);
    }
    await page.close();
    proxy.close();
  });
});
