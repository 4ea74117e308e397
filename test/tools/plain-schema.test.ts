import { diff } from '@graphql-inspector/core';
import { LoadersRegistry } from '@graphql-inspector/loaders';
import urlLoader from '@graphql-inspector/url-loader';
import { buildSchema, isObjectType, print, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { graphOfTest, sharedGraph } from '../harness/hooks/shared-graph.ts';
import type { TestGraph } from '../harness/servers/test-graph.ts';

const graph = await sharedGraph();

const schemaOf = (of: TestGraph) => fetch(`${of.url}/graphql/schema.graphql`);

test('the schema is served as SDL that builds without federation', async () => {
  const response = await schemaOf(graph);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  const schema = buildSchema(text);
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining(['viewer', 'events', 'odds', 'splits', 'apiKeys']),
  );
  expect(text).not.toMatch(/_entities|_service|_Any|federation__|link__|@key|@link|@shareable/);
});

test('the served schema has the tier and cost directives of its fields', async () => {
  const schema = buildSchema(await (await schemaOf(graph)).text());
  const field = (type: string, name: string) => {
    const found = schema.getType(type);
    const node = isObjectType(found) ? found.getFields()[name]?.astNode : undefined;
    return node?.directives?.map((directive) => print(directive)) ?? [];
  };
  expect(field('Odds', 'deepLink').join(' ')).toMatch(/@tier\(atLeast: \w+\)/);
  expect(field('Query', 'events').join(' ')).toMatch(/@cost\(weight: \d+\)/);
  expect(field('Query', 'events').join(' ')).toContain('@listSize(');
  const directives = schema.getDirectives().map(({ name }) => name);
  expect(directives).toEqual(expect.arrayContaining(['tier', 'cost', 'listSize']));
  expect(schema.getDirective('tier')?.description).toMatch(/lowest/);
});

test('graphql-inspector loads the schema from its URL and detects a breaking change', async () => {
  const loaders = new LoadersRegistry();
  loaders.register(urlLoader);
  const served = await loaders.loadSchema(
    `${graph.url}/graphql/schema.graphql`,
    {},
    false,
    false,
    false,
  );
  const text = await (await schemaOf(graph)).text();
  expect(await diff(served, buildSchema(text))).toEqual([]);
  const changes = await diff(served, buildSchema(text.replace(/^ {2}totalCount: /gm, '  count: ')));
  expect(changes.map(({ path }) => path)).toContain('EventConnection.totalCount');
});

test('the served schema has every type, field and description of introspection, except for federation', async () => {
  const schema = buildSchema(await (await schemaOf(graph)).text());
  const { data } = await graph.ask<{
    __schema: { types: { name: string; fields: { name: string; description: string }[] | null }[] };
  }>('{ __schema { types { name fields { name description } } } }');
  const foreign = /^_|^federation__|^link__/;
  const shown = data.__schema.types.filter(({ name }) => !foreign.test(name));
  const own = Object.keys(schema.getTypeMap()).filter((name) => !foreign.test(name));
  expect(own.sort()).toEqual(expect.arrayContaining(shown.map(({ name }) => name)));
  for (const { name, fields } of shown) {
    const type = schema.getType(name);
    if (!isObjectType(type)) continue;
    for (const field of fields ?? []) {
      if (foreign.test(field.name)) continue;
      expect(type.getFields()[field.name]?.description).toBe(field.description);
    }
  }
  expect(printSchema(schema)).not.toContain('extend');
});

test('the schema is not served if introspection is disabled', async () => {
  const hidden = await graphOfTest({ introspection: false });
  const response = await schemaOf(hidden);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('type Query');
});
