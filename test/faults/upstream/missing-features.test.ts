import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiKey } from '../../../src/contract/routes/account-keys.ts';
import { answer, rewrite } from '../../harness/servers/faults.ts';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

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
    graph.proxy.spoil(
      'GET /account/keys',
      rewrite<{ data: ApiKey[] }>((page) => ({
        ...page,
        data: page.data.map((key) => ({ ...key, tier: 'free' })),
      })),
    );
    graph.proxy.spoil(route, REFUSAL);
    const { errors } = await graph.ask(query);
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'TIER_RESTRICTED', requiredTier: required, currentTier: 'FREE' },
    ]);
  },
);
