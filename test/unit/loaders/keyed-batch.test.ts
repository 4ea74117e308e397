import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type KeyedBatch, keyedBatchLoader } from '../../../src/loaders/keyed-batch.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const broken = new Error('broken');

const capitalsOf = async (keys: readonly string[]) =>
  new Map(keys.map((key) => [key, key.toUpperCase()]));

describe('a keyed batch', () => {
  test.each<[string, Omit<KeyedBatch<string>, 'missing'>, readonly (string | Error)[]]>([
    [
      'the error of its chunk',
      {
        chunkSize: () => 2,
        load: async (keys) => {
          if (!keys.includes('c')) return capitalsOf(keys);
          await turn(); // It fails last.
          throw broken;
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
      { chunkSize: () => Promise.reject(broken), load: capitalsOf },
      KEYS.map(() => broken),
    ],
  ])('gives each key %s', async (_what, options, expected) => {
    const loader = keyedBatchLoader({ ...options, missing: 'none' });
    expect(await loader.loadMany(KEYS)).toEqual(expected);
  });

  test('loads at most eight chunks concurrently', async () => {
    let underWay = 0;
    let most = 0;
    const loader = keyedBatchLoader({
      missing: 'none',
      chunkSize: () => 1,
      load: async (keys) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await turn();
        underWay -= 1;
        return capitalsOf(keys);
      },
    });
    await loader.loadMany(Array.from({ length: 40 }, (_, i) => String(i)));
    expect(most).toBe(8);
  });
});
