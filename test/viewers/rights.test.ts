import { expect, test } from 'vitest';
import { codesOf } from '../harness/clients/graph-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { sharedViewerGraph, viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';

const graph = await sharedViewerGraph();

const as = (claims: Record<string, unknown>) => graph.viewer(claims);

test.each([
  ['apiKeys', '{ apiKeys { id } }'],
  ['createApiKey', 'mutation { createApiKey(name: "mine") { secret } }'],
  ['rotateApiKey', 'mutation { rotateApiKey(id: "key_1") { secret } }'],
  ['deleteApiKey', 'mutation { deleteApiKey(id: "key_1") { id } }'],
])(
  'a viewer is not the owner of the account: %s is refused before anything is asked of upstream',
  async (_, query) => {
    const reply = await graph.ask(query, await as({ tier: 'enterprise' }));
    expect(codesOf(reply)).toEqual(['FORBIDDEN']);
    expect(graph.proxy.seen).toEqual([]);
  },
);

test("a viewer never gets the answer that its key's owner got to the same question", async () => {
  const query = '{ apiKeys { id } }';
  const owner = await graph.ask(query, { key: 'demo_pro' });
  expect(owner.errors).toEqual([]);
  const viewer = await graph.ask(query, await as({ tier: 'pro' }));
  expect([viewer.data, codesOf(viewer)]).toEqual([{ apiKeys: null }, ['FORBIDDEN']]);
});

test('fields above the tier of the token are refused, whatever the keys could do', async () => {
  const { data, errors } = await graph.ask('{ liveSports { sport } }', await as({ tier: 'hobby' }));
  expect(data).toEqual({ liveSports: null });
  expect(errors[0]?.extensions).toMatchObject({
    code: 'TIER_RESTRICTED',
    requiredTier: 'ENTERPRISE',
    currentTier: 'FREE',
  });
});

test('tiers that are sold with the same key are told apart, and never share responses, nor with the owner of the key', async () => {
  const upstreamKeys = new Map([
    ['hobby', 'demo_enterprise'],
    ['enterprise', 'demo_enterprise'],
  ] as const);
  const oneKey = await viewerGraphOfTest({ upstreamKeys });
  const query = '{ viewer { tier } liveSports { sport } }';
  const askAs = async (tier: string) => oneKey.ask(query, await oneKey.viewer({ tier }));
  expect((await oneKey.ask(query, { key: 'demo_enterprise' })).errors).toEqual([]);
  expect((await askAs('enterprise')).errors).toEqual([]);
  const hobby = await askAs('hobby');
  expect(hobby.data).toEqual({ viewer: { tier: 'HOBBY' }, liveSports: null });
  expect(codesOf(hobby)).toEqual(['TIER_RESTRICTED']);
});

test('a stream of one viewer is of no use to another, nor on another tier', async () => {
  const alice = await graph.token({ tier: 'pro', sub: 'alice' });
  const others = [
    await graph.token({ tier: 'pro', sub: 'bob' }),
    await graph.token({ tier: 'free', sub: 'alice' }),
  ];
  const client = await StreamClient.reserve(graph.url, null, alice);
  for (const other of others) {
    client.bearer = other;
    await expect(client.open()).rejects.toThrow('404');
  }
  client.bearer = alice;
  await client.open();
  for (const other of others) {
    client.bearer = other;
    expect((await client.ask('x', '{ __typename }')).status).toBe(404);
  }
  client.bearer = alice;
  expect((await client.ask('alice', '{ __typename }')).status).toBe(202);
  client.close();
});

test('two tiers that ask in turn never see each other’s sportsbooks', async () => {
  const query = '{ odds(first: 200) { nodes { sportsbookId } } }';
  const [free, enterprise] = [await as({ tier: 'free' }), await as({ tier: 'enterprise' })];
  const books = async (identity: typeof free) => {
    const { data } = await graph.ask(query, identity);
    return new Set(data.odds?.nodes.map(({ sportsbookId }) => sportsbookId));
  };
  const [few, many] = [await books(free), await books(enterprise)];
  expect(many.size).toBeGreaterThan(few.size);
  for (let turn = 0; turn < 30; turn += 1) {
    if (turn % 10 === 0) graph.clock.advance(1_500);
    const [seenFree, seenEnterprise] = await Promise.all([books(free), books(enterprise)]);
    expect(seenFree).toEqual(few);
    expect(seenEnterprise).toEqual(many);
  }
});
