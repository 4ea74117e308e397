import { expect, test } from 'vitest';
import { EncodingCache } from '../../../src/execution/encoding/encoding-cache.ts';
import { chunkOf } from '../../../src/live/topics/batch.ts';
import { collectGarbage } from '../../harness/node/collect-garbage.ts';
import { until, untilDelivered } from '../../harness/until.ts';

test('a chunk that is still read keeps no more encodings than the cache has room for', () => {
  const encodings = new EncodingCache(10_000);
  const chunk = chunkOf([]);
  for (let document = 0; document < 100; document += 1) {
    encodings.add(chunk, `plain ${document}`, Buffer.alloc(1_000));
  }
  const held = [...chunk.encodings.keys()];
  expect(held.length).toBeGreaterThan(1);
  expect(held.length).toBeLessThanOrEqual(10);
  expect(held.at(-1)).toBe('plain 99');
});

test('all chunks share the cache, and the oldest encoding is evicted first', () => {
  const encodings = new EncodingCache(10_000);
  const [first, second, third] = [chunkOf([]), chunkOf([]), chunkOf([])];
  encodings.add(first, 'callback', ['é'.repeat(4_000)]);
  encodings.add(second, 'payloads', [Buffer.alloc(2_000), Buffer.alloc(2_000)]);
  encodings.add(third, 'chunked', Buffer.alloc(4_000));
  expect([first, second, third].map(({ encodings: { size } }) => size)).toEqual([0, 1, 1]);
});

test('an encoding larger than the cache stays until the next one is added', () => {
  const encodings = new EncodingCache(1_000);
  const [large, small] = [chunkOf([]), chunkOf([])];
  encodings.add(large, 'chunked', Buffer.alloc(100_000));
  expect(large.encodings.size).toBe(1);
  encodings.add(small, 'chunked', Buffer.alloc(1));
  expect(large.encodings.size).toBe(0);
});

test('the encodings of a chunk that nobody reads any more make room at once', async () => {
  const encodings = new EncodingCache(10_000);
  const read = chunkOf([]);
  encodings.add(read, 'chunked', Buffer.alloc(1_000));
  let collected = 0;
  const registry = new FinalizationRegistry(() => {
    collected += 1;
  });
  const addUnread = () => {
    const chunk = chunkOf([]);
    registry.register(chunk, null);
    encodings.add(chunk, 'chunked', Buffer.alloc(1_000));
  };
  for (let update = 0; update < 5; update += 1) addUnread();
  await until(() => {
    collectGarbage();
    return collected === 5;
  });
  await untilDelivered(); // The cache has a registry of its own.
  for (let update = 0; update < 5; update += 1) {
    encodings.add(read, `chunked ${update}`, Buffer.alloc(1_000));
  }
  expect(read.encodings.size).toBe(6);
});
