import { describe, expect, test } from 'vitest';
import { growthOf } from '../harness/clients/exposed-metrics.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { sharedReplicas } from '../harness/hooks/shared-replicas.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { answer, hang, rateLimited } from '../harness/servers/faults.ts';
import type { Replica } from '../harness/servers/replicas.ts';
import { until } from '../harness/until.ts';

const SPORTSBOOKS = '{ sportsbooks { id name } }';
const ROUTE = 'GET /sportsbooks';
const QUERIES = [
  '{ viewer { tier } }',
  SPORTSBOOKS,
  '{ events(first: 20, filter: { live: false }) { totalCount nodes { name odds(filter: { markets: ["moneyline"] }) { selection price { american } } } } }',
  '{ odds(first: 5, filter: { leagues: ["nfl"] }) { nodes { id } } }',
  '{ events(first: 3) { nodes { id splits { handle: __typename } } } }',
];

const replicas = await sharedReplicas();

/** The outcomes of the reads that `work` causes. All replicas of a test share the counters. */
async function outcomesOf({ url }: Replica, work: () => Promise<unknown>) {
  const grown = Object.entries(await growthOf(url, work)).flatMap(([series, by]) => {
    const outcome = /^shared_reads_total\{outcome="(\w+)"\}/.exec(series)?.[1];
    return outcome === undefined ? [] : [[outcome, by]];
  });
  return Object.fromEntries(grown);
}

