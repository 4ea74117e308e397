import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { Documents } from '../../src/execution/documents/documents.ts';
import { compose } from '../federation/supergraph.ts';
import { codesOf, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const open = await sharedGraph();
const hidden = await sharedGraph({ introspection: false });

/** Misspelled names, for which GraphQL suggests the right ones. */
const NEAR_MISSES: readonly [string, string, object][] = [
  ['a field', '{ event { id } sportsbok(id: "1") { id } }', {}],
  ['an argument', '{ event(idd: "1") { id } }', {}],
  ['a type', '{ ...F } fragment F on Quer { __typename }', {}],
  ['a value of an enum', '{ sportsbooks(filter: { status: ACTIV }) { id } }', {}],
  ['a field of an input', '{ events(filter: { sport: ["x"] }) { totalCount } }', {}],
  ['a field of one type of several', '{ _entities(representations: []) { displayName } }', {}],
  [
    'a value of an enum in a variable',
    'query ($s: SportsbookStatus) { sportsbooks(filter: { status: $s }) { id } }',
    { s: 'ACTIV' },
  ],
  [
    'a field of an input in a variable',
    'query ($f: EventFilter) { events(filter: $f) { totalCount } }',
    { f: { sport: ['x'] } },
  ],
];

describe.each(TRANSPORTS)('through %s', (transport) => {
  test('answers the introspection query of tools without a key', async () => {
    const { data, errors } = await open.ask<IntrospectionQuery>(
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
      { transport, key: null },
    );
    expect(errors).toEqual([]);
    const schema = buildClientSchema(data);
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toContain('events');
    expect(schema.getType('Event')?.description).toMatch(/\S/);
  });

  test('answers tools that ask first what this server knows of introspection', async () => {
    const known = ['__Schema', '__Type', '__Directive', '__InputValue'];
    const types = known.map((name, i) => `a${i}: __type(name: "${name}") { fields { name } }`);
    const { data } = await open.ask(`{ ${types.join(' ')} }`, { transport, key: null });
    expect(Object.keys(data)).toHaveLength(known.length);
  });

  test.each(['{ __schema { types { name } } }', '{ __type(name: "Query") { name } }'])(
    'where the schema is hidden, %s is refused',
    async (query) => {
      const reply = await hidden.ask(query, { transport });
      expect(reply.data).toBeUndefined();
      expect(new Set(codesOf(reply))).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
    },
  );

  test('answers __typename even if introspection is disabled', async () => {
    const { data } = await hidden.ask('{ __typename }', { transport, key: null });
    expect(data).toEqual({ __typename: 'Query' });
  });

  test.each(NEAR_MISSES)(
    'errors suggest what was meant by %s, and not where the schema is hidden',
    async (_name, query, variables) => {
      const shown = await open.ask(query, { transport, variables: { ...variables } });
      const kept = await hidden.ask(query, { transport, variables: { ...variables } });
      expect(kept.errors.length).toBe(shown.errors.length);
      expect(kept.errors.length).toBeGreaterThan(0);
      expect(shown.text).toContain('Did you mean');
      expect(kept.text).not.toContain('Did you mean');
    },
  );
});

describe('where the schema is hidden', () => {
  /** As `rover subgraph introspect` asks. */
  const introspect = (key: string | null, transport: '/graphql' | '/subgraph' = '/subgraph') =>
    hidden.ask<{ _service: { sdl: string } }>(
      'query SubgraphIntrospectQuery { _service { sdl } }',
      { transport, key },
    );

  test('a supergraph is composed of what a router gets with the header that the documentation tells', async () => {
    const { data, errors } = await introspect('demo_free');
    expect(errors).toEqual([]);
    const urls = { oddsgraph: `${hidden.url}/subgraph`, notes: 'http://localhost/notes' };
    expect(compose(data._service.sdl, urls)).toContain('type Event');
  });

  test.each([
    ['without a credential', null],
    ['with a key that nobody has', 'unknown'],
  ])('the SDL is refused %s, even if others have got it before', async (_name, key) => {
    await introspect('demo_free');
    const reply = await introspect(key);
    expect(reply.status).toBe(401);
    expect(codesOf(reply)).toEqual(['UNAUTHENTICATED']);
    expect(reply.text).not.toContain('type Event');
  });

  test('the SDL is refused to clients', async () => {
    const client = await introspect('demo_free', '/graphql');
    expect(client.data).toBeUndefined();
    expect(codesOf(client)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  test('clients do not get the SDL by the hashes by which Apollo Server knows the query of a router', async () => {
    const add = vi.spyOn(Documents.prototype, 'add');
    await hidden.ask('query Fresh { _service { sdl } }', { transport: '/subgraph' });
    const [hashes] = /[0-9a-f]{64}:[0-9a-f]{64}$/.exec(add.mock.lastCall?.[0] ?? '') ?? [];
    add.mockRestore();
    if (hashes === undefined) throw new Error('Apollo Server has added no document.');
    const reply = await hidden.ask(hashes, { transport: '/graphql' });
    expect(codesOf(reply)).toEqual(['GRAPHQL_PARSE_FAILED']);
    expect(reply.text).not.toContain('type Event');
  });
});

test.each([
  ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 400],
  ['a client that accepts only HTML', 'text/html', 406],
])('serves GraphiQL to %s, but not if introspection is disabled', async (_, accept, status) => {
  const shown = await fetch(`${open.url}/graphql`, { headers: { accept } });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toContain('text/html');
  expect(await shown.text()).toContain('GraphiQL');
  const kept = await fetch(`${hidden.url}/graphql`, { headers: { accept } });
  expect(kept.status).toBe(status);
  expect(kept.headers.get('content-type')).toContain('application/json');
  expect(await kept.text()).not.toContain('GraphiQL');
});
