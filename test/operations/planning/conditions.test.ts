import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestGraph, type TestGraph } from '../../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());
beforeEach(() => graph.fresh());

const CASES: readonly { name: string; document: string; yes: object; no: object }[] = [
  {
    name: 'a fragment that is skipped at one of its spreads',
    document: `query ($on: Boolean!) {
      a: sportsbook(id: "circa") { id ...Name @include(if: $on) }
      b: sportsbook(id: "saba") { ...Name @skip(if: $on) id } }
      fragment Name on Sportsbook { name }`,
    yes: { a: { id: 'circa', name: 'circa' }, b: { id: 'saba' } },
    no: { a: { id: 'circa' }, b: { name: 'saba', id: 'saba' } },
  },
  {
    name: 'a fragment that is spread twice with opposite conditions',
    document: `query ($on: Boolean!) { a: sportsbook(id: "circa") {
      ...Name @include(if: $on) ...Name @skip(if: $on) } }
      fragment Name on Sportsbook { name }`,
    yes: { a: { name: 'circa' } },
    no: { a: { name: 'circa' } },
  },
  {
    name: 'a fragment below a field that appears with and without a condition',
    document: `query ($on: Boolean!) {
      ... @include(if: $on) { a: sportsbook(id: "circa") { ...Name } }
      a: sportsbook(id: "circa") { id } }
      fragment Name on Sportsbook { name }`,
    yes: { a: { name: 'circa', id: 'circa' } },
    no: { a: { id: 'circa' } },
  },
  {
    name: 'a field with both directives',
    document: `query ($on: Boolean!) { a: sportsbook(id: "circa") {
      id name @include(if: $on) @skip(if: $on) } }`,
    yes: { a: { id: 'circa' } },
    no: { a: { id: 'circa' } },
  },
  {
    name: 'a whole root field',
    document: `query ($on: Boolean!) { __typename
      a: sportsbook(id: "circa") @include(if: $on) { id } }`,
    yes: { __typename: 'Query', a: { id: 'circa' } },
    no: { __typename: 'Query' },
  },
];

describe('@skip and @include', () => {
  test.each(CASES)('decide on $name', async ({ document, yes, no }) => {
    for (const on of [true, false, true]) {
      const { data, errors } = await graph.ask<object>(document, { variables: { on } });
      expect(errors).toEqual([]);
      expect(data).toEqual(on ? yes : no);
    }
  });
});
