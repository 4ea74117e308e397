import { expect, test } from 'vitest';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';
import { until } from '../harness/until.ts';

const LARGE = '{ events(first: 100) { nodes { odds { key selection sportsbookId } } } }';

test('an operation that waits until its client reads is refused once its token has expired', async () => {
  const graph = await viewerGraphOfTest();
  const now = Math.floor(graph.clock.now() / 1_000);
  const lasting = await graph.token({ tier: 'pro', exp: now + 3_600 });
  const client = await StreamClient.open(graph.url, null, lasting);
  client.pause();
  // It counts the streams of all graphs in this process, of which other tests' may still be closing.
  const blocked = () => metricOf(graph.url, 'event_streams_blocked');
  await until(async () => (await blocked()) === 0);
  const isBlocked = async () => (await blocked()) === 1;
  for (let asked = 1; !(await isBlocked()); asked += 1) {
    await client.ask(asked, LARGE);
    const isAnswered = () => linesOf(graph.log(), 'operation').length === asked;
    await until(async () => isAnswered() || (await isBlocked()));
  }
  client.bearer = await graph.token({ tier: 'pro', exp: now + 5 });
  expect((await client.ask('a', '{ viewer { tier } sportsbooks { id } }')).status).toBe(202);
  graph.clock.advance(45_000);
  client.resume();
  expect(JSON.stringify(await client.whole('a'))).toContain('UNAUTHENTICATED');
  expect(graph.proxy.seen.map(({ route }) => route)).not.toContain('/sportsbooks');
  client.close();
});

test('an operation with an expired token is told so, not that there is no stream', async () => {
  const graph = await viewerGraphOfTest();
  const now = Math.floor(graph.clock.now() / 1_000);
  const bearer = await graph.token({ tier: 'pro', exp: now + 5 });
  const client = await StreamClient.open(graph.url, null, bearer);
  graph.clock.advance(45_000);
  expect((await client.ask('a', '{ viewer { tier } }')).status).toBe(401);
  client.close();
});
