import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());

const SUBSCRIPTION = 'subscription { liveOdds { __typename } }';

/** Subscribes with a POST and returns the error. */
async function refusalOf(path: string, accept: string) {
  const response = await fetch(graph.url + path, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', 'x-api-key': 'demo_pro' },
    body: JSON.stringify({ query: SUBSCRIPTION }),
  });
  const { errors } = Object(await response.json());
  expect(errors).toHaveLength(1);
  expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  return { status: response.status, message: String(errors[0].message) };
}

describe('a subscription to /subgraph without the callback extension', () => {
  test.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
    ['application/json;callbackSpec=1.0', 200],
    ['text/event-stream', 406],
    ['multipart/mixed;subscriptionSpec=1.0', 406],
  ])('with Accept %s is refused with advice for setting up the router', async (accept, status) => {
    const refusal = await refusalOf('/subgraph', accept);
    expect(refusal.status).toBe(status);
    expect(refusal.message).toContain('callback mode');
    expect(refusal.message).toContain('CALLBACK_HOSTS');
    expect(refusal.message).toContain('/graphql');
  });

  test('is refused with the name of the missing extension', async () => {
    const { message } = await refusalOf('/subgraph', 'application/json');
    expect(graph.log()).toContain('"codes":{"BAD_USER_INPUT":1},"msg":"operation"');
    expect(message).toContain('"extensions.subscription" is required');
  });

  test('by GET is refused with the advice to use POST', async () => {
    const response = await fetch(`${graph.url}/subgraph?query={__typename}`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.text()).toContain('by POST');
  });
});

test.each(['application/json', 'application/graphql-response+json', 'multipart/mixed'])(
  'a subscription to /graphql with Accept %s is refused with the header to send, before anything is opened',
  async (accept) => {
    const { status, message } = await refusalOf('/graphql', accept);
    expect(status).toBe(406);
    expect(graph.proxy.seen.filter(({ route }) => route === '/stream')).toEqual([]);
    expect(message).toBe(
      'Subscriptions are delivered as an event stream: send "Accept: text/event-stream".',
    );
  },
);
