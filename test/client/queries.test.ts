import { describe, expect, test } from 'vitest';
import { rateLimited } from '../harness/servers/faults.ts';
import { open, startGame } from './live-game.ts';

type Events = { readonly events: { readonly nodes: readonly { readonly id: string }[] } };
const EVENTS = 'query ($first: Int!) { events(first: $first) { nodes { id } } }';

describe('a query', () => {
  test('sends the hash of a text, and the text only where the server does not know it', async () => {
    const { client } = await startGame();
    expect(
      (await client.query<Events, { readonly first: number }>(EVENTS, { first: 1 })).data.events
        .nodes,
    ).toEqual([{ id: 'game' }]);
    expect(
      (await client.query<Events, { readonly first: number }>(EVENTS, { first: 2 })).data.events
        .nodes,
    ).toEqual([{ id: 'game' }]);
  });

  test('fails with the code, the tier and the wait of its error', async () => {
    const { graph, client } = await startGame();
    const document = '{ lowHoldOpportunities { nodes { id } } }';
    await expect(open(graph, 'demo_free').query(document)).rejects.toMatchObject({
      name: 'GraphError',
      code: 'TIER_RESTRICTED',
      requiredTier: 'PRO',
    });
    graph.proxy.spoil('GET /events', rateLimited({ 'retry-after': '7' }));
    await expect(
      client.query<Events, { readonly first: number }>(EVENTS, { first: 9 }),
    ).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 7,
      isFinal: false,
    });
    await graph.stopGraph();
    await expect(
      client.query<Events, { readonly first: number }>(EVENTS, { first: 9 }),
    ).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});