describe.skipIf(!hasRedis)('replicas that share a Redis', { timeout: 60_000 }, () => {
  test('cost upstream as many requests for equal queries as one does', async () => {
    const counts = [];
    for (const count of [1, 3]) {
      await replicas.reset();
      const all = await replicas.startAll(count);
      const answers = new Set<string>();
      for (const query of QUERIES) {
        const asked = all.map((one) => one.ask(query));
        for (const { data, errors } of await replicas.answered(asked, all)) {
          expect(errors).toEqual([]);
          answers.add(JSON.stringify(data));
        }
      }
      expect(answers.size).toBe(QUERIES.length);
      counts.push(replicas.proxy.counts);
    }
    for (const count of counts.slice(1)) expect(count).toEqual(counts[0]);
    expect(counts[0]).toMatchObject({ 'GET /account/keys': 1, 'POST /odds/batch': 1 });
  });

  test('answer from what another has read, and report its cost and budget', async () => {
    const [first, second] = await replicas.startAll(2);
    const { data, cost } = await first.ask(SPORTSBOOKS);
    const found = await outcomesOf(second, async () => {
      const reply = await second.ask(SPORTSBOOKS);
      expect(reply.data).toEqual(data);
      expect(reply.cost).toEqual({ ...cost, calls: 0, cached: 1 });
    });
    expect(found).toEqual({ hit: 1 });
  });

  test('let an answer expire when it is stale at the replica that has read it', async () => {
    const [first, second] = await replicas.startAll(2);
    await first.ask(SPORTSBOOKS);
    second.clock.advance(1);
    await second.ask(SPORTSBOOKS);
    second.clock.advance(15_000); // Longer than what Redis said was left of the 15 seconds.
    replicas.proxy.reset();
    await replicas.redis.command(['FLUSHALL']);
    await second.ask(SPORTSBOOKS);
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 1 });
  });

  test('wait for a request of another that is under way', async () => {
    const [first, second, third] = await replicas.startAll(3);
    const found = await outcomesOf(first, async () => {
      const held = await replicas.held(first, SPORTSBOOKS, ROUTE);
      const asked = [held.reply];
      for (const one of [second, third])
        asked.push((await replicas.waiting(one, SPORTSBOOKS)).reply);
      held.release();
      const [one, ...others] = await replicas.answered(asked, [second, third]);
      for (const other of others) expect(other.data).toEqual(one?.data);
    });
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 1 });
    expect(found).toEqual({ miss: 1, awaited: 2 });
  });

  test('ask themselves if the request of another takes too long', async () => {
    const [first, second] = await replicas.startAll(2);
    replicas.proxy.plan('GET /sportsbooks', hang);
    const hanging = first.ask(SPORTSBOOKS);
    await until(() => replicas.proxy.unanswered === 1);
    const asked = await replicas.waiting(second, SPORTSBOOKS);
    second.clock.advance(2_000);
    expect((await asked.reply).errors).toEqual([]);
    first.clock.advance(10_000);
    expect(codesOf(await hanging)).toEqual(['UPSTREAM_TIMEOUT']);
  });

  test('ask themselves if the request of another fails', async () => {
    const [first, second] = await replicas.startAll(2);
    const released = Promise.withResolvers<void>();
    replicas.proxy.plan('GET /sportsbooks', async (exchange) => {
      await released.promise;
      await answer(404)(exchange);
    });
    const failing = first.ask(SPORTSBOOKS);
    await until(() => replicas.proxy.seen.length === 1);
    const asked = await replicas.waiting(second, SPORTSBOOKS);
    released.resolve();
    expect(codesOf(await failing)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
    const [reply] = await replicas.answered([asked.reply], [second]);
    expect(reply?.errors).toEqual([]);
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 2 });
  });

  test('obey a Retry-After that another has got', async () => {
    const [first, second] = await replicas.startAll(2);
    replicas.proxy.plan('GET /sportsbooks', rateLimited({ 'retry-after': '30' }));
    expect(codesOf(await first.ask(SPORTSBOOKS))).toEqual(['RATE_LIMITED']);
    for (const query of [SPORTSBOOKS, 'mutation { createApiKey(name: "new") { secret } }']) {
      const [error] = (await second.ask(query)).errors;
      expect(error?.extensions?.['code']).toBe('RATE_LIMITED');
      const seconds = Number(error?.extensions?.['retryAfterSeconds']);
      expect(seconds).toBeLessThanOrEqual(30);
      expect(seconds).toBeGreaterThan(0);
    }
    expect((await second.ask(SPORTSBOOKS, { key: 'demo_pro' })).errors).toEqual([]);
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 2 });
    second.clock.advance(30_000);
    await replicas.redis.command(['FLUSHALL']);
    expect((await second.ask(SPORTSBOOKS)).errors).toEqual([]);
  });

  test('know the budget that upstream has reported to another', async () => {
    const [first, second] = await replicas.startAll(2);
    const BUDGET = '{ viewer { tier rateLimit { limit remaining resetAt } } }';
    await second.ask(BUDGET);
    await first.ask(BUDGET);
    for (let i = 0; i < 3; i += 1)
      await first.ask(`{ sportsbooks { id } odds(first: ${i + 1}) { totalCount } }`);
    const { cost } = await first.ask('{ odds(first: 7) { totalCount } }');
    await second.ask('{ odds(first: 7) { totalCount } }');
    const { data } = await second.ask(BUDGET);
    expect(data.viewer?.rateLimit).toEqual(cost.rateLimit);
  });

  test('look a tier up again after upstream has contradicted it', async () => {
    const [first, second] = await replicas.startAll(2);
    await first.ask('{ viewer { tier } }', { key: 'demo_pro' });
    await second.ask('{ viewer { tier } }', { key: 'demo_pro' });
    expect(replicas.proxy.counts).toEqual({ 'GET /account/keys': 1 });
    replicas.proxy.rewriteRows('GET /account/keys', (key) => ({ ...key, tier: 'free' }));
    replicas.proxy.spoil(
      'POST /odds/batch',
      answer(403, { error: { code: 'tier_restricted', message: '' } }),
    );
    second.clock.advance(5_000);
    const query = '{ events(first: 2) { nodes { odds { selection } } } }';
    await second.ask(query, { key: 'demo_pro' });
    expect((await second.ask('{ viewer { tier } }', { key: 'demo_pro' })).data.viewer?.tier).toBe(
      'FREE',
    );
    expect(replicas.proxy.counts['GET /account/keys']).toBe(2);
  });
});
