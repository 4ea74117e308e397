import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf } from '../harness/clients/graph-client.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});
afterAll(() => graph.stop());

const NODE = `query ($id: ID!) {
  node(id: $id) {
    __typename nodeId
    ... on Event { id name }
    ... on Sportsbook { id displayName }
  }
}`;

describe('Query.node', () => {
  test('finds an event and a sportsbook by the ids that they give themselves', async () => {
    const { data } = await graph.ask(
      '{ events(first: 1) { nodes { nodeId id name } } sportsbook(id: "draftkings") { nodeId id displayName } }',
    );
    const [event] = data.events?.nodes ?? [];
    for (const [__typename, object] of [
      ['Event', event],
      ['Sportsbook', data.sportsbook],
    ] as const) {
      const found = await graph.ask(NODE, { variables: { id: object?.nodeId } });
      expect(found.errors).toEqual([]);
      expect(found.data).toEqual({ node: { __typename, ...object } });
    }
    expect(event?.nodeId).not.toBe(data.sportsbook?.nodeId);
  });

  test('is null for an id whose object does not exist', async () => {
    const id = Buffer.from('["Event","none"]').toString('base64url');
    const { data, errors } = await graph.ask(NODE, { variables: { id } });
    expect([data, errors]).toEqual([{ node: null }, []]);
  });

  test.each(['draftkings', '', 'W10', Buffer.from('["Odds","1"]').toString('base64url')])(
    'refuses %j, which is no "nodeId"',
    async (id) => {
      const reply = await graph.ask(NODE, { variables: { id } });
      expect([reply.data, codesOf(reply)]).toEqual([{ node: null }, ['BAD_USER_INPUT']]);
    },
  );
});

test('twenty nodes of one query share one request for events', async () => {
  const { data } = await graph.ask('{ events(first: 20) { nodes { nodeId } } }');
  const ids = data.events?.nodes.map(({ nodeId }) => nodeId) ?? [];
  graph.fresh();
  const fields = ids.map((id, index) => `n${index}: node(id: "${id}") { nodeId }`);
  const { errors } = await graph.ask(`{ ${fields.join(' ')} }`);
  expect(errors).toEqual([]);
  expect(graph.proxy.costs).toEqual({ 'GET /events': 1 });
});
