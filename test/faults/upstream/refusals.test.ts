import { expect, test } from 'vitest';
import type { Mutation } from '../../../src/generated/schema-types.ts';
import { codesOf } from '../../harness/clients/graph-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { rewrite } from '../../harness/servers/fault-proxy.ts';
import { answer } from '../../harness/servers/faults.ts';

const QUERY = '{ sportsbooks { id } }';
const ROUTE = 'GET /sportsbooks';
const NOBODY = { key: 'key_of_nobody' };

const graph = await sharedGraph();

const REFUSAL = answer(403, { error: { code: 'tier_restricted', message: 'Upgrade.' } });

const ROUTES: readonly [route: string, query: string, required: string][] = [
  ['GET /opportunities/low_hold', '{ lowHoldOpportunities { totalCount } }', 'PRO'],
  [
    'GET /opportunities/low_hold',
    '{ events(first: 1) { nodes { lowHoldOpportunities { id } } } }',
    'PRO',
  ],
  ['POST /deeplinks/batch', '{ deepLinks(ids: ["1"]) { url } }', 'HOBBY'],
  ['GET /gamestate', '{ liveSports { sport } }', 'ENTERPRISE'],
  ['GET /gamestate/hockey', '{ gameStates(sport: "hockey") { eventKey } }', 'ENTERPRISE'],
];

test.each([
  ...ROUTES,
  ['GET /odds', '{ odds(filter: { sportsbooks: ["pinnacle"] }) { totalCount } }', 'FREE'] as const,
  ['POST /odds/batch', '{ events(first: 1) { nodes { odds { key } } } }', 'FREE'] as const,
  [ROUTE, QUERY, 'FREE'] as const,
  [ROUTE, '{ sportsbook(id: "draftkings") { name } }', 'FREE'] as const,
])(
  'reports a missing feature if %s is refused for a tier that is high enough: %s',
  async (route, query) => {
    graph.proxy.spoil(route, REFUSAL);
    const { errors } = await graph.ask(query);
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      {
        code: 'FEATURE_NOT_AVAILABLE',
        upstream: { status: 403, code: 'tier_restricted' },
      },
    ]);
  },
);

test.each(ROUTES)(
  'reports the new tier if %s is refused after a downgrade: %s',
  async (route, query, required) => {
    await graph.ask('{ deepLinks(ids: []) { url } }'); // Looks up the tier, which is cached for a minute.
    graph.clock.advance(30_000);
    graph.proxy.rewriteRows('GET /account/keys', (key) => ({ ...key, tier: 'free' }));
    graph.proxy.spoil(route, REFUSAL);
    const { errors } = await graph.ask(query);
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'TIER_RESTRICTED', requiredTier: required, currentTier: 'FREE' },
    ]);
  },
);

test('a refusal names the tier that was last known, if it cannot be looked up again', async () => {
  const field = 'odds(filter: { sportsbooks: ["pinnacle"] }) { totalCount }';
  const query = `{ one: ${field} two: ${field} }`;
  await graph.ask(query, { key: 'demo_hobby' });
  graph.clock.advance(10_000);
  graph.proxy.spoil('GET /account/keys', answer(500));
  for (const _time of [1, 2]) {
    const { errors } = await graph.ask(query, { key: 'demo_hobby' });
    const tiers = errors.map(({ extensions }) => extensions?.['currentTier']);
    expect(tiers).toEqual(['HOBBY', 'HOBBY']);
  }
});

test('a key that is part of the code of its refusal is refused, and not sent again', async () => {
  for (const query of [QUERY, '{ viewer { tier } }']) {
    const { errors } = await graph.ask(query, { key: 'a' });
    expect(errors[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
  }
  expect(graph.proxy.seen).toHaveLength(1);
});

test('sends one request for a key that upstream does not know, whatever the queries', async () => {
  const queries = [
    QUERY,
    '{ events(first: 1) { totalCount } }',
    '{ viewer { tier } }',
    '{ apiKeys { id } }',
  ];
  for (const query of queries) {
    const { errors } = await graph.ask(query, NOBODY);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      upstream: { status: 401, code: 'unauthorized' },
    });
  }
  expect(graph.proxy.seen).toHaveLength(1);
  graph.clock.advance(15_000);
  expect(codesOf(await graph.ask(QUERY, NOBODY))).toEqual(['UNAUTHENTICATED']);
  expect(graph.proxy.seen).toHaveLength(2);
});

test.each([
  [
    'created',
    'demo_pro',
    'POST /account/keys',
    'mutation { createApiKey(name: "new") { secret } }',
  ],
  ['rotated', 'demo_sharp', null, 'mutation ($id: ID!) { rotateApiKey(id: $id) { secret } }'],
])('accepts a key at once that was refused and then %s', async (_, key, route, mutation) => {
  const refused = answer(401, { error: { code: 'unauthorized', message: 'Who?' } });
  graph.proxy.plan(ROUTE, refused);
  expect(codesOf(await graph.ask(QUERY, { key }))).toEqual(['UNAUTHENTICATED']);
  expect(codesOf(await graph.ask(QUERY, { key }))).toEqual(['UNAUTHENTICATED']);
  expect(graph.proxy.costs).toEqual({ [ROUTE]: 1 });

  const { data } = await graph.ask<Mutation>(
    'mutation { createApiKey(name: "mine") { apiKey { id } } }',
  );
  const { id } = data.createApiKey?.apiKey ?? {};
  const becomesThatKey = rewrite<{ data: object }>((body) => ({
    ...body,
    data: { ...body.data, key },
  }));
  graph.proxy.spoil(route ?? `POST /account/keys/${id}/rotate`, becomesThatKey);
  expect((await graph.ask(mutation, { variables: { id } })).errors).toEqual([]);
  expect((await graph.ask(QUERY, { key })).errors).toEqual([]);
});
