import { parse } from 'graphql';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { compiledBytes } from '../../../src/execution/documents/document-weight.ts';
import { metricOf } from '../../harness/clients/exposed-metrics.ts';
import { codesOf, type Question, TRANSPORTS } from '../../harness/clients/graph-client.ts';
import { StreamClient } from '../../harness/clients/stream-client.ts';
import { simulationOfOpportunities } from '../../harness/feeds/simulations.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { estimateOf } from '../../harness/operators/estimate.ts';
import type { Exchange } from '../../harness/servers/fault-proxy.ts';
import { answer } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

const HEAVY = `query($search: String) {
  events(first: 100, filter: { search: $search }) {
    nodes { odds { key selection line price { american decimal } } }
  }
}`;
const VALUES = estimateOf(HEAVY).values;

/** Three large queries at a time, two of one account. */
const LARGE = {
  values: 3.5 * VALUES,
  accountValues: 2.5 * VALUES,
  waiting: 20,
  accountWaiting: 10,
  waitMs: 5_000,
};

const graph = await sharedGraph({
  feed: simulationOfOpportunities,
  admissionLimits: { large: LARGE },
});

/** Large queries that are being executed: they wait until the test lets upstream answer. */
let executing: Exchange[];
let begun: string[];
let mostAtOnce: number;
let asked = 0;

beforeEach(() => {
  [executing, begun, mostAtOnce] = [[], [], 0];
  graph.proxy.spoil('GET /events', (exchange) => {
    executing.push(exchange);
    begun.push(exchange.seen.key ?? '');
    mostAtOnce = Math.max(mostAtOnce, executing.length);
  });
});

/** Sends a large query that is not cached. */
function askHeavy(key: string, question: Question = {}) {
  asked += 1;
  return graph.ask(HEAVY, { ...question, key, variables: { search: `nothing ${asked}` } });
}

async function answerAll(): Promise<void> {
  for (const exchange of executing.splice(0)) await exchange.relay();
}

const metric = (name: string) => metricOf(graph.url, name);
const executingValues = () => metric('executing_values');
const waiting = () => metric('waiting_operations');

/** Resolves when this many operations are waiting. */
async function untilWaiting(count: number): Promise<void> {
  await until(async () => (await waiting()) === count);
}

