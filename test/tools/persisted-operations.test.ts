import { describe, expect, test } from 'vitest';
import { codesOf, persisted, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph();

const QUERY = 'query Book($id: ID!) { sportsbook(id: $id) { id } }';
const VARIABLES = { id: 'circa' };
const CIRCA = { sportsbook: { id: 'circa' } };

describe.each(TRANSPORTS)('automatic persisted queries through %s', (transport) => {
  const post = (body: object) => graph.post(JSON.stringify(body), { transport });

  test('answers an unknown hash with PersistedQueryNotFound and status 404, so that clients send the text', async () => {
    const reply = await post({ variables: VARIABLES, extensions: persisted('{ never }') });
    expect(reply.status).toBe(404);
    expect(reply.data).toBeUndefined();
    expect(codesOf(reply)).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    expect(reply.errors[0]?.message).toBe('PersistedQueryNotFound');
  });

  test('registers a text that is sent with its hash, and then accepts the hash alone', async () => {
    const extensions = persisted(QUERY);
    const first = await post({ query: QUERY, variables: VARIABLES, extensions });
    expect(first.data).toEqual(CIRCA);
    graph.fresh();
    const second = await post({ variables: VARIABLES, extensions });
    expect(second.data).toEqual(CIRCA);
    expect(second.errors).toEqual([]);
    expect((await post({ variables: { id: 'saba' }, extensions })).data).toEqual({
      sportsbook: { id: 'saba' },
    });
  });

  test('refuses a text with a wrong hash without registering it', async () => {
    const extensions = persisted('{ something { else } }');
    const reply = await post({ query: QUERY, variables: VARIABLES, extensions });
    expect(reply.data).toBeUndefined();
    expect(codesOf(reply)).toEqual(['BAD_USER_INPUT']);
    expect(codesOf(await post({ variables: VARIABLES, extensions }))).toEqual([
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
  });

  test('refuses a text of ill-formed Unicode, which has the hash of another one, without registering it', async () => {
    const query = `${QUERY} # ${transport} \ufffd`;
    const extensions = persisted(query);
    await graph.ask(QUERY, { transport, variables: VARIABLES }); // Makes the key known.
    const reply = await post({
      query: `${QUERY} # ${transport} \ud800`,
      variables: VARIABLES,
      extensions,
    });
    expect([reply.status, codesOf(reply)]).toEqual([400, ['BAD_USER_INPUT']]);
    expect(codesOf(await post({ variables: VARIABLES, extensions }))).toEqual([
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
    expect((await post({ query, variables: VARIABLES, extensions })).data).toEqual(CIRCA);
  });

  test('applies limits and authorisation to registered documents', async () => {
    const query = '{ events(first: 200) { nodes { odds { id } } } }';
    const extensions = persisted(query);
    expect(codesOf(await post({ query, extensions }))).toEqual(['QUERY_TOO_COMPLEX']);
    expect(codesOf(await post({ extensions }))).toEqual(['QUERY_TOO_COMPLEX']);
    const known = { variables: VARIABLES, extensions: persisted(QUERY) };
    await post({ query: QUERY, ...known });
    const reply = await graph.post(JSON.stringify(known), { transport, key: null });
    expect(codesOf(reply)).toEqual(['UNAUTHENTICATED']);
  });
});

test('accepts a hash by GET, so that caches can store the response', async () => {
  const extensions = persisted(QUERY);
  await graph.post(JSON.stringify({ query: QUERY, variables: VARIABLES, extensions }));
  const params = new URLSearchParams({
    variables: JSON.stringify(VARIABLES),
    extensions: JSON.stringify(extensions),
  });
  const reply = await graph.get(`/graphql?${params}`, { 'x-api-key': 'demo_sharp' });
  expect(reply.data).toEqual(CIRCA);
});

test('a document that is registered at one endpoint is known at the others', async () => {
  const query = 'query Apart { sportsbook(id: "saba") { id } }';
  const extensions = persisted(query);
  await graph.post(JSON.stringify({ query, extensions }), { transport: '/graphql' });
  const reply = await graph.post(JSON.stringify({ extensions }), { transport: '/subgraph' });
  expect(reply.data).toEqual({ sportsbook: { id: 'saba' } });
});
