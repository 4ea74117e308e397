import { getIntrospectionQuery, parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { compiledBytes } from '../../../src/execution/documents/document-weight.ts';
import { metricOf } from '../../harness/clients/exposed-metrics.ts';
import { codesOf, persisted, type Transport } from '../../harness/clients/graph-client.ts';
import { LIVE_ODDS, LiveClient } from '../../harness/clients/live-client.ts';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeEach(async () => {
  graph = await startTestGraph();
});
afterEach(() => graph.stop());

/** The sizes of the graph's caches, in bytes. */
const held = (what: string) => metricOf(graph.url, what);

const fields = 'id selection sportsbookId marketType price { american decimal probability }';

/** A valid document of some 14 kB, unlike all others. */
const large = (i: number): string =>
  `query Q${i} { ${Array.from({ length: 50 }, (_, k) => `a${k}_${i}: odds(first: 1, filter: { leagues: ["league ${i}"], markets: ["moneyline"] }) { nodes { ${fields} event { id name startTime isLive } } }`).join(' ')} }`;

async function flood(
  count: number,
  text: (i: number) => string,
  key: string | null,
  transport: Transport,
) {
  for (let i = 0; i < count; i += 5) {
    const five = Array.from({ length: 5 }, (_, k) => graph.ask(text(i + k), { key, transport }));
    await Promise.all(five);
  }
}

describe('callers without a known key', () => {
  test('have no documents compiled, and only a small cache', async () => {
    const refused = await graph.ask(large(0), { key: null });
    expect(codesOf(refused)).toContain('UNAUTHENTICATED');
    await flood(15, large, null, '/graphql');
    await flood(15, (i) => large(15 + i), 'made_up', '/subgraph');
    // A five-hundred-and-twelfth of the heap, where these documents take thirty megabytes, and compiled a hundred more.
    expect(await held('document_cache_bytes')).toBeLessThan(10 * 2 ** 20);
  });

  test('can introspect the schema, and no answer is kept for them', async () => {
    const whole = await graph.ask(getIntrospectionQuery(), { key: null });
    expect(whole.errors).toEqual([]);
    expect(whole.text).toContain('"queryType":{"name":"Query"');
    expect(await held('response_cache_bytes')).toBe(0);
    expect(await held('document_cache_bytes')).toBeLessThan(
      compiledBytes(parse(getIntrospectionQuery())),
    );
  });

  test('do not evict the document of a subscription, which is compiled and kept as one of a query is', async () => {
    await graph.ask('{ viewer { tier } }'); // The key is known.
    const before = await held('document_cache_bytes');
    const client = await LiveClient.open(graph.url);
    onTestFinished(() => client.close());
    await client.next();
    const bytes = compiledBytes(parse(LIVE_ODDS));
    expect((await held('document_cache_bytes')) - before).toBeGreaterThanOrEqual(bytes);
  });

  test('do not evict persisted documents of others', async () => {
    const query = 'query Book($id: ID!) { sportsbook(id: $id) { id } }';
    const post = (body: object, key: string | null) => graph.post(JSON.stringify(body), { key });
    const variables = { id: 'circa' };
    const extensions = persisted(query);
    const CIRCA = { sportsbook: { id: 'circa' } };
    for (let i = 0; i < 2; i += 1) await post({ query, variables, extensions }, 'demo_enterprise');
    for (let i = 0; i < 150; i += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, k) => {
          const text = `{ __typename } # ${i + k} ${'x'.repeat(99_000)}`;
          return post({ query: text, extensions: persisted(text) }, null);
        }),
      );
    }
    expect((await post({ variables, extensions }, 'demo_enterprise')).data).toEqual(CIRCA);
  });

  test('whose key becomes known have their documents compiled and cached from then on', async () => {
    const query = '{ sportsbooks { id name } }';
    const before = await graph.ask(query);
    expect(before.errors).toEqual([]);
    const documents = await held('document_cache_bytes');
    graph.fresh();
    const after = await graph.ask(query);
    expect(after.data).toEqual(before.data);
    expect(documents).toBeLessThan(compiledBytes(parse(query)));
    expect(await held('document_cache_bytes')).toBeGreaterThanOrEqual(compiledBytes(parse(query)));
  });
});

test('nothing but its own text is registered under the hash of a document', async () => {
  expect((await graph.ask('{ sportsbooks { id } }')).errors).toEqual([]);
  const text = '{ __typename }';
  const post = (query: unknown, key: string | null = 'demo_enterprise') =>
    graph.post(JSON.stringify({ query, extensions: persisted(text) }), { key });
  for (const query of [[...Buffer.from(text)], [text], 123, true, { text }, `${text} #`]) {
    for (const answer of [await post(query), await post(query, null)]) {
      expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_USER_INPUT']]);
    }
  }
  expect(codesOf(await post(undefined))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
  expect((await post(text)).data).toEqual({ __typename: 'Query' });
  expect((await post(undefined)).data).toEqual({ __typename: 'Query' });
});
