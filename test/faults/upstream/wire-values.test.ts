import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { codesOf } from '../../harness/clients/graph-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { expectNoLeak } from '../../harness/leaks.ts';
import type { Fault } from '../../harness/servers/fault-proxy.ts';

const graph = await sharedGraph();

type Row = Readonly<Record<string, unknown>>;

/** Changes every price of the list and of batches. */
function spoilPrices(spoil: (row: Row) => Row): void {
  graph.proxy.rewriteRows('GET /odds', spoil);
  graph.proxy.rewriteEvents((event) => ({ ...event, odds: event.odds.map(spoil) }));
}

describe('a compressed response', () => {
  const QUERY = '{ sportsbooks { id name } }';

  const CODINGS = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync };

  /** Sends the origin's response, changed, as if it had this content coding. */
  function code(coding: string, change: (body: string) => Buffer, status = 200): Fault {
    return async ({ response, forward }) => {
      const { body } = await forward();
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      response.writeHead(status, headers).end(change(body));
    };
  }

  test.each(Object.entries(CODINGS))('in %s is asked for and read', async (coding, compress) => {
    const plain = await graph.ask(QUERY);
    graph.fresh();
    graph.proxy.spoil('GET /sportsbooks', code(coding, compress));
    expect((await graph.ask(QUERY)).data).toEqual(plain.data);
    const [seen] = graph.proxy.seen.filter(({ route }) => route === '/sportsbooks');
    expect(seen?.acceptEncoding?.split(', ')).toContain(coding);
  });

  test('that is a refusal is read as one', async () => {
    const refusal = JSON.stringify({ error: { code: 'feature_not_available', message: 'No.' } });
    graph.proxy.spoil(
      'GET /sportsbooks',
      code('gzip', () => gzipSync(refusal), 403),
    );
    const reply = await graph.ask(QUERY);
    expect(codesOf(reply)).toEqual(['FEATURE_NOT_AVAILABLE']);
    expect(reply.errors[0]?.extensions?.['upstream']).toMatchObject({
      code: 'feature_not_available',
    });
  });

  test.each([
    ['a bomb', 'gzip', () => gzipSync(Buffer.alloc(65 * 2 ** 20, ' ')), /is too large/],
    [
      'cut off',
      'gzip',
      (body: string) => gzipSync(body).subarray(0, -20),
      /cannot be decompressed/,
    ],
    ['of another coding than it says', 'br', gzipSync, /cannot be decompressed/],
    ['of an unknown coding', 'compress', Buffer.from, /was not asked for/],
  ])('that is %s is invalid', async (_name, coding, change, message) => {
    graph.proxy.spoil('GET /sportsbooks', code(coding, change));
    const reply = await graph.ask(QUERY);
    expect(codesOf(reply)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
    expect(reply.errors[0]?.message).toMatch(message);
  });
});

describe('invalid decimal odds', () => {
  const PRICE = 'price { american decimal probability }';

  test.each([
    [0, -110, { american: -110, decimal: 1.909090909091, probability: 110 / 210 }],
    [0, 189, { american: 189, decimal: 2.89, probability: 1 / 2.89 }],
    [0, 150, { american: 150, decimal: 2.5, probability: 0.4 }],
    [-3, 100, { american: 100, decimal: 2, probability: 0.5 }],
    [0.5, 300, { american: 300, decimal: 4, probability: 0.25 }],
    // A price without a win, so that it never looks attractive.
    [0, 0, { american: 0, decimal: 1, probability: 1 }],
  ])(
    '(%d with American odds %d) are computed from the American odds',
    async (decimal, american, price) => {
      spoilPrices(({ odds_probability: _, ...row }) => {
        return { ...row, odds_american: american, odds_decimal: decimal };
      });
      const reply = await graph.ask(`{
      odds(first: 1) { nodes { ${PRICE} } }
      events(first: 1) { nodes { odds { ${PRICE} } } } }`);
      expect(reply.errors).toEqual([]);
      for (const odds of [
        ...(reply.data.odds?.nodes ?? []),
        reply.data.events?.nodes[0]?.odds?.[0],
      ]) {
        expect(odds?.price.american).toBe(price.american);
        expect(odds?.price.decimal).toBe(price.decimal);
        expect(odds?.price.probability).toBeCloseTo(price.probability, 12);
      }
    },
  );

  test.each([0, -0.5, 1.5, 52.4])(
    'with the probability %d have the implied probability instead',
    async (probability) => {
      spoilPrices((row) => {
        return { ...row, odds_american: -110, odds_decimal: 0, odds_probability: probability };
      });
      const data = await graph.dataOf(`{ odds(first: 1) { nodes { ${PRICE} } } }`);
      expect(data.odds?.nodes[0]?.price.probability).toBeCloseTo(110 / 210, 12);
    },
  );

  test('are computed from the American odds in a comparison too', async () => {
    spoilPrices((row) => ({ ...row, odds_decimal: 0 }));
    const data = await graph.dataOf(`{ events(first: 3) { nodes { comparison {
      markets { selections { prices { ${PRICE} } best { probability } } } } } } }`);
    const markets = data.events?.nodes.flatMap((one) => one.comparison?.markets ?? []) ?? [];
    const prices = markets.flatMap(({ selections }) => selections.flatMap(({ prices }) => prices));
    expect(prices.length).toBeGreaterThan(50);
    for (const { price } of prices) {
      expect(price.decimal).toBeGreaterThan(1);
      expect(price.probability).toBeCloseTo(1 / price.decimal, 12);
    }
  });
});

