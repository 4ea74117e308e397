import { expect, test } from 'vitest';
import { GraphClient } from '../../harness/clients/graph-client.ts';
import { scriptedGraph } from '../../harness/hooks/scripted-graph.ts';
import { oddsRow } from '../../harness/odds-rows.ts';

const graph = scriptedGraph([oddsRow(1)]);

async function canStream(key = 'demo_pro'): Promise<unknown> {
  const { data } = await new GraphClient(graph.url).ask('{ viewer { canStream } }', { key });
  return data.viewer?.canStream;
}

test('canStream is true once a stream has been accepted', async () => {
  expect(await canStream()).toBeNull();
  const client = await graph.live({}, { key: 'demo_pro' });
  await client.untilState('READY');
  client.close();
  expect([await canStream(), await canStream('demo_sharp')]).toEqual([true, null]);
});

test.each([
  ['is false', 'a missing feature', { status: 403, code: 'feature_not_available' }, false],
  ['is false', 'a tier that is high enough', { status: 403, code: 'tier_restricted' }, false],
  ['stays unknown', 'too many streams', { status: 429, code: 'stream_limit_exceeded' }, null],
])('canStream %s once upstream has refused a stream for %s', async (_is, _for, refusal, can) => {
  graph.upstream.refuse(refusal);
  await (await graph.live({}, { key: 'demo_pro' })).over();
  expect(await canStream()).toBe(can);
});

test('canStream stays unknown after a failure of a stream', async () => {
  graph.upstream.refuse({ status: 500 });
  const client = await graph.live({}, { key: 'demo_pro' });
  await client.untilState('RECONNECTING');
  expect(await canStream()).toBeNull();
});

test('a tier restriction is one if the tier has become too low since the last look-up', async () => {
  expect(await canStream()).toBeNull(); // Finds out the tier, which is then known for a minute.
  graph.clock.advance(30_000);
  graph.upstream.tiers.set('demo_pro', 'free');
  const upstream = { status: 403, code: 'tier_restricted' };
  graph.upstream.refuse(upstream);
  const client = await graph.live({}, { key: 'demo_pro' });
  expect((await client.lastError())?.extensions).toMatchObject({
    code: 'TIER_RESTRICTED',
    requiredTier: 'HOBBY',
    currentTier: 'FREE',
    upstream,
  });
});
