import { expect, test } from 'vitest';
import { toolOf } from '../../src/mcp/tool.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';

const SCHEMA = executableSchema();

/** The schema of the items of a list in the answer of a query. */
function itemsOf(selection: string) {
  const text = `"Tests." query tested($is: Boolean = true) { ${selection} }`;
  const { properties } = Object(toolOf({ text }, SCHEMA).outputSchema) as { properties: object };
  const [, root] = Object.entries(properties).find(([name]) => name !== 'about') ?? [];
  return root.anyOf[0].properties.nodes.items;
}

test('a field that is selected in several places has the fields of all, and requires none', () => {
  const item = itemsOf(
    'events { nodes { gameState { homeScore } gameState @include(if: $is) { period clock } } }',
  );
  const [gameState] = item.properties.gameState.anyOf;
  expect(Object.keys(gameState.properties)).toEqual(['homeScore', 'period', 'clock']);
  expect([item.required, gameState.required]).toEqual([undefined, undefined]);
});

test('one name under several types has the fields of each', () => {
  const item = itemsOf(`opportunities { nodes { __typename
    ... on MiddleOpportunity { side1 { selection price { american } } }
    ... on LowHoldOpportunity { side1 { selection sportsbookIds } } } }`);
  expect(item.properties['__typename']).toEqual({ type: 'string' });
  const { side1 } = item.properties;
  expect(Object.keys(side1.properties)).toEqual(['selection', 'price', 'sportsbookIds']);
  expect(side1.properties.sportsbookIds.type).toBe('array');
});
