import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { oddsRow } from '../harness/odds-rows.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';

const TIER = '{ viewer { tier } }';

let graph: ScriptedGraph;

beforeEach(async () => {
  graph = await ScriptedGraph.start();
  graph.upstream.onStream = (stream) => stream.open([oddsRow(1)]);
});
afterEach(() => graph.stop());

/** Bytes that the operations of all streams hold, from `/metrics`. */
async function memoryBytes(): Promise<number> {
  const text = await (await fetch(`${graph.url}/metrics`)).text();
  return Number(/^oddsgraph_stream_operation_bytes (\d+)$/m.exec(text)?.[1]);
}

async function codeOf(response: Response): Promise<[number, unknown]> {
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code];
}

describe('an operation on a stream that is not open', () => {
  const tree = () => JSON.parse(`[${'[],'.repeat(300_000)}[]]`);

  test('does not hold variables that it does not declare', async () => {
    const client = await StreamClient.reserve(graph.url);
    for (const id of ['a', 'b', 'c']) {
      const accepted = await client.ask(id, TIER, { variables: { undeclared: tree() } });
      expect(accepted.status).toBe(202);
    }
    expect(await memoryBytes()).toBeLessThan(1_000);
    await client.open();
    expect(await client.whole('c')).toMatchObject([{ data: { viewer: { tier: 'ENTERPRISE' } } }]);
    client.close();
  });

  test('counts with the memory of its variables and is refused beyond four megabytes', async () => {
    const query =
      'query ($representations: [_Any!]!) { _entities(representations: $representations) { __typename } }';
    const client = await StreamClient.reserve(graph.url);
    const refused = await client.ask('a', query, { variables: { representations: tree() } });
    expect(await codeOf(refused)).toEqual([429, 'STREAM_LIMIT_EXCEEDED']);
    expect(await memoryBytes()).toBe(0);
  });

  test('is released when the reservation expires', async () => {
    const client = await StreamClient.reserve(graph.url);
    await client.ask('a', TIER);
    expect(await memoryBytes()).toBeGreaterThan(0);
    graph.clock.advance(60_000);
    expect(await memoryBytes()).toBe(0);
  });

  test.each([
    ['without a key', null],
    ['with a key that upstream does not know', 'made_up'],
  ])('is refused %s, and accepted once the stream is open', async (_, key) => {
    graph.upstream.tiers.set('made_up', null);
    const client = await StreamClient.reserve(graph.url, key);
    expect(await codeOf(await client.ask('a', '{ __typename }'))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await memoryBytes()).toBe(0);
    await client.open();
    expect((await client.ask('a', '{ __typename }')).status).toBe(202);
    expect(await client.whole('a')).toMatchObject([{ data: { __typename: 'Query' } }]);
    client.close();
  });
});

describe('a thousand reservations without a key', () => {
  beforeEach(async () => {
    for (let i = 0; i < 20; i += 1) {
      await Promise.all(Array.from({ length: 50 }, () => StreamClient.reserve(graph.url, null)));
    }
  });

  test('do not block a known key while upstream cannot be asked about it', async () => {
    graph.upstream.keysRefusal = { status: 500 };
    await StreamClient.reserve(graph.url, 'demo_pro');
    await expect(StreamClient.reserve(graph.url, null)).rejects.toThrow('429');
  });
});

test('a key that upstream has accepted stays known while upstream is unavailable', async () => {
  const made = Array.from({ length: 50 }, (_, i) => `made_up_${i}`);
  for (const key of made) graph.upstream.tiers.set(key, null);
  await StreamClient.reserve(graph.url, 'demo_pro');
  graph.clock.advance(30_000);
  for (let i = 0; i < 20; i += 1) {
    await Promise.all(made.map((key) => StreamClient.reserve(graph.url, key)));
  }
  graph.clock.advance(30_000);
  graph.upstream.keysRefusal = { status: 500 };
  await StreamClient.reserve(graph.url, 'demo_pro');
});
