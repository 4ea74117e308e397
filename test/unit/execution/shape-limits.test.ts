import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/execution/limits/operation-limits.ts';
import { shapeLimitsRule } from '../../../src/execution/limits/shape-limits.ts';

const schema = buildSchema('type Query { below: Query, leaf: Int }');

/** The limits that a document exceeds, and by how much. */
function exceeded(text: string) {
  const errors = validate(schema, parse(text), [shapeLimitsRule]);
  return errors.map(({ extensions }) => [extensions['measure'], extensions['asked']]);
}

const repeat = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');
const nested = (depth: number) =>
  `${'{ below '.repeat(depth - 1)}{ leaf }${' }'.repeat(depth - 1)}`;

test('depth counts nested fields, and fragments add none of their own', () => {
  expect(exceeded(nested(LIMITS.depth))).toEqual([]);
  expect(exceeded(nested(LIMITS.depth + 1))).toEqual([['depth', LIMITS.depth + 1]]);
  expect(exceeded(`{ ... { ... ${nested(LIMITS.depth)} } }`)).toEqual([]);
  expect(exceeded(`{ below { ...F } } fragment F on Query ${nested(LIMITS.depth)}`)).toEqual([
    ['depth', LIMITS.depth + 1],
  ]);
});

test('aliases count wherever a fragment with them is spread, except those of __typename', () => {
  const aliases = (count: number) => repeat(count, (i) => `a${i}: leaf`);
  expect(exceeded(`{ ${aliases(LIMITS.aliases)} b: __typename }`)).toEqual([]);
  expect(exceeded(`{ ${aliases(LIMITS.aliases + 1)} }`)).toEqual([['aliases', LIMITS.aliases + 1]]);
  const fragment = `fragment F on Query { ${aliases(31)} }`;
  expect(exceeded(`{ ...F below { ...F } } ${fragment}`)).toEqual([['aliases', 62]]);
});

test('types may have aliases, but what is below them only one, as the schema', () => {
  const types = (selection: string) =>
    `{ ${repeat(9, (i) => `a${i}: __type(name: "Query") { ...T }`)} } fragment T on __Type { ${selection} }`;
  expect(exceeded(types('kind fields { name }'))).toEqual([]);
  expect(exceeded(types('kind f: fields { name }'))).toEqual([['introspectionAliases', 9]]);
  expect(exceeded('{ a: __schema { types { name } } __schema { types { kind } } }')).toEqual([]);
  expect(exceeded('{ a: __schema { t: types { name } } }')).toEqual([['introspectionAliases', 2]]);
});

test('fields and fragments count wherever their fragment is spread', () => {
  const bomb = (levels: number) => `{ ...F0 } fragment F${levels} on Query { leaf }
    ${repeat(levels, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)}`;
  expect(exceeded(bomb(11))).toEqual([]);
  expect(exceeded(bomb(1_000))).toEqual([['fields', LIMITS.fields + 1]]);
});

test('directives count on operations, fields, fragments and spreads', () => {
  const on = '@include(if: true)';
  expect(exceeded(`{ leaf ${repeat(LIMITS.directives, () => on)} }`)).toEqual([]);
  const fields = repeat(57, (i) => `a${i}: leaf ${on}`);
  expect(
    exceeded(
      `query ${on} { ...F ${on} ... ${on} { leaf } } fragment F on Query ${on} { ${fields} }`,
    ),
  ).toEqual([['directives', 61]]);
});

test('each operation is counted by itself, and one document can exceed several limits', () => {
  const half = `{ ${repeat(40, (i) => `a${i}: leaf`)} }`;
  expect(exceeded(`query A ${half} query B ${half}`)).toEqual([]);
  const long = repeat(61, (i) => `a${i}: leaf @include(if: true)`);
  expect(exceeded(`{ ${long} }`)).toEqual([
    ['aliases', 61],
    ['directives', 61],
  ]);
});

test('fragments that spread each other are counted once around', () => {
  const text =
    '{ ...A } fragment A on Query { below { ...B } } fragment B on Query { below { ...A } }';
  expect(exceeded(text)).toEqual([]);
});
