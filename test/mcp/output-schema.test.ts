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

test('a field that is included conditionally makes only its own fields optional', () => {
  const item = itemsOf(
    'events { nodes { gameState { homeScore } gameState @include(if: $is) { period clock } } }',
  );
  expect(item.required).toEqual(['gameState']);
  const [gameState] = item.properties.gameState.anyOf;
  expect(Object.keys(gameState.properties)).toEqual(['homeScore', 'period', 'clock']);
  expect(gameState.required).toEqual(['homeScore']);
});

test('a field that is included conditionally as a whole has all of its fields', () => {
  const item = itemsOf('events { nodes { id gameState @include(if: $is) { period } } }');
  expect(item.required).toEqual(['id']);
  expect(item.properties.gameState.anyOf[0].required).toEqual(['period']);
});

test('one name under several types has the fields of each, and requires those of none', () => {
  const item = itemsOf(`opportunities { nodes { __typename
    ... on MiddleOpportunity { side1 { selection price { american } } }
    ... on LowHoldOpportunity { side1 { selection sportsbookIds } } } }`);
  expect(item.required).toEqual(['__typename']);
  const { side1 } = item.properties;
  expect(Object.keys(side1.properties)).toEqual(['selection', 'price', 'sportsbookIds']);
  expect(side1.properties.sportsbookIds.type).toBe('array');
  expect(side1.required).toEqual([]);
});

test('null is allowed where the graph allows it', () => {
  const item = itemsOf('events { nodes { id homeTeam isLive status bookCount } }');
  expect(item.properties).toMatchObject({
    id: { type: 'string' },
    homeTeam: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    isLive: { type: 'boolean' },
    status: { type: 'string', enum: ['UPCOMING', 'LIVE', 'OTHER'] },
    bookCount: { type: 'integer' },
  });
});
