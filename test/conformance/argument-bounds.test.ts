import {
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { expect, test } from 'vitest';
import { SCHEMA_FIELDS, type SchemaField, validValue } from '../harness/schema-fields.ts';

/** A value of an argument beyond a bound, and the path that the error must name. */
interface Excess {
  readonly value: unknown;
  readonly path: string;
}

/** Longer than any bound of a string, and shorter than the bound of a list of strings. */
const LONG_TEXT = 'x'.repeat(3_000);

/** More items than any list may have. */
const ITEMS = 10_001;

/** Values of a type that are beyond all bounds in one place: in each text, list and number in turn, at any depth. */
function excesses(type: GraphQLInputType, path: string): readonly Excess[] {
  if (isNonNullType(type)) return excesses(type.ofType, path);
  if (isListType(type)) {
    const long = Array(ITEMS).fill(validValue(type.ofType));
    const items = excesses(type.ofType, `${path}.0`);
    return [{ value: long, path }, ...items.map((item) => ({ ...item, value: [item.value] }))];
  }
  if (isInputObjectType(type)) {
    const valid = validValue(type) as object;
    return Object.values(type.getFields()).flatMap(({ name, type: inner }) =>
      excesses(inner, `${path}.${name}`).map((one) => ({
        ...one,
        value: { ...valid, [name]: one.value },
      })),
    );
  }
  if (type.name === 'Float') return [1e300, -1e300].map((value) => ({ value, path }));
  return type.name === 'String' || type.name === 'ID' ? [{ value: LONG_TEXT, path }] : [];
}

/** Every argument of the schema with what it has to refuse. */
const CASES = SCHEMA_FIELDS.flatMap(({ coordinate, field }) =>
  field.args.flatMap((argument) => {
    const isState =
      argument.name === 'state' && String(getNullableType(argument.type)) === 'String';
    const noState = isState ? [{ value: 'California', path: 'state' }] : [];
    return [...excesses(argument.type, argument.name), ...noState].map((excess) => {
      const args = { [argument.name]: excess.value };
      return { name: `${coordinate}(${excess.path}:)`, field, args, ...excess };
    });
  }),
);

/** Calls a field as an operation of an account that may do everything, without anything from which it could read. */
async function call({ resolve, subscribe }: SchemaField['field'], args: object) {
  const context = {
    viewer: null,
    knownTier: 'enterprise',
    requireCredential() {},
    countError: () => true,
  };
  return (subscribe ?? resolve)?.({}, args, context, {} as never);
}

test('every text, list, number and state among the arguments is bounded, at any depth, before anything is read', async () => {
  expect(CASES.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Query.odds(filter.sportsbooks.0:)',
      'Query.odds(filter.eventIds:)',
      'Query._entities(representations:)',
      'Query.closingLineValue(bets.0.decimal:)',
      'Query.opportunities(minProfitPercent:)',
      'Odds.deepLink(state:)',
      'Mutation.rotateApiKey(id:)',
      'Subscription.liveOpportunities(kinds:)',
    ]),
  );
  const accepted: unknown[] = [];
  for (const { name, field, args, path } of CASES) {
    const error = await call(field, args).catch((thrown: Error) => thrown);
    const { extensions } = Object(error);
    const isRefused = extensions?.code === 'BAD_USER_INPUT' && extensions.argument === path;
    if (!isRefused) accepted.push([name, JSON.stringify(args).slice(0, 50), String(error)]);
  }
  expect(accepted).toEqual([]);
});
