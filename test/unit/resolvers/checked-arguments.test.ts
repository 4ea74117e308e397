import { buildSchema, graphql, parse, subscribe } from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../../src/resolvers/arguments/checked-arguments.ts';

const SDL = `
  type Query {
    it(text: String, id: ID, texts: [String!], numbers: [Int!], rows: [[String!]!], float: Float, filter: Filter): Int
    page(first: Int): Int
    free(flag: Boolean, count: Int): Int
    below: Below
  }
  type Below { it(filter: Filter): Int }
  input Filter { name: String, sports: [String!], minAmerican: Float, maxAmerican: Float, inner: [Inner!] }
  input Inner { id: ID! }
  type Subscription { it(text: String): Int }
`;

/** What a field without a resolver of its own does with its arguments: a new field, as written first. */
function askedWith(bounds = {}) {
  const schema = checkArguments(buildSchema(SDL), bounds);
  return async (selection: string) => {
    const calls: unknown[] = [];
    const it = (args: unknown) => void calls.push(args);
    const { errors } = await graphql({
      schema,
      source: `{ ${selection} }`,
      rootValue: { it, page: it, below: { it } },
    });
    return { calls, argument: errors?.[0]?.extensions['argument'], message: errors?.[0]?.message };
  };
}

describe('an argument of a new field is checked before its resolver runs', () => {
  const ask = askedWith();
  const long = JSON.stringify('x'.repeat(257));

  test.each(
    [
      [`it(text: ${long})`, 'text', 'is longer than 256 characters'],
      [`it(id: ${long})`, 'id', 'is longer than 256 characters'],
      ['it(text: "  ")', 'text', 'must not be empty'],
      ['it(text: "\\u0301 \\u0308")', 'text', 'must not be empty'],
      ['it(text: "a\\u0007")', 'text', 'must not contain control characters'],
      [`it(texts: ["a", ${long}])`, 'texts.1', 'is longer than 256 characters'],
      ['it(texts: ["a,b"])', 'texts.0', 'must not contain a comma'],
      [
        `it(texts: [${'"aaaaaaaaaaaaaaa" '.repeat(376)}])`,
        'texts',
        'is longer than 6000 characters',
      ],
      [`it(numbers: [${'1 '.repeat(1_001)}])`, 'numbers', 'contains more than 1000 items: 1001'],
      ['it(rows: [["a"], ["b", ""]])', 'rows.1.1', 'must not be empty'],
      ['it(float: 1e999)', 'float', 'must be finite'],
      [`it(filter: { name: ${long} })`, 'filter.name', 'is longer than 256 characters'],
      ['it(filter: { sports: [""] })', 'filter.sports.0', 'must not be empty'],
      [
        'it(filter: { inner: [{ id: "a" }, { id: "" }] })',
        'filter.inner.1.id',
        'must not be empty',
      ],
      [
        'it(filter: { minAmerican: 2, maxAmerican: 1 })',
        'filter.minAmerican',
        'is above maxAmerican: 2 > 1',
      ],
      ['page(first: 0)', 'first', 'must be from 1 to 200, but is 0'],
      ['page(first: 201)', 'first', 'must be from 1 to 200, but is 201'],
      ['below { it(filter: { name: "" }) }', 'filter.name', 'must not be empty'],
    ].map(([selection, argument, problem]) => ({ selection, argument, problem })),
  )('$argument $problem', async ({ selection, argument, problem }) => {
    const refused = await ask(selection ?? '');
    expect(refused).toMatchObject({ calls: [], argument });
    expect(refused.message).toContain(`Argument "${argument}" ${problem}`);
  });
});

test('valid arguments reach the resolver, lists of slugs in their canonical spelling', async () => {
  const ask = askedWith();
  const { calls, message } = await ask(
    'it(text: "Ünï cödé, a,b", texts: ["B", "a"], filter: { sports: ["Ice_Hockey", "SOCCER"], name: null })',
  );
  expect(message).toBeUndefined();
  expect(calls).toEqual([
    {
      text: 'Ünï cödé, a,b',
      texts: ['B', 'a'],
      filter: { sports: ['hockey', 'soccer'], name: null },
    },
  ]);
});

test('half a surrogate pair, which only a variable can hold, is refused', async () => {
  const { errors } = await graphql({
    schema: checkArguments(buildSchema(SDL), {}),
    source: 'query ($text: String) { it(text: $text) }',
    variableValues: { text: 'a\uD800' },
  });
  expect(errors?.[0]?.message).toBe('Argument "text" must be well-formed Unicode.');
});

test('bounds of a coordinate replace the defaults', async () => {
  const ask = askedWith({
    'Query.it(text:)': { lengthMax: 3 },
    'Query.it(texts:)': { allowsComma: true, itemsMax: 2 },
    'Filter.name': { format: { accepts: (text: string) => text === 'ok', problem: 'must be ok' } },
  });
  expect((await ask('it(text: "abcd")')).argument).toBe('text');
  expect((await ask('it(texts: ["a,b", "c"])')).calls).toHaveLength(1);
  expect((await ask('it(texts: ["a", "b", "c"])')).argument).toBe('texts');
  expect((await ask('it(filter: { name: "no" })')).message).toContain('must be ok');
});

test('bounds of a coordinate that the schema does not have fail the start', () => {
  expect(() => checkArguments(buildSchema(SDL), { 'Query.gone(text:)': { lengthMax: 3 } })).toThrow(
    'Query.gone(text:)',
  );
});

test('a field whose arguments need no check keeps its resolver', () => {
  const schema = checkArguments(buildSchema(SDL), {});
  const fields = schema.getQueryType()?.getFields();
  expect(fields?.['free']?.resolve).toBeUndefined();
  expect(fields?.['below']?.resolve).toBeUndefined();
});

test('the arguments of a subscription are checked when it starts', async () => {
  const schema = buildSchema(SDL);
  const field = schema.getSubscriptionType()?.getFields()['it'];
  if (field === undefined) throw new Error('The schema has no subscription.');
  field.subscribe = async function* () {};
  checkArguments(schema, {});
  const result = await subscribe({ schema, document: parse('subscription { it(text: "") }') });
  expect(result).toMatchObject({ errors: [{ extensions: { argument: 'text' } }] });
  expect(field.resolve).toBeUndefined();
});
