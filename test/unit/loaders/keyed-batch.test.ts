import { describe, expect, test } from 'vitest';
import { type KeyedBatch, keyedBatchLoader } from '../../../src/loaders/keyed-batch.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const broken = new Error('broken');

/** A loader of capital letters, and the chunks that it has asked for. */
function capitals(options: Partial<KeyedBatch<string>> = {}) {
  const chunks: (readonly string[])[] = [];
  const loader = keyedBatchLoader<string>({
    load: async (keys) => {
      chunks.push(keys);
      return new Map(keys.toReversed().map((key) => [key, key.toUpperCase()]));
    },
    missing: 'none',
    ...options,
  });
  return { loader, chunks };
}

const answer = (...entries: [string, string | Error][]) => ({ load: async () => new Map(entries) });

describe('a keyed batch', () => {
  test.each<[string, Partial<KeyedBatch<string>>, readonly (string | Error)[]]>([
    ['its own value, whatever the order of the results', {}, ['A', 'B', 'C', 'D', 'E']],
    [
      'the missing value if it is absent, whatever else is there',
      answer(['a', 'A'], ['c', 'C'], ['nobody asked', 'X'], ['d', 'D']),
      ['A', 'none', 'C', 'D', 'none'],
    ],
    ['its own error', answer(['a', 'A'], ['b', broken]), ['A', broken, 'none', 'none', 'none']],
    [
      'the error of its chunk',
      {
        chunkSize: () => 2,
        load: async (keys) => {
          if (keys.includes('c')) throw broken;
          return new Map(keys.map((key) => [key, key.toUpperCase()]));
        },
      },
      ['A', 'B', broken, broken, 'E'],
    ],
    [
      'an error for any other thrown value, also if thrown synchronously',
      {
        load: () => {
          throw 'just a text';
        },
      },
      KEYS.map(() => new Error('just a text')),
    ],
    [
      'an error if reading the chunk size fails',
      { chunkSize: () => Promise.reject(broken) },
      KEYS.map(() => broken),
    ],
  ])('gives each key %s', async (_what, options, expected) => {
    expect(await capitals(options).loader.loadMany(KEYS)).toEqual(expected);
  });

  test('loads at most eight chunks concurrently', async () => {
    let underWay = 0;
    let most = 0;
    const { loader } = capitals({
      chunkSize: () => 1,
      load: async (keys) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return new Map(keys.map((key) => [key, key]));
      },
    });
    await loader.loadMany(Array.from({ length: 40 }, (_, i) => String(i)));
    expect(most).toBe(8);
  });
});
