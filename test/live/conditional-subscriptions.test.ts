import { expect, test } from 'vitest';
import { codesOf, GraphClient, TRANSPORTS } from '../harness/clients/graph-client.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';

const graph = scriptedGraph();

test.each(TRANSPORTS)(
  'at %s, a subscription whose root field is conditional is refused',
  async (transport) => {
    const query =
      'subscription ($on: Boolean = true) { ... @include(if: $on) { liveOdds { __typename } } }';
    const reply = await new GraphClient(graph.url).ask(query, { transport });
    expect([reply.status, codesOf(reply)]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
    expect(graph.upstream.requests).toBe(0);
    expect(graph.log).not.toContain('unexpected error');
  },
);
