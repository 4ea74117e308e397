import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRANSPORTS, type Transport } from '../harness/clients/graph-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());

describe('GET /graphql', () => {
  test.each([
    ['text/html', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['application/json, text/html;q=0.1', 'application/json'],
    ['application/json, text/html;q=0', 'application/json'],
    ['*/*', 'application/json'],
  ])('with Accept "%s" responds with %s', async (accept, type) => {
    const response = await fetch(`${graph.url}/graphql?query={__typename}`, {
      headers: { accept },
    });
    expect(response.headers.get('content-type')).toContain(type);
    await response.body?.cancel();
  });
});

/** Posts an operation with an unknown field. */
function postInvalid(accept: string, transport: Transport = '/subgraph'): Promise<Response> {
  return fetch(graph.url + transport, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ nope }' }),
  });
}

describe.each(TRANSPORTS)('an invalid operation at %s', (transport) => {
  test.each([
    ['application/json', 200, 'application/json'],
    ['application/graphql-response+json', 400, 'application/graphql-response+json'],
    [
      'application/graphql-response+json, application/json;q=0.9',
      400,
      'application/graphql-response+json',
    ],
    ['application/graphql-response+json;q=0.5, application/json', 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    [
      'text/event-stream, application/json;q=0.1, application/graphql-response+json;q=0.2',
      400,
      'application/graphql-response+json',
    ],
  ])('with Accept "%s" has status %d and type %s', async (accept, status, type) => {
    const response = await postInvalid(accept, transport);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      `${type}; charset=utf-8`,
    ]);
    await response.body?.cancel();
  });
});

describe('an invalid operation at /subgraph', () => {
  test.each(['text/event-stream', 'application/json;q=0, */*;q=0', 'text/plain'])(
    'with Accept "%s" is refused with 406, which names the type to accept',
    async (accept) => {
      const response = await postInvalid(accept);
      expect(response.status).toBe(406);
      expect(await response.json()).toMatchObject({
        errors: [
          {
            message: expect.stringContaining('accept "application/json"'),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      });
    },
  );
});
