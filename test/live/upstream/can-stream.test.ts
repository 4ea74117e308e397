import { describe, expect, test } from 'vitest';
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

describe('a missing add-on that upstream reports as a tier restriction', () => {
  const REFUSAL = { status: 403, code: 'tier_restricted' } as const;
  const MISSING = {
    code: 'FEATURE_NOT_AVAILABLE',
    upstream: { status: 403, code: 'tier_restricted' },
  };

  test.each(['demo_hobby', 'demo_pro', 'demo_sharp'])('is recognised for %s', async (key) => {
    graph.upstream.refuse(REFUSAL);
    const client = await graph.live({}, { key });
    expect((await client.lastError())?.extensions).toMatchObject(MISSING);
    expect(await canStream(key)).toBe(false);
  });

  test('is a tier restriction if the tier has become too low since the last look-up', async () => {
    expect(await canStream()).toBeNull(); // Finds out the tier, which is then known for a minute.
    graph.clock.advance(30_000);
    graph.upstream.tiers.set('demo_pro', 'free');
    graph.upstream.refuse(REFUSAL);
    const client = await graph.live({}, { key: 'demo_pro' });
    expect((await client.lastError())?.extensions).toMatchObject({
      code: 'TIER_RESTRICTED',
      requiredTier: 'HOBBY',
      currentTier: 'FREE',
      upstream: REFUSAL,
    });
  });
});
