import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { Replicas } from '../harness/servers/replicas.ts';
import { until } from '../harness/until.ts';

const PROCESSES = 3;

/** No answer that these queries need is fresh for less. */
const FRESH_MS = 1_000;

const QUERIES = [
  '{ viewer { tier } }',
  '{ sportsbooks { id name } }',
  '{ events(first: 20, filter: { live: false }) { totalCount nodes { name odds(filter: { markets: ["moneyline"] }) { selection price { american } } } } }',
  '{ odds(first: 5, filter: { leagues: ["nfl"] }) { nodes { id } } }',
  '{ events(first: 3) { nodes { id splits { handle: __typename } } } }',
];

/** Every attempt has an account of its own, of which nothing is known yet. */
const KEYS = Array.from({ length: 200 }, (_, i) => `sk_processes_${i}`);

let shared: Replicas;
let processes: OddsgraphProcess[] = [];
let replicas: GraphClient[];
let nextKey = 0;

beforeAll(async () => {
  if (!hasRedis) return;
  shared = await Replicas.open(KEYS.map((key) => ({ key, tier: 'enterprise' })));
  const environment = {
    REDIS_URL: shared.redis.url,
    UPSTREAM_URL: shared.proxy.url.href,
    LOG_LEVEL: 'warn',
  };
  processes = Array.from({ length: PROCESSES }, () => new OddsgraphProcess(environment));
  replicas = await Promise.all(processes.map((one) => one.listening()));
  await until(async () => (await shared.sharing()) === PROCESSES);
}, 120_000);

afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await shared?.stop();
});

/** The reads that were not shared, because Redis or another process took too long. */
async function unsharedReads(): Promise<number> {
  const counts = replicas.map(async ({ url }) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const lines = text.matchAll(/^oddsgraph_shared_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
    const late = [...lines].filter(([, outcome = '']) => !/^(hit|awaited|miss)$/.test(outcome));
    return late.reduce((sum, [, , count]) => sum + Number(count), 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * The requests that upstream gets when replicas are asked the same at the same time. It counts only if no
 * read missed its deadline for Redis, and no answer became stale meanwhile; otherwise another account asks.
 */
async function requestsFor(query: string, asked: readonly GraphClient[]) {
  for (let key = KEYS[nextKey++]; key !== undefined; key = KEYS[nextKey++]) {
    const unshared = await unsharedReads();
    shared.proxy.reset();
    const begun = performance.now();
    const answers = await Promise.all(asked.map((one) => one.ask(query, { key })));
    const ms = performance.now() - begun;
    const { counts } = shared.proxy;
    for (const { data, errors } of answers) expect([data, errors]).toEqual([answers[0]?.data, []]);
    if (ms < FRESH_MS && (await unsharedReads()) === unshared) return counts;
  }
  throw new Error('Some read was late in every attempt.');
}

describe.skipIf(!hasRedis)(`${PROCESSES} processes`, () => {
  test('cost upstream as many requests for equal queries as one does', {
    timeout: 120_000,
  }, async () => {
    for (const query of QUERIES) {
      const alone = await requestsFor(query, replicas.slice(0, 1));
      expect(Object.keys(alone).length).toBeGreaterThan(0);
      expect(await requestsFor(query, replicas)).toEqual(alone);
    }
  });
});
