import { describe, expect, test } from 'vitest';
import { keyedBatchLoader } from '../../../src/loaders/keyed-batch.ts';

const chunked = (size: number, chunks: (readonly string[])[]) =>
  keyedBatchLoader<string>({
    chunkSize: () => size,
    load: async (keys) => {
      chunks.push(keys);
      return new Map(keys.map((key) => [key, key.toUpperCase()]));
    },
    missing: 'none',
  });

describe('a keyed batch', () => {
  test('returns each key its own value, whatever the order of the results', async () => {
    const loader = keyedBatchLoader<string>({
      load: async (keys) => new Map(keys.toReversed().map((key) => [key, key.toUpperCase()])),
      missing: 'none',
    });
    expect(await loader.loadMany(['a', 'b', 'c', 'd'])).toEqual(['A', 'B', 'C', 'D']);
  });

  test('returns the missing value for an absent key, and does not affect its neighbours', async () => {
    const loader = keyedBatchLoader<string>({
      load: async () =>
        new Map([
          ['a', 'A'],
          ['c', 'C'],
          ['nobody asked', 'X'],
        ]),
      missing: 'none',
    });
    expect(await loader.loadMany(['a', 'b', 'c'])).toEqual(['A', 'none', 'C']);
  });

  test('only fails the key that has an error', async () => {
    const broken = new Error('broken');
    const loader = keyedBatchLoader<string>({
      load: async () =>
        new Map<string, string | Error>([
          ['a', 'A'],
          ['b', broken],
        ]),
      missing: 'none',
    });
    expect(await loader.loadMany(['a', 'b'])).toEqual(['A', broken]);
  });

  test.each([
    [1, 5],
    [2, 3],
    [3, 2],
    [5, 1],
    [6, 1],
  ])('of five keys in chunks of %i asks %i times', async (size, count) => {
    const chunks: (readonly string[])[] = [];
    const keys = ['a', 'b', 'c', 'd', 'e'];
    expect(await chunked(size, chunks).loadMany(keys)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(chunks).toHaveLength(count);
    expect(chunks.flat()).toEqual(keys);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(size);
  });

  test('sends one request without a chunk size', async () => {
    let asked = 0;
    const loader = keyedBatchLoader<string>({
      load: async () => {
        asked += 1;
        return new Map();
      },
      missing: 'none',
    });
    await loader.loadMany(Array.from({ length: 1_000 }, (_, i) => String(i)));
    expect(asked).toBe(1);
  });

  test('requests a key once, however often it is loaded', async () => {
    const chunks: (readonly string[])[] = [];
    const loader = chunked(10, chunks);
    await Promise.all([loader.load('a'), loader.load('b'), loader.load('a')]);
    await loader.load('b');
    expect(chunks).toEqual([['a', 'b']]);
  });

  test('only fails the keys of a chunk that fails', async () => {
    const loader = keyedBatchLoader<string>({
      chunkSize: () => 2,
      load: async (keys) => {
        if (keys.includes('c')) throw new Error('this chunk');
        return new Map(keys.map((key) => [key, key.toUpperCase()]));
      },
      missing: 'none',
    });
    const outcomes = await loader.loadMany(['a', 'b', 'c', 'd', 'e']);
    expect(outcomes).toEqual(['A', 'B', new Error('this chunk'), new Error('this chunk'), 'E']);
  });

  test('turns other thrown values into errors, also if thrown synchronously', async () => {
    const loader = keyedBatchLoader<string>({
      load: () => {
        throw 'just a text';
      },
      missing: 'none',
    });
    expect(await loader.loadMany(['a'])).toEqual([new Error('just a text')]);
  });

  test('fails every key if reading the chunk size fails', async () => {
    const loader = keyedBatchLoader<string>({
      chunkSize: () => Promise.reject(new Error('no size')),
      load: async () => new Map(),
      missing: 'none',
    });
    expect(await loader.loadMany(['a', 'b'])).toEqual([new Error('no size'), new Error('no size')]);
  });

  test('reads the chunk size once per batch', async () => {
    let asked = 0;
    const loader = keyedBatchLoader<string>({
      chunkSize: async () => {
        asked += 1;
        return 2;
      },
      load: async () => new Map(),
      missing: 'none',
    });
    await loader.loadMany(['a', 'b', 'c', 'd', 'e']);
    expect(asked).toBe(1);
  });

  test('loads at most eight chunks concurrently', async () => {
    let underWay = 0;
    let most = 0;
    const loader = keyedBatchLoader<string>({
      chunkSize: () => 1,
      load: async (keys) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return new Map(keys.map((key) => [key, key]));
      },
      missing: 'none',
    });
    await loader.loadMany(Array.from({ length: 40 }, (_, i) => String(i)));
    expect(most).toBe(8);
  });
});
