import { describe, expect, test } from 'vitest';
import { TIERS, tierAllows } from '../../src/contract/tiers.ts';
import { codesOf, statusWithData, TRANSPORTS } from '../harness/clients/graph-client.ts';
import {
  fieldQuery,
  isQueryable,
  OF_ONE_KIND,
  SCHEMA_FIELDS,
  STATED_TIERS,
} from '../harness/schema-fields.ts';
import { sharedGraph } from '../harness/servers/shared-graph.ts';

const GUARDED = SCHEMA_FIELDS.filter(isQueryable).flatMap((field) => {
  const required = STATED_TIERS.get(field.coordinate);
  return required === undefined ? [] : [{ ...field, required, ...fieldQuery(field) }];
});

const graph = await sharedGraph();

/** The value at a path of an answer. */
function at(data: unknown, path: readonly (string | number)[]): unknown {
  let value = data;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  return value;
}

test('every tier in the schema is tested here or on subscriptions', () => {
  const tested = GUARDED.map(({ coordinate }) => coordinate);
  const others = new Set(STATED_TIERS.keys()).difference(new Set([...tested, ...OF_ONE_KIND]));
  expect(tested.length).toBeGreaterThan(15);
  expect([...others].filter((coordinate) => !coordinate.startsWith('Subscription.'))).toEqual([]);
});

/** Every field through one transport, and one of them through each: they share the schema that refuses. */
const CASES = GUARDED.flatMap((field) =>
  TRANSPORTS.slice(0, field.coordinate === 'Event.lowHoldOpportunities' ? undefined : 1).map(
    (transport) => ({ ...field, transport }),
  ),
);

describe.each(CASES)(
  '$coordinate through $transport',
  ({ required, document, withoutField, path, transport }) => {
    const allowed = TIERS.filter((tier) => tierAllows(tier, required));
    const denied = TIERS.filter((tier) => !tierAllows(tier, required));

    test.each(allowed)('can be read on the tier %s', async (tier) => {
      const reply = await graph.ask(document, { key: `demo_${tier}`, transport });
      expect(reply.status).toBe(statusWithData(reply));
      // This graph records no prices.
      expect(['NOT_FOUND', 'FEATURE_NOT_AVAILABLE', undefined]).toContain(codesOf(reply)[0]);
      if (reply.errors.length === 0) expect(at(reply.data, path)).toBeDefined();
    });

    test.each(denied)(
      'is null on the tier %s, sends no request, and does not affect its siblings',
      async (tier) => {
        await graph.ask(withoutField, { key: `demo_${tier}`, transport });
        const siblings = graph.proxy.costs;
        graph.fresh();
        const { status, data, errors } = await graph.ask(document, {
          key: `demo_${tier}`,
          transport,
        });
        expect(status).toBe(294);
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

    test('is refused without a key, and costs nothing', async () => {
      const reply = await graph.ask(document, { key: null, transport });
      expect(reply.status).toBe(document.startsWith('mutation') ? 294 : 401);
      expect(new Set(codesOf(reply))).toEqual(new Set(['UNAUTHENTICATED']));
      expect(graph.proxy.counts).toEqual({});
    });

    test('is refused for a revoked key, which only upstream knows about', async () => {
      const reply = await graph.ask(document, { key: await revokedKey(), transport });
      expect(reply.status).toBe(document.startsWith('mutation') ? 294 : 401);
      expect(new Set(codesOf(reply))).toEqual(new Set(['UNAUTHENTICATED']));
    });
  },
);

/** A key that has just been deleted. */
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
