import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TIERS, tierAllows } from '../../src/contract/tiers.ts';
import { codesOf, DOORS } from '../harness/clients/graph-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { statedTiers } from '../harness/stated-tiers.ts';

/** A field that states a tier, and a way to ask for it. */
interface Guarded {
  /** Asks for the field and for siblings of it. */
  readonly document: string;
  /** Where the field stands in the answer. */
  readonly path: readonly (string | number)[];
  /** What the rest of the document costs upstream. */
  readonly siblings: Readonly<Record<string, number>>;
}

const root = (selection: string): Guarded => ({
  document: `{ guarded: ${selection} sibling: sportsbook(id: "circa") { id } }`,
  path: ['guarded'],
  siblings: { 'GET /sportsbooks': 1 },
});

const mutation = (selection: string): Guarded => ({
  document: `mutation { sibling: __typename guarded: ${selection} }`,
  path: ['guarded'],
  siblings: {},
});

const GUARDED: Readonly<Record<string, Guarded>> = {
  'Query.viewer': root('viewer { tier }'),
  'Query.sportsbooks': root('sportsbooks { id }'),
  'Query.sportsbook': root('sportsbook(id: "saba") { id }'),
  'Query.events': root('events(first: 1) { nodes { id } }'),
  'Query.event': root('event(id: "1") { id }'),
  'Query.odds': root('odds(first: 1) { nodes { id } }'),
  'Query.oddsChanges': root('oddsChanges(since: "2026-11-21T17:59:00Z") { serverTime }'),
  'Query.splits': root('splits(first: 1) { nodes { eventId } }'),
  'Query.lowHoldOpportunities': root('lowHoldOpportunities(first: 1) { nodes { id } }'),
  'Query.liveSports': root('liveSports { sport }'),
  'Query.gameStates': root('gameStates(sport: "basketball") { eventKey }'),
  'Query.deepLinks': root('deepLinks(ids: ["1"]) { url }'),
  'Query.apiKeys': root('apiKeys { id }'),
  'Mutation.createApiKey': mutation('createApiKey(name: "matrix") { secret }'),
  'Mutation.rotateApiKey': mutation('rotateApiKey(id: "key_none") { secret }'),
  'Mutation.deleteApiKey': mutation('deleteApiKey(id: "key_none") { id }'),
  'Event.lowHoldOpportunities': {
    document: '{ events(first: 1) { nodes { id guarded: lowHoldOpportunities { id } } } }',
    path: ['events', 'nodes', 0, 'guarded'],
    siblings: { 'GET /events': 1 },
  },
  'Event.liveGameState': {
    document: '{ events(first: 1) { nodes { id guarded: liveGameState { homeScore } } } }',
    path: ['events', 'nodes', 0, 'guarded'],
    siblings: { 'GET /events': 1 },
  },
  'Odds.deepLink': {
    document: '{ odds(first: 1) { nodes { id guarded: deepLink { url } } } }',
    path: ['odds', 'nodes', 0, 'guarded'],
    siblings: { 'GET /odds': 1 },
  },
};

/** The tiers that the schema states, but for subscriptions. */
const STATED = statedTiers('Subscription');

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

/** The value at a path of an answer. */
function at(data: unknown, path: readonly (string | number)[]): unknown {
  let value = data;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  return value;
}

test('the table below holds every field that states a tier', () => {
  expect(Object.keys(GUARDED).sort()).toEqual([...STATED.keys()].sort());
});

describe.each(DOORS)('through %s', (transport) => {
  describe.each(Object.entries(GUARDED))('%s', (coordinate, { document, path, siblings }) => {
    const required = STATED.get(coordinate) ?? 'enterprise';
    const allowed = TIERS.filter((tier) => tierAllows(tier, required));
    const denied = TIERS.filter((tier) => !tierAllows(tier, required));

    test.each(allowed)('is for %s', async (tier) => {
      const reply = await graph.ask(document, { key: `demo_${tier}`, transport });
      expect(reply.status).toBe(200);
      expect(['NOT_FOUND', undefined]).toContain(codesOf(reply)[0]);
      if (reply.errors.length === 0) expect(at(reply.data, path)).toBeDefined();
    });

    test.each(denied)(
      'is null for %s, costs nothing, and leaves its siblings alone',
      async (tier) => {
        const { status, data, errors } = await graph.ask(document, {
          key: `demo_${tier}`,
          transport,
        });
        expect(status).toBe(200);
        expect(at(data, path)).toBeNull();
        expect(errors).toEqual([
          expect.objectContaining({
            path,
            extensions: {
              code: 'TIER_RESTRICTED',
              requiredTier: required.toUpperCase(),
              currentTier: tier.toUpperCase(),
            },
          }),
        ]);
        expect(graph.proxy.costs).toEqual(siblings);
        expect(graph.proxy.counts['GET /account/keys']).toBe(1);
      },
    );

    test('is for nobody without a key, and costs nothing', async () => {
      const reply = await graph.ask(document, { key: null, transport });
      expect(reply.status).toBe(document.startsWith('mutation') ? 200 : 401);
      expect(new Set(codesOf(reply))).toEqual(new Set(['UNAUTHENTICATED']));
      expect(graph.proxy.counts).toEqual({});
    });

    test('is not for a key that was revoked, which upstream alone knows', async () => {
      const reply = await graph.ask(document, { key: await revokedKey(), transport });
      expect(reply.status).toBe(document.startsWith('mutation') ? 200 : 401);
      expect(new Set(codesOf(reply))).toEqual(new Set(['UNAUTHENTICATED']));
    });
  });
});

/** A key that was good a moment ago. */
async function revokedKey(): Promise<string> {
  const { data } = await graph.ask<{ createApiKey: { secret: string; apiKey: { id: string } } }>(
    'mutation { createApiKey(name: "short-lived") { secret apiKey { id } } }',
  );
  const { secret, apiKey } = data.createApiKey;
  const { errors } = await graph.ask('mutation ($id: ID!) { deleteApiKey(id: $id) { id } }', {
    variables: { id: apiKey.id },
  });
  expect(errors).toEqual([]);
  return secret;
}
