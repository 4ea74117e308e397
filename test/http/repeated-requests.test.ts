import { describe, expect, test, vi } from 'vitest';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { Executor } from '../../src/execution/executor.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { codesOf, persisted, type Question, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { sharedViewerGraph, viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';
import { answer } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';

/** Fresh for 15 seconds, and others on each tier. */
const QUERY = '{ sportsbooks { id } }';
/** Fresh for a second. */
const ODDS = 'query ($first: Int) { odds(first: $first) { nodes { id } } }';

const graph = await sharedViewerGraph({ requestsPerMinute: 10 });

const repeats = () => metricOf(graph.url, 'request_cache_hits_total');

/** How many of the requests that `work` sends are answered without being read again. */
async function repeatsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await repeats();
  await work();
  return (await repeats()) - before;
}

describe('a repeated request', () => {
  /** Makes the key known, and caches the response. */
  async function warm(question: Question = {}) {
    await graph.ask('{ events(first: 1) { totalCount } }', question);
    return graph.ask(QUERY, question);
  }

  test.each(TRANSPORTS)(
    'at %s is answered like the one before, at the other one as well',
    async (transport) => {
      const first = await warm();
      let again = first;
      const count = await repeatsDuring(async () => {
        again = await graph.ask(QUERY, { transport });
      });
      expect([count, again.status, again.data]).toEqual([1, 200, first.data]);
      expect(again.cost).toEqual({ ...first.cost, calls: 0, cached: first.cost.calls });
      for (const name of [
        'content-type',
        'vary',
        'cache-control',
        'access-control-expose-headers',
      ]) {
        expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      }
    },
  );

  test('a request that asks for the same in another format is not read', async () => {
    await warm();
    const body = JSON.stringify({ query: QUERY });
    const json = { headers: { accept: 'application/json' } };
    const count = await repeatsDuring(async () => {
      expect((await graph.post(`${body} `)).status).toBe(200);
      const other = await graph.post(body, json);
      expect(other.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });
    expect(count).toBe(2);
  });

  test('a request that differs in anything that matters is read', async () => {
    await warm();
    expect(await repeatsDuring(() => graph.ask(QUERY, { key: 'demo_pro' }))).toBe(0);
    const query = `query Odds($n: Int) { odds(first: $n) { nodes { id } } }
      query Events($n: Int) { events(first: $n) { nodes { id } } }`;
    const asked: readonly [string, number][] = [
      ['Odds', 1],
      ['Odds', 2],
      ['Events', 1],
      ['Odds', 1],
    ];
    for (const [operationName, n] of asked) {
      const { data } = await graph.ask(query, { operationName, variables: { n } });
      const nodes = Array(n).fill({ id: expect.any(String) });
      expect(data).toEqual({ [operationName.toLowerCase()]: { nodes } });
    }
  });

  test('undeclared variables and explicit defaults do not change the data, and are shared word for word', async () => {
    const query =
      'query ($id: ID!, $n: Int = 1) { sportsbook(id: $id) { id } events(first: $n) { totalCount } }';
    const first = await graph.ask(query, { variables: { id: 'circa' } });
    expect(first.data.sportsbook).toEqual({ id: 'circa' });
    const same = [
      { id: 'circa', undeclared: 'x'.repeat(1_000) },
      { n: 1, id: 'circa' },
    ];
    const count = await repeatsDuring(async () => {
      for (const variables of [...same, ...same])
        expect((await graph.ask(query, { variables })).data).toEqual(first.data);
    });
    expect(count).toBe(same.length);
  });

  test('those who ask at the moment an answer becomes stale share one execution', async () => {
    await warm();
    const ask = () => graph.ask(ODDS, { variables: { first: 4 } });
    await ask();
    graph.clock.advance(1_000);
    const gate = Promise.withResolvers<void>();
    graph.proxy.plan('GET /odds', async ({ relay }) => {
      await gate.promise;
      await relay();
    });
    const started = vi.spyOn(Executor.prototype, 'execute');
    const hits = () => metricOf(graph.url, 'response_cache_hits_total');
    const hitsBefore = await hits();
    const logged = graph.log().length;
    const asked = Array.from({ length: 8 }, ask);
    await until(() => started.mock.calls.length === 8);
    started.mockRestore();
    gate.resolve();
    const answers = await Promise.all(asked);
    expect(answers.map(({ cost }) => cost.calls).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    const lines = () => linesOf(graph.log().slice(logged), 'operation');
    await until(() => lines().length === 8);
    expect(lines().filter(({ cached }) => cached)).toHaveLength(7);
    expect((await hits()) - hitsBefore).toBe(7);
  });

  test('each request has its own id, its CORS headers and its place in the metrics', async () => {
    await warm();
    const ask = (headers: Record<string, string>) => graph.ask(QUERY, { headers });
    const of = (name: string) => metricOf(graph.url, name);
    const names = [
      `operations_total{operation="other",type="query",transport="graphql"}`,
      'response_cache_hits_total',
      `http_request_duration_seconds_count{route="/graphql",status="200"}`,
    ];
    const before = await Promise.all(names.map(of));
    const count = await repeatsDuring(async () => {
      const named = await ask({ 'x-request-id': 'mine', origin: 'https://app.example' });
      expect(named.headers.get('x-request-id')).toBe('mine');
      expect(named.headers.get('access-control-allow-origin')).toBe('https://app.example');
      const foreign = await ask({ origin: 'https://evil.example' });
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      expect(foreign.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    });
    expect(count).toBe(2);
    const after = await Promise.all(names.map(of));
    expect(after.map((value, i) => value - (before[i] ?? 0))).toEqual([2, 2, 2]);
  });

  test('a key that upstream has refused once is no longer known, so its requests are read', async () => {
    const key = 'demo_pro';
    await warm({ key });
    expect(await repeatsDuring(() => graph.ask(QUERY, { key }))).toBe(1);
    const refusal = { error: { code: 'unauthorized', message: 'No such key' } };
    graph.proxy.spoil('GET /odds', answer(401, refusal));
    const other = await graph.ask(ODDS, { key });
    expect(codesOf(other)).toEqual(['UNAUTHENTICATED']);
    expect(await repeatsDuring(() => graph.ask(QUERY, { key }))).toBe(0);
  });

  test('a token is refused when it has expired, although the data is fresh', async () => {
    const leeway = 30;
    const exp = Math.floor(graph.clock.now() / 1_000) - leeway + 5;
    const viewer = await graph.viewer({ sub: 'late', tier: 'pro', exp });
    await warm(viewer);
    const ask = () => graph.ask(QUERY, viewer);
    expect(await repeatsDuring(ask)).toBe(1);
    graph.clock.advance(6_000);
    const refused = await ask();
    expect([refused.status, codesOf(refused)]).toEqual([401, ['UNAUTHENTICATED']]);
  });

  test('viewers of one tier share an answer, each with a budget of its own, and other tiers do not', async () => {
    const [ann, bob, free] = [
      await graph.viewer({ sub: 'ann', tier: 'pro' }),
      await graph.viewer({ sub: 'bob', tier: 'pro' }),
      await graph.viewer({ sub: 'ann', tier: 'free' }),
    ];
    const first = await warm(ann);
    const spent = first.cost.rateLimit?.remaining;
    let ofBob = first;
    const count = await repeatsDuring(async () => {
      for (let i = 0; i < 20; i += 1) await graph.ask(QUERY, ann);
      ofBob = await graph.ask(QUERY, bob);
    });
    expect([count, ofBob.data]).toEqual([21, first.data]);
    expect([spent, ofBob.cost.rateLimit?.remaining]).toEqual([8, 10]);
    const again = await graph.ask(QUERY, ann);
    expect(again.cost.rateLimit?.remaining, 'repeats cost nothing').toBe(8);
    const other = await graph.ask(QUERY, free);
    expect(other.cost.calls, 'of another tier').toBeGreaterThan(0);
    const owner = { key: 'demo_pro' };
    expect(await repeatsDuring(() => graph.ask(QUERY, owner)), 'of the owner').toBe(0);
  });

  test('a persisted query (APQ) is answered again by its hash', async () => {
    await warm();
    const extensions = persisted(QUERY);
    const ask = (body: object) => graph.post(JSON.stringify(body));
    const { data } = await ask({ query: QUERY, extensions });
    await ask({ extensions });
    expect(await repeatsDuring(() => ask({ extensions }))).toBe(1);
    expect((await ask({ extensions })).data).toEqual(data);
  });
});

test('where viewers may send only trusted documents, one that the key behind them has just sent is still refused', async () => {
  const documents = new TrustedDocuments([['mine', '{ sportsbooks { name } }']]);
  const strict = await viewerGraphOfTest({ trustedDocuments: { documents, only: true } });
  const question = { key: 'demo_pro' };
  for (let i = 0; i < 3; i += 1) expect((await strict.ask(QUERY, question)).status).toBe(200);
  const viewer = await strict.viewer({ sub: 'viewer', tier: 'pro' });
  expect((await strict.post('{"documentId":"mine"}', viewer)).status).toBe(200);
  expect((await strict.post('{"documentId":"mine"}', viewer)).status).toBe(200);
  const refused = await strict.ask(QUERY, viewer);
  expect([refused.status, codesOf(refused)]).toEqual([403, ['FORBIDDEN']]);
});
