import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, withTail } from '../../../src/execution/encoding/compressed-data.ts';
import { runs } from '../../harness/property-runs.ts';

/** The longest end that fits into one block. */
const END_MAX = 65_535;

test('any text with any end is what a client decompresses', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.integer({ min: 13, max: 300_000 }).map((length) => '{"price":1.9}'.repeat(length / 13)),
  );
  const end = fc.string({ unit: 'binary', minLength: 1 });
  const property = fc.asyncProperty(text, fc.array(end, { maxLength: 3 }), async (start, ends) => {
    const compressed = await compress([Buffer.from(start)]);
    for (const each of ends) {
      const sent = Buffer.concat((compressed && withTail(compressed, Buffer.from(each))) ?? []);
      expect(gunzipSync(sent).toString()).toBe(start + each);
    }
  });
  await fc.assert(property, { numRuns: runs(50) });
});

test('an end that does not fit into one block is refused', async () => {
  const compressed = await compress([Buffer.from('a'), Buffer.from('b')]);
  const longest = Buffer.alloc(END_MAX, 'c');
  const sent = Buffer.concat((compressed && withTail(compressed, longest)) ?? []);
  expect(gunzipSync(sent).toString()).toBe(`ab${longest}`);
  expect(compressed && withTail(compressed, Buffer.alloc(END_MAX + 1))).toBeNull();
});

test('when too much waits to be compressed, the rest is not', async () => {
  const text = Buffer.alloc(2 ** 20, 'text');
  const all = Array.from({ length: 30 }, () => compress([text]));
  const done = await Promise.all(all);
  const amount = done.filter((compressed) => compressed !== null).length;
  expect(amount).toBeGreaterThan(0);
  expect(amount).toBeLessThan(30);
  expect(await compress([text])).not.toBeNull();
});