test('an event’s id at a sportsbook may be a number, and one that is null or not exact is left out', async () => {
  const external_ids = { draftkings: 4711, fanduel: null, pinnacle: 'P1', betmgm: 2 ** 53 };
  graph.proxy.rewriteRows('GET /events', (event) => ({ ...event, external_ids }));
  const data = await graph.dataOf(
    '{ events(first: 1) { nodes { externalIds { sportsbookId eventId } } } }',
  );
  expect(data.events?.nodes[0]?.externalIds).toEqual([
    { sportsbookId: 'draftkings', eventId: '4711' },
    { sportsbookId: 'pinnacle', eventId: 'P1' },
  ]);
});

describe('a count that does not fit GraphQL’s Int', () => {
  const WRONG = [1.5, 3e9, -1, 2 ** 31];

  test.each(WRONG)('(%d) as a total fails only that list', async (total) => {
    for (const route of ['GET /odds', 'GET /events']) {
      graph.proxy.rewriteMeta(route, (meta) => ({ ...meta, total }));
    }
    for (const route of ['GET /splits', 'GET /opportunities/low_hold']) {
      graph.proxy.rewrite<{ pagination: object }>(route, (page) => ({
        ...page,
        pagination: { ...page.pagination, total },
      }));
    }
    const reply = await graph.ask(`{ viewer { tier }
      odds { totalCount } events { totalCount } splits { totalCount }
      lowHoldOpportunities { totalCount } }`);
    expect(codesOf(reply)).toEqual(Array(4).fill('UPSTREAM_INVALID_RESPONSE'));
    expect(reply.data).toEqual({
      viewer: { tier: 'ENTERPRISE' },
      odds: null,
      events: null,
      splits: null,
      lowHoldOpportunities: null,
    });
    expectNoLeak(reply.text);
  });

  test.each(WRONG)('(%d) of sportsbooks or events fails that list', async (count) => {
    graph.proxy.rewriteRows('GET /events', (event) => ({ ...event, book_count: count }));
    graph.proxy.rewriteRows('GET /sportsbooks', (book) => ({ ...book, event_count: count }));
    const query = '{ events { nodes { bookCount } } sportsbooks { eventCount } }';
    const reply = await graph.ask(query);
    expect(codesOf(reply)).toEqual(Array(2).fill('UPSTREAM_INVALID_RESPONSE'));
  });

  test('that a sportsbook lacks is 0', async () => {
    graph.proxy.rewriteRows('GET /sportsbooks', (book) => ({ ...book, event_count: null }));
    const data = await graph.dataOf('{ sportsbooks { eventCount } }');
    expect(data.sportsbooks?.[0]).toEqual({ eventCount: 0 });
  });

  test('as a rate limit is ignored', async () => {
    const headers = { 'x-ratelimit-limit': '3000000000', 'x-ratelimit-remaining': '5' };
    graph.proxy.spoil('GET /account/keys', async ({ response, forward }) => {
      const { status, headers: own, body } = await forward();
      response.writeHead(status, { ...own, ...headers }).end(body);
    });
    const data = await graph.dataOf('{ viewer { rateLimit { limit } } }', {
      key: 'demo_sharp', // No answer has reported its rate limit yet.
    });
    expect(data).toEqual({ viewer: { rateLimit: null } });
  });
});

describe('links of opportunities', () => {
  test.each([
    ['javascript:alert(1)', null],
    [' JavaScript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,<script>alert(1)</script>', null],
    ['ftp://book.example/bet', null],
    ['//book.example/bet', null],
    ['book.example/bet', null],
    ['', null],
    ['https://book.example/bet?id=1', 'https://book.example/bet?id=1'],
    ['HTTP://book.example/bet', 'HTTP://book.example/bet'],
  ])('%j is returned as %j', async (link, url) => {
    const deep_links = { draftkings: link };
    graph.proxy.rewriteRows('GET /opportunities/low_hold', (row) => ({
      ...row,
      side1: { ...Object(row['side1']), deep_links },
    }));
    const data = await graph.dataOf(
      '{ lowHoldOpportunities(first: 1) { nodes { side1 { deepLinks { sportsbookId url } } } } }',
    );
    const [node] = data.lowHoldOpportunities?.nodes ?? [];
    expect(node?.side1.deepLinks).toEqual([{ sportsbookId: 'draftkings', url }]);
  });

  test('a redirect path is returned only if it stays at the service', async () => {
    const own = '/api/v1/deeplink/own';
    const hosts = ['@', '.', '//', '/\\', '/\t/', '/\r\n\\'].map(
      (start) => `${start}evil.example/x`,
    );
    const paths = { ...hosts, own };
    graph.proxy.rewrite<object>('POST /deeplinks/batch', (body) => ({ ...body, data: paths }));
    const query = 'query ($ids: [ID!]!) { deepLinks(ids: $ids) { path url } }';
    const data = await graph.dataOf(query, { variables: { ids: Object.keys(paths) } });
    expect(data.deepLinks).toEqual([
      ...hosts.map(() => ({ path: null, url: null })),
      { path: `${own}?state=pa`, url: `${graph.proxy.url.origin + own}?state=pa` },
    ]);
  });
});
