import { expect, test } from 'vitest';
import { sha256, TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { codesOf, persisted } from '../harness/clients/graph-client.ts';
import { RawClient } from '../harness/clients/raw-client.ts';
import { sharedViewerGraph } from '../harness/hooks/shared-graph.ts';

const TRUSTED = 'query Tier { viewer { tier } }';
const PARAMETERISED = 'query Page($first: Int!) { odds(first: $first) { nodes { id } } }';
const OTHER = 'query Other { viewer { tier } }';

const documents = new TrustedDocuments([
  ['tier-1', TRUSTED],
  [sha256(PARAMETERISED), PARAMETERISED],
]);
const graph = await sharedViewerGraph({ trustedDocuments: { documents, only: true } });

const viewer = () => graph.viewer({ tier: 'pro' });

test.each([
  ['its id in the manifest', { documentId: 'tier-1' }],
  ['its hash', { documentId: `sha256:${sha256(TRUSTED)}` }],
  ['its APQ hash', { extensions: persisted(TRUSTED) }],
  ['its APQ hash along with its text', { query: TRUSTED, extensions: persisted(TRUSTED) }],
  ['its text, word for word', { query: TRUSTED }],
])('a viewer may ask for a trusted document by %s', async (_, params) => {
  const reply = await graph.post(JSON.stringify(params), await viewer());
  expect([reply.status, reply.data]).toEqual([200, { viewer: { tier: 'PRO' } }]);
});

test('a trusted document takes variables and an operation name', async () => {
  const params = {
    documentId: sha256(PARAMETERISED),
    variables: { first: 2 },
    operationName: 'Page',
  };
  const reply = await graph.post(JSON.stringify(params), await viewer());
  expect(reply.data.odds?.nodes).toHaveLength(2);
});

test.each([
  ['another document', { query: OTHER }],
  ['a trusted document with a space more', { query: `${TRUSTED} ` }],
  ['a document with broken syntax', { query: '{{{' }],
  ['another document under a trusted name', { query: OTHER, operationName: 'Tier' }],
  ['a document to be registered for APQ', { query: OTHER, extensions: persisted(OTHER) }],
  ['introspection', { query: '{ __schema { queryType { name } } }' }],
  ['nothing', {}],
])('a viewer is refused %s before it is parsed', async (_, params) => {
  const reply = await graph.post(JSON.stringify(params), await viewer());
  expect([reply.status, codesOf(reply)]).toEqual([403, ['FORBIDDEN']]);
  expect(graph.proxy.seen).toEqual([]);
});

test('an id that the manifest does not have is answered with 404', async () => {
  const body = JSON.stringify({ documentId: 'none' });
  const reply = await graph.post(body, await viewer());
  expect([reply.status, codesOf(reply)]).toEqual([404, ['PERSISTED_QUERY_NOT_FOUND']]);
});

test('holders of API keys may send any document', async () => {
  const reply = await graph.ask(OTHER, { key: 'demo_pro' });
  expect(reply.data).toEqual({ viewer: { tier: 'PRO' } });
});

test('what the owner of a key registers by APQ stays refused to viewers', async () => {
  const body = JSON.stringify({ query: OTHER, extensions: persisted(OTHER) });
  expect((await graph.post(body, { key: 'demo_pro' })).status).toBe(200);
  const reply = await graph.post(JSON.stringify({ extensions: persisted(OTHER) }), await viewer());
  expect([reply.status, codesOf(reply)]).toEqual([403, ['FORBIDDEN']]);
});

test.each([
  ['with the parameter twice', 400, [TRUSTED, '&query=', OTHER]],
  ['with it in a fragment', 400, ['', '#query=', OTHER]],
  ['with the rest of it in a fragment', 400, [TRUSTED, '#', OTHER]],
])(
  'a viewer cannot send an untrusted document %s',
  async (_, status, [first = '', join = '', second = '']) => {
    const document = `${encodeURIComponent(first)}${join}${encodeURIComponent(second)}`;
    const client = await RawClient.connect(graph.url);
    const authorization = `Bearer ${await graph.token({ tier: 'pro' })}`;
    client.get([`/graphql?query=${document}&operationName=Other`], {
      authorization,
      connection: 'close',
    });
    await client.read();
    expect(client.text).toContain(`HTTP/1.1 ${status}`);
  },
);

test('a viewer cannot send an untrusted document in the "Host" header', async () => {
  const client = await RawClient.connect(graph.url);
  const authorization = `Bearer ${await graph.token({ tier: 'pro' })}`;
  const host = `a/graphql?query=${encodeURIComponent(OTHER)}&rest=`;
  client.get(['/graphql?a=b'], { authorization, host, connection: 'close' });
  await client.read();
  expect(client.text).toContain('HTTP/1.1 400');
  expect(client.text).not.toContain('"data"');
});
