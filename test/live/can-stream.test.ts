import { afterEach, beforeEach, expect, test } from 'vitest';
import { oddsRow } from '../harness/odds-rows.ts';
import { ScriptedGraph } from '../harness/scripted-graph.ts';

let graph: ScriptedGraph;

beforeEach(async () => {
  graph = await ScriptedGraph.start();
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1)]);
});
afterEach(() => graph.stop());

async function canStream(key = 'demo_pro'): Promise<unknown> {
  const response = await fetch(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query: '{ viewer { canStream } }' }),
  });
  return (await response.json()).data.viewer.canStream;
}

test('an account may stream once a stream has shown it', async () => {
  expect(await canStream()).toBeNull();
  const client = await graph.live({}, { key: 'demo_pro' });
  await client.untilState('READY');
  client.close();
  expect([await canStream(), await canStream('demo_sharp')]).toEqual([true, null]);
});

test('an account may not stream once upstream has said that it lacks the feature', async () => {
  graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
  await (await graph.live({}, { key: 'demo_pro' })).over();
  expect(await canStream()).toBe(false);
});

test('an account that has too many streams just now may have one at another time', async () => {
  graph.upstream.refuse({ status: 429, code: 'stream_limit_exceeded' });
  await (await graph.live({}, { key: 'demo_pro' })).over();
  expect(await canStream()).toBeNull();
});

test('trouble with a stream shows nothing of the account', async () => {
  graph.upstream.refuse({ status: 500 });
  const client = await graph.live({}, { key: 'demo_pro' });
  await client.untilState('RECONNECTING');
  expect(await canStream()).toBeNull();
  client.close();
});
