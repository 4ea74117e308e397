import {
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { expect, test } from 'vitest';
import { SCHEMA_FIELDS, type SchemaField } from '../harness/schema-fields.ts';

/** Values of a type that are beyond all bounds in one place: in each Float in turn, at any depth. */
function hugeNumbers(type: GraphQLInputType): unknown[] {
  if (isNonNullType(type)) return hugeNumbers(type.ofType);
  if (isListType(type)) return hugeNumbers(type.ofType).map((item) => [item]);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).flatMap((field) =>
      hugeNumbers(field.type).map((value) => ({ [field.name]: value })),
    );
  }
  return type.name === 'Float' ? [1e300, -1e300] : [];
}

const BAD_ARGUMENTS = SCHEMA_FIELDS.flatMap(({ coordinate, field }) =>
  field.args.flatMap(({ name, type }) => {
    const isState = name === 'state' && String(getNullableType(type)) === 'String';
    const values = isState ? ['California'] : hugeNumbers(type);
    return values.map((value) => ({ coordinate, field, args: { [name]: value } }));
  }),
);

/** Calls a field as an operation of an account that may do everything. */
async function call({ resolve, subscribe }: SchemaField['field'], args: object) {
  const context = { viewer: null, knownTier: 'enterprise', requireCredential() {} };
  return (subscribe ?? resolve)?.({}, args, context, {} as never);
}

test('every state and every number among the arguments is bounded, at any depth', async () => {
  const names = new Set(BAD_ARGUMENTS.flatMap(({ args }) => Object.keys(args)));
  expect([...names]).toEqual(
    expect.arrayContaining(['state', 'minEvPercent', 'minProfitPercent', 'filter', 'bets']),
  );
  const accepted: string[] = [];
  for (const { coordinate, field, args } of BAD_ARGUMENTS) {
    const error = await call(field, args).catch((thrown: Error) => thrown);
    const isRefused = error instanceof Error && /^Argument ".+" must be /.test(error.message);
    if (!isRefused) accepted.push(`${coordinate} ${JSON.stringify(args)}`);
  }
  expect(accepted).toEqual([]);
});
