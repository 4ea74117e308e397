import {
  type GraphQLArgument,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import {
  fieldQuery,
  OF_ONE_KIND,
  SCHEMA_FIELDS,
  type SchemaField,
  validValue,
} from '../../harness/schema-fields.ts';

/** A value of `$v` beyond a bound, and the path of the argument that the error must name. */
interface Excess {
  readonly value: unknown;
  readonly argument: string;
}

interface Case extends Excess {
  readonly field: SchemaField;
  readonly variable: GraphQLArgument;
  readonly title: string;
}

/** Longer than any bound of a string, and shorter than the bound of a list of strings. */
const LONG_TEXT = 'x'.repeat(3_000);

/** More items than any list may have. */
const ITEMS = 10_001;

/** The ways in which a value of a type can be too long, one by one. */
function excesses(type: GraphQLInputType, path: string): readonly Excess[] {
  if (isNonNullType(type)) return excesses(type.ofType, path);
  if (isListType(type)) {
    const items = excesses(type.ofType, `${path}.0`);
    const long = Array(ITEMS).fill(validValue(type.ofType));
    return [
      { value: long, argument: path },
      ...items.map(({ value, argument }) => ({ value: [value], argument })),
    ];
  }
  if (isInputObjectType(type)) {
    const valid = validValue(type) as object;
    return Object.values(type.getFields()).flatMap((field) =>
      excesses(field.type, `${path}.${field.name}`).map(({ value, argument }) => ({
        value: { ...valid, [field.name]: value },
        argument,
      })),
    );
  }
  if (type.name === 'String' || type.name === 'ID') return [{ value: LONG_TEXT, argument: path }];
  if (type.name !== '_Any') return [];
  return [{ value: { __typename: 'Event', id: LONG_TEXT }, argument: `${path}.id` }];
}

const CASES: readonly Case[] = SCHEMA_FIELDS.filter(isAsked).flatMap((field) =>
  field.field.args.flatMap((variable) =>
    excesses(variable.type, variable.name).map(({ value, argument }) => {
      const isText = JSON.stringify(value).includes(LONG_TEXT);
      const title = `${field.coordinate} refuses ${isText ? 'a long text' : 'too many items'} in "${argument}"`;
      return { field, variable, value, argument, title };
    }),
  ),
);

/** The links of opportunities take the same argument as those of prices, recorded events the same as events. */
function isAsked({ coordinate }: SchemaField): boolean {
  return !OF_ONE_KIND.has(coordinate) && !coordinate.startsWith('RecordedEvent.');
}

const isSubscription = ({ field }: Case) => field.type.name === 'Subscription';

const graph = await sharedGraph();

test('the schema has arguments of every kind to check', () => {
  expect(CASES.length).toBeGreaterThan(60);
  expect(CASES.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'Query.odds refuses a long text in "filter.sportsbooks.0"',
      'Query.odds refuses too many items in "filter.eventIds"',
      'Query._entities refuses too many items in "representations"',
      'Event.odds refuses a long text in "filter.markets.0"',
      'Odds.deepLink refuses a long text in "state"',
      'Mutation.rotateApiKey refuses a long text in "id"',
      'Subscription.liveOpportunities refuses too many items in "kinds"',
    ]),
  );
});

describe('without an upstream request of its own', () => {
  test.each(CASES.filter((one) => !isSubscription(one)))(
    '$title',
    async ({ field, variable, value, argument }) => {
      const { document, withoutField, path } = fieldQuery(field, variable);
      await graph.ask(withoutField);
      const siblings = graph.proxy.costs;
      graph.fresh();
      const { errors } = await graph.ask(document, { variables: { v: value } });
      // Each item of `_entities` fails on its own.
      const at = argument.startsWith('representations.') ? [...path, 0] : path;
      expect(errors).toMatchObject([
        { path: at, extensions: { code: 'BAD_USER_INPUT', argument } },
      ]);
      expect(graph.proxy.costs).toEqual(siblings);
    },
  );

  test.each(CASES.filter(isSubscription))(
    '$title',
    async ({ field, variable, value, argument }) => {
      const { document, path } = fieldQuery(field, variable);
      const client = await LiveClient.open(graph.url, document, { variables: { v: value } });
      expect(await client.next()).toMatchObject({
        errors: [{ path, extensions: { code: 'BAD_USER_INPUT', argument } }],
      });
      client.close();
      expect(graph.proxy.costs).toEqual({});
    },
  );
});
