import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oddsRow } from '../../harness/odds-rows.ts';
import { ScriptedGraph } from '../../harness/servers/scripted-graph.ts';

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

test('canStream is true once a stream has been accepted', async () => {
  expect(await canStream()).toBeNull();
  const client = await graph.live({}, { key: 'demo_pro' });
  await client.untilState('READY');
  client.close();
  expect([await canStream(), await canStream('demo_sharp')]).toEqual([true, null]);
});

test('canStream is false once upstream has refused a stream for a missing feature', async () => {
  graph.upstream.refuse({ status: 403, code: 'feature_not_available' });
  await (await graph.live({}, { key: 'demo_pro' })).over();
  expect(await canStream()).toBe(false);
});

test('canStream stays unknown if the account has too many streams at the moment', async () => {
  graph.upstream.refuse({ status: 429, code: 'stream_limit_exceeded' });
  await (await graph.live({}, { key: 'demo_pro' })).over();
  expect(await canStream()).toBeNull();
});

test('canStream stays unknown after a failure of a stream', async () => {
  graph.upstream.refuse({ status: 500 });
  const client = await graph.live({}, { key: 'demo_pro' });
  await client.untilState('RECONNECTING');
  expect(await canStream()).toBeNull();
  client.close();
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
    await client.over();
    expect(client.results.at(-1)?.errors?.[0]?.extensions).toMatchObject(MISSING);
    expect(await canStream(key)).toBe(false);
  });

  test('is recognised when upstream ends an open stream', async () => {
    const client = await graph.live({}, { key: 'demo_pro' });
    await client.untilState('READY');
    graph.upstream.refuse(REFUSAL);
    (await graph.upstream.stream(1)).cut();
    await client.untilState('RECONNECTING');
    graph.clock.advance(60_000);
    await client.over();
    expect(client.results.at(-1)?.errors?.[0]?.extensions).toMatchObject(MISSING);
    expect(await canStream()).toBe(false);
  });

  test('is a tier restriction if the tier has become too low since the last look-up', async () => {
    expect(await canStream()).toBeNull(); // Finds out the tier, which is then known for a minute.
    graph.clock.advance(30_000);
    graph.upstream.tiers.set('demo_pro', 'free');
    graph.upstream.refuse(REFUSAL);
    const client = await graph.live({}, { key: 'demo_pro' });
    await client.over();
    expect(client.results.at(-1)?.errors?.[0]?.extensions).toMatchObject({
      code: 'TIER_RESTRICTED',
      requiredTier: 'HOBBY',
      currentTier: 'FREE',
      upstream: REFUSAL,
    });
  });
});
