import { describe, expect, test } from 'vitest';
import { TIERS } from '../../src/contract/tiers.ts';
import { codesOf, statusWithData } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import {
  at,
  fieldQuery,
  isQueryable,
  OF_ONE_KIND,
  SCHEMA_FIELDS,
  STATED_TIERS,
} from '../harness/schema-fields.ts';

const GUARDED = SCHEMA_FIELDS.filter(isQueryable).flatMap((field) => {
  const required = STATED_TIERS.get(field.coordinate);
  return required === undefined ? [] : [{ ...field, required, ...fieldQuery(field) }];
});

const graph = await sharedGraph();

type Created = { createApiKey: { secret: string; apiKey: { id: string } } };
const created = await graph.ask<Created>(
  'mutation { createApiKey(name: "short-lived") { secret apiKey { id } } }',
);
/** Only upstream knows that it is not one any more. */
const { secret: revoked, apiKey } = created.data.createApiKey;
await graph.ask(`mutation { deleteApiKey(id: "${apiKey.id}") { id } }`);

test('every tier in the schema is tested here or on subscriptions', () => {
  const tested = GUARDED.map(({ coordinate }) => coordinate);
  const others = new Set(STATED_TIERS.keys()).difference(new Set([...tested, ...OF_ONE_KIND]));
  expect(tested.length).toBeGreaterThan(15);
  expect([...others].filter((coordinate) => !coordinate.startsWith('Subscription.'))).toEqual([]);
});

describe.each(GUARDED)('$coordinate', ({ required, document, withoutField, path }) => {
  const lower = TIERS.slice(0, TIERS.indexOf(required)).slice(-1);

  test('can be read on the tier that it requires', async () => {
    const reply = await graph.ask(document, { key: `demo_${required}` });
    expect(reply.status).toBe(statusWithData(reply));
    // This graph records no prices.
    expect(['NOT_FOUND', 'FEATURE_NOT_AVAILABLE', undefined]).toContain(codesOf(reply)[0]);
    if (reply.errors.length === 0) expect(at(reply.data, path)).toBeDefined();
  });

  test.each(lower)(
    'is null on the next lower tier (%s), sends no request, and does not affect its siblings',
    async (tier) => {
      await graph.ask(withoutField, { key: `demo_${tier}` });
      const siblings = graph.proxy.costs;
      graph.fresh();
      const { status, data, errors } = await graph.ask(document, {
        key: `demo_${tier}`,
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

  test('is refused without a key, which costs nothing, and with a revoked one', async () => {
    const isMutation = document.startsWith('mutation');
    for (const key of [null, revoked]) {
      const reply = await graph.ask(document, { key });
      expect(reply.status).toBe(isMutation ? 294 : 401);
      expect(new Set(codesOf(reply))).toEqual(new Set(['UNAUTHENTICATED']));
      if (key === null) expect(graph.proxy.counts).toEqual({});
    }
  });
});
