import type { TestGraph } from '../servers/test-graph.ts';
import { LiveClient } from './live-client.ts';

/** A subscriber who has the whole board. */
export async function subscribeToBoard(
  { url }: TestGraph,
  key = 'demo_enterprise',
): Promise<LiveClient> {
  const query = 'subscription { liveOdds { __typename ... on FeedStatus { state } } }';
  const subscriber = await LiveClient.open(url, query, { key });
  await subscriber.untilState('READY');
  return subscriber;
}

/** The same, whose board answers queries: a response has said that this account's data is not delayed. */
export async function warmBoard(graph: TestGraph): Promise<LiveClient> {
  const subscriber = await subscribeToBoard(graph);
  await graph.ask('{ sportsbooks { id } }');
  graph.clock.advance(3_000); // No response is fresh any more.
  await graph.proxy.heartbeat();
  return subscriber;
}
