import { expect, test } from 'vitest';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { startViewerGraph } from '../harness/viewers/viewer-graph.ts';

test('an operation that waits on a reserved stream is refused once its token has expired', async () => {
  const graph = await startViewerGraph();
  const now = Math.floor(graph.clock.now() / 1_000);
  const expiring = await graph.token({ tier: 'pro', exp: now + 5 });
  const client = await StreamClient.reserve(graph.url, null, expiring);
  await client.ask('a', '{ viewer { tier } sportsbooks { id } }');
  graph.clock.advance(45_000);
  client.bearer = await graph.token({ tier: 'pro', exp: now + 3_600 });
  await client.open();
  expect(JSON.stringify(await client.whole('a'))).toContain('UNAUTHENTICATED');
  expect(graph.proxy.seen.map(({ route }) => route)).not.toContain('/sportsbooks');
  client.close();
  await graph.stop();
});

test('a viewer on another tier has no stream that was reserved on the first', async () => {
  const graph = await startViewerGraph();
  const client = await StreamClient.reserve(graph.url, null, await graph.token({ tier: 'pro' }));
  client.bearer = await graph.token({ tier: 'free' });
  expect((await client.ask('a', '{ viewer { tier } }')).status).toBe(404);
  client.bearer = await graph.token({ tier: 'pro' });
  expect((await client.ask('a', '{ viewer { tier } }')).status).toBe(202);
  client.close();
  await graph.stop();
});
