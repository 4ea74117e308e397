import {
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { isRecorded, SCHEMA_FIELDS, validValue } from '../harness/schema-fields.ts';

type Node = Readonly<Record<string, unknown>>;

interface Page {
  readonly nodes: Node[];
  readonly edges: { readonly node: Node; readonly cursor: string }[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The fields of a node by which a filter selects: the filter `sports` selects by `sport`. */
const SELECTED_BY: Readonly<Record<string, readonly string[]>> = {
  eventIds: ['eventId', 'id'],
  sportsbooks: ['sportsbookId'],
  markets: ['marketType'],
  live: ['isLive'],
};

/** Values for the filters that do not accept every value of their type. */
const VALUES: Readonly<Record<string, unknown>> = { date: '2026-11-24' };

/** All but those of recorded prices, of which this graph has none. */
const CONNECTIONS = SCHEMA_FIELDS.filter(
  ({ coordinate, field }) =>
    /^Query\..*Connection$/.test(`${coordinate}: ${field.type}`) && !isRecorded(field),
).map(({ field }) => {
  const node = getNamedType(field.type).name.replace(/Connection$/, '');
  const filter = getNamedType(field.args.find(({ name }) => name === 'filter')?.type);
  return {
    list: field.name,
    size: field.args.find(({ name }) => name === 'first')?.defaultValue,
    fields: scalarFields(node),
    filterType: filter?.name ?? '',
    filters: isInputObjectType(filter) ? Object.values(filter.getFields()) : [],
  };
});

type Connection = (typeof CONNECTIONS)[number];

/** Filters by what upstream has no parameter for: its rows are selected here. */
const SELECTED_HERE = [
  'EventFilter.startsAfter',
  'EventFilter.startsBefore',
  'EventFilter.outrights',
  'EventFilter.markets',
  'OddsFilter.players',
];

/** The filters of lists that a route serves. `LiveFilter` selects from a stream, not by a route. */
const FILTERS = CONNECTIONS.filter(({ filterType }) => filterType !== 'LiveFilter').flatMap(
  (connection) =>
    connection.filters
      .filter(({ name }) => !SELECTED_HERE.includes(`${connection.filterType}.${name}`))
      .map((filter) => ({
        connection,
        filter,
        coordinate: `${connection.filterType}.${filter.name}`,
        selectedBy: selectedBy(connection, filter),
      })),
);

/** The fields of a type that identify or classify. */
function scalarFields(typeName: string): string[] {
  const type = executableSchema().getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields())
    .filter(({ args, type }) => args.length === 0 && /^(ID|String|Boolean)!$/.test(String(type)))
    .map(({ name }) => name);
}

/** The field of the nodes by which a filter selects; null if none has its name. */
function selectedBy({ fields }: Connection, { name }: GraphQLInputField): string | null {
  const names = SELECTED_BY[name] ?? [name, name.replace(/s$/, '')];
  return names.find((candidate) => fields.includes(candidate)) ?? null;
}

const graph = await sharedGraph();

function ask({ list, fields, filterType }: Connection, variables: object) {
  const nodes = `{ __typename ${fields.join(' ')} }`;
  const [declared, filter] = filterType ? [`, $filter: ${filterType}`, ', filter: $filter'] : [];
  return graph.ask<Record<string, Page>>(
    `query ($first: Int, $after: String${declared}) { ${list}(first: $first, after: $after${filter}) {
       nodes ${nodes} edges { cursor node ${nodes} } totalCount pageInfo { hasNextPage endCursor } } }`,
    { variables: { ...variables } },
  );
}

async function pageOf(connection: Connection, variables: object): Promise<Page> {
  const { data, errors } = await ask(connection, variables);
  expect(errors).toEqual([]);
  const page = data[connection.list];
  if (!page) throw new Error(`${connection.list} has no page.`);
  return page;
}

test('there are connections with filters', () => {
  expect(CONNECTIONS.length).toBeGreaterThan(3);
  expect(FILTERS.filter((filter) => filter.selectedBy !== null).length).toBeGreaterThan(10);
});

describe.each(CONNECTIONS)('$list', (connection) => {
  const { list, size } = connection;

  test('pages follow each other without gaps or repetitions', async () => {
    const whole = await pageOf(connection, { first: 15 });
    const found: unknown[] = [];
    let after: string | null = null;
    for (let left = 3; left > 0; left -= 1) {
      const page: Page = await pageOf(connection, { first: 5, after });
      expect(page.edges.map(({ node }) => node)).toEqual(page.nodes);
      expect(page.totalCount).toBe(whole.totalCount);
      found.push(...page.nodes);
      after = page.pageInfo.endCursor;
    }
    expect(found).toEqual(whole.nodes);
    expect(whole.nodes).toHaveLength(Math.min(15, whole.totalCount));
    expect(whole.totalCount).toBeGreaterThan(5);
  });

  test(`a page has ${size} items if \`first\` is omitted or null`, async () => {
    const { totalCount, nodes } = await pageOf(connection, {});
    expect(nodes).toHaveLength(Math.min(Number(size), totalCount));
    expect((await pageOf(connection, { first: null })).nodes).toEqual(nodes);
  });

  test.each([
    ['first', 0],
    ['first', 201],
    ['after', 'x'],
  ])('%s: %s is refused without an upstream request', async (argument, value) => {
    const reply = await ask(connection, { [argument]: value });
    expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
    expect(reply.errors[0]).toMatchObject({ path: [list], extensions: { argument } });
    expect(graph.proxy.costs).toEqual({});
  });

  test('refuses the cursors of every other list', async () => {
    const others = CONNECTIONS.filter((other) => other !== connection);
    for (const other of others) {
      const { pageInfo } = await pageOf(other, { first: 1 });
      const reply = await ask(connection, { after: pageInfo.endCursor });
      const [error] = reply.errors;
      expect(error?.extensions, other.list).toMatchObject({ argument: 'after' });
      expect(error?.message).toMatch(/another list|not a cursor of this list/);
    }
  });
});

test('no id repeats in its list or in a list of another type: Relay caches objects by `id` alone', async () => {
  const types = new Map<unknown, unknown>();
  for (const connection of CONNECTIONS.filter(({ fields }) => fields.includes('id'))) {
    const { nodes } = await pageOf(connection, { first: 200 });
    expect(new Set(nodes.map(({ id }) => id)).size, connection.list).toBe(nodes.length);
    for (const { id, __typename } of nodes) {
      expect(types.get(id) ?? __typename, `the id ${id}`).toBe(__typename);
      types.set(id, __typename);
    }
  }
  expect(new Set(types.values()).size).toBeGreaterThan(2);
});

test.each(FILTERS)('$coordinate reaches upstream as one parameter', async (filter) => {
  const { connection } = filter;
  const value = VALUES[filter.filter.name] ?? validValue(filter.filter.type);
  await ask(connection, { first: 1 });
  const plain = lastQuery();
  graph.proxy.reset();
  await ask(connection, { first: 1, filter: { [filter.filter.name]: value } });
  // The tier may be looked up before, and if the value is not known, what there is may be listed afterwards.
  const sent = graph.proxy.seen.find(({ route }) => route !== '/account/keys');
  const added = [...(sent?.query ?? [])].filter(([name]) => !plain.has(name));
  expect(added).toEqual([[expect.any(String), String(value)]]);
});

function lastQuery(): URLSearchParams {
  return graph.proxy.seen.at(-1)?.query ?? new URLSearchParams();
}

test.each(FILTERS.filter((filter) => filter.selectedBy !== null))(
  '$coordinate selects by $selectedBy',
  async ({ connection, filter, selectedBy }) => {
    const keyOf = (node: Node) => node[selectedBy ?? ''];
    const some = await pageOf(connection, { first: 200 });
    const value = some.nodes.map(keyOf)[0];
    const isList = isListType(getNullableType(filter.type));
    const selected = await pageOf(connection, {
      first: 200,
      filter: { [filter.name]: isList ? [value] : value },
    });
    expect(new Set(selected.nodes.map(keyOf))).toEqual(new Set([value]));
    expect(selected.nodes).toEqual(
      expect.arrayContaining(some.nodes.filter((node) => keyOf(node) === value)),
    );
    expect(selected.totalCount).toBeLessThan(some.totalCount);
  },
);
