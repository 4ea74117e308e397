import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, type GraphClient } from '../harness/clients/graph-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { until } from '../harness/until.ts';
import { signingKeyPair } from '../harness/viewers/token-issuer.ts';
import { bearer, startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

let redis: RedisServer;
let graph: ViewerGraph;
let replica: GraphClient;
let viewers = 0;

beforeAll(async () => {
  if (!hasRedis) return;
  redis = await RedisServer.start();
  graph = await startViewerGraph({ requestsPerMinute: 6, redisUrl: redis.url });
  replica = await graph.replica();
  // One after the other: on their clock, none could wait for what the other reads.
  for (const one of [graph, replica]) await untilShared(one);
});

afterAll(async () => {
  if (!hasRedis) return;
  await graph.stop();
  await redis.stop();
});

function newViewer() {
  viewers += 1;
  return graph.viewer({ tier: 'pro', sub: `viewer ${viewers}` });
}

/** Resolves once a graph is connected, and counts in Redis. */
async function untilShared(client: GraphClient): Promise<void> {
  const counts = (await namesInRedis()).length;
  await until(async () => {
    await client.ask('{ viewer { tier } }', await newViewer());
    return (await namesInRedis()).length > counts;
  });
}

async function namesInRedis(): Promise<string[]> {
  return (await redis.command(['KEYS', '*:budget'])) as string[];
}

function odds(first: number): string {
  return `{ odds(first: ${first}) { nodes { id } } }`;
}

describe.skipIf(!hasRedis)('replicas that share a Redis', () => {
  test('share the budget of a viewer', async () => {
    const viewer = await newViewer();
    for (const first of [1, 2, 3]) {
      expect((await graph.ask(odds(first), viewer)).errors).toEqual([]);
      expect((await replica.ask(odds(first + 3), viewer)).errors).toEqual([]);
    }
    graph.proxy.reset();
    for (const client of [graph, replica]) {
      const refused = await client.ask(odds(7), viewer);
      expect([refused.status, codesOf(refused)]).toEqual([429, ['RATE_LIMITED']]);
      expect(refused.errors[0]?.extensions?.['retryAfterSeconds']).toBeGreaterThan(0);
    }
    expect(graph.proxy.seen).toEqual([]);
    expect((await replica.ask(odds(7), await newViewer())).errors).toEqual([]);
  });

  test('show a viewer what it has used of its budget at any of them', async () => {
    const viewer = await newViewer();
    await graph.ask(odds(11), viewer);
    await graph.ask(odds(12), viewer);
    const { data, cost } = await replica.ask('{ viewer { rateLimit { remaining } } }', viewer);
    expect(data.viewer?.rateLimit?.remaining).toBe(4);
    expect(cost.rateLimit?.remaining).toBe(4);
  });

  test('put neither a token nor a subject into Redis, in clear or hashed without the secret', async () => {
    const sub = 'alice@example.com';
    const token = await graph.token({ tier: 'pro', sub });
    await graph.ask(odds(21), bearer(token));
    const names = await namesInRedis();
    const secondsLeft = await redis.command(['TTL', names[0] ?? '']);
    expect(secondsLeft).toBeGreaterThan(0);
    expect(secondsLeft).toBeLessThanOrEqual(60);
    const text = names.join(' ');
    const clear = [token, sub, graph.issuer.issuer, JSON.stringify([graph.issuer.issuer, sub])];
    for (const secret of clear) {
      expect(text).not.toContain(secret);
      const hash = createHash('sha256').update(secret).digest('hex');
      expect(text).not.toContain(hash.slice(0, 32));
    }
  });

  test('accept a token that is signed with a new key on a stream that is open at another replica', async () => {
    const { issuer, clock } = graph;
    const claims = { tier: 'pro', sub: 'with a stream' };
    const client = await StreamClient.open(graph.url, null, await graph.token(claims));
    const newKey = await signingKeyPair('two');
    issuer.listed.push(newKey.publicJwk);
    clock.advance(6_000); // The key set is fetched at most every five seconds.
    client.bearer = await issuer.sign(newKey, clock.now(), claims);
    expect((await client.at(replica.url).ask('tier', '{ viewer { tier } }')).status).toBe(202);
    expect(await client.whole('tier')).toMatchObject([{ data: { viewer: { tier: 'PRO' } } }]);
    client.close();
  });

  test('serve viewers within their budgets while Redis is gone', async () => {
    const viewer = await newViewer();
    redis.signal('SIGKILL');
    for (let first = 31; first <= 36; first += 1) {
      expect((await graph.ask(odds(first), viewer)).errors).toEqual([]);
    }
    expect(codesOf(await graph.ask(odds(37), viewer))).toEqual(['RATE_LIMITED']);
    await redis.restart();
  });
});