describe('concurrent large queries', () => {
  test('do not wait for callers whose keys upstream has not accepted', async () => {
    const lookUps: Exchange[] = [];
    graph.proxy.spoil('GET /account/keys', async (exchange) => {
      if (exchange.seen.key?.startsWith('invented')) lookUps.push(exchange);
      else await exchange.relay();
    });
    const invented = Array.from({ length: 30 }, (_, i) => askHeavy(`invented_${i}`));
    await until(() => lookUps.length > 0);
    const known = askHeavy('demo_enterprise');
    await until(() => executing.length === 1);
    await answerAll();
    expect((await known).status).toBe(200);
    expect(begun).toEqual(['demo_enterprise']);
    graph.proxy.reset();
    for (const lookUp of lookUps) await lookUp.relay();
    for (const reply of await Promise.all(invented)) expect(reply.errors).not.toEqual([]);
  });

  test('do not wait for callers with many keys while upstream cannot tell whether it knows them', async () => {
    graph.proxy.spoil('GET /account/keys', async (exchange) => {
      const isInvented = exchange.seen.key?.startsWith('invented');
      await (isInvented ? answer(503)(exchange) : exchange.relay());
    });
    const invented = Array.from({ length: 30 }, (_, i) => askHeavy(`invented_${i}`));
    await until(async () => executing.length > 0 && (await waiting()) > 0);
    const known = askHeavy('demo_enterprise');
    await until(() => begun.includes('demo_enterprise'));
    graph.proxy.reset();
    await answerAll();
    expect((await known).status).toBe(200);
    await Promise.all(invented);
  });

  test('are executed a few at a time, without delay to small ones, and all are answered', async () => {
    const enterprise = Array.from({ length: 6 }, () => askHeavy('demo_enterprise'));
    await untilWaiting(4);
    await until(() => executing.length === 2); // The account's own share is used up.
    const pro = askHeavy('demo_pro');
    await until(() => executing.length === 3);
    for (const key of ['demo_sharp', 'demo_enterprise']) {
      const data = await graph.dataOf('{ viewer { tier } sportsbooks { id } }', { key });
      expect(data.sportsbooks?.length).toBeGreaterThan(0);
    }
    expect([await waiting(), await executingValues()]).toEqual([4, 3 * VALUES]);
    const all = Promise.all([...enterprise, pro]);
    let isOver = false;
    void all.then(() => {
      isOver = true;
    });
    await until(() => {
      void answerAll();
      return isOver;
    });
    for (const { status, errors } of await all) expect([status, errors]).toEqual([200, []]);
    expect([begun.length, mostAtOnce]).toEqual([7, 3]);
    expect([await executingValues(), await waiting()]).toEqual([0, 0]);
  });

  test('that wait for too long are refused and counted, and the others are answered', async () => {
    const first = [askHeavy('demo_pro'), askHeavy('demo_pro')];
    await until(() => executing.length === 2);
    const refusedBefore = await metric('refusals_total{bound="executing_values"}');
    const late = TRANSPORTS.map((transport) => askHeavy('demo_pro', { transport }));
    await untilWaiting(2);
    graph.clock.advance(LARGE.waitMs);
    for (const reply of await Promise.all(late)) {
      expect([reply.status, codesOf(reply)]).toEqual([429, ['RATE_LIMITED']]);
      expect(reply.errors[0]?.extensions?.['retryAfterSeconds']).toBe(5);
      expect(reply.headers.get('retry-after')).toBe('5');
    }
    expect(await metric('refusals_total{bound="executing_values"}')).toBe(refusedBefore + 2);
    await answerAll();
    for (const { status, errors } of await Promise.all(first)) {
      expect([status, errors]).toEqual([200, []]);
    }
  });

  test('that are ended on an event stream while waiting are not executed', async () => {
    const first = [askHeavy('demo_pro'), askHeavy('demo_pro')];
    await until(() => executing.length === 2);
    const client = await StreamClient.open(graph.url, 'demo_pro');
    await client.ask('left', HEAVY, { variables: { search: 'left' } });
    await untilWaiting(1);
    await client.end('left');
    await untilWaiting(0);
    await answerAll();
    await Promise.all(first);
    expect(begun).toHaveLength(2);
    expect(await client.whole('left')).toEqual([]);
    client.close();
  });
});

const PRICES = 'nodes { id odds { key selection line price { american } } }';

test('the response of a large query is encoded in chunks, and is the same as that of a small one', async () => {
  graph.proxy.reset();
  const stringify = JSON.stringify;
  const lengths: number[] = [];
  vi.spyOn(JSON, 'stringify').mockImplementation((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args);
    if (text?.includes('"price":{')) lengths.push(text.length); // Upstream's JSON has no object there.
    return text;
  });
  const large = await graph.ask(`{ events(first: 100) { ${PRICES} } }`);
  expect(large.errors).toEqual([]);
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThan(large.text.length / 2);
  const small = await graph.ask(`{ events(first: 3) { ${PRICES} } }`); // For one slice and one chunk.
  expect(large.data.events?.nodes.slice(0, 3)).toEqual(small.data.events?.nodes);
});

test('the first large query of a key is compiled, because interpreting it takes ten times as long', async () => {
  graph.proxy.reset();
  const before = await metric('document_cache_bytes');
  const query = 'query First { events(first: 100) { nodes { odds { selection line } } } }';
  expect((await graph.ask(query, { key: 'demo_hobby' })).errors).toEqual([]);
  const bytes = compiledBytes(parse(query));
  expect((await metric('document_cache_bytes')) - before).toBeGreaterThanOrEqual(bytes);
});
