import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CompactMap, CompactSet } from '../../../src/live/board/memory/compact-collections.ts';
import { collectGarbage } from '../../harness/node/collect-garbage.ts';

/** Deletions and additions of numbers, a thousand at a time, so that tables are rebuilt. */
const steps = fc.array(
  fc.record({ deletes: fc.boolean(), from: fc.nat({ max: 5_000 }), isCleared: fc.boolean() }),
  { maxLength: 30 },
);

test('compact collections contain what ordinary ones do, in the same order', () => {
  fc.assert(
    fc.property(steps, (changes) => {
      let isSame = true;
      const [map, set] = [new Map<number, string>(), new Set<number>()];
      const [compactMap, compactSet] = [new CompactMap<number, string>(), new CompactSet<number>()];
      for (const { deletes, from, isCleared } of changes) {
        if (isCleared && from < 100)
          for (const each of [map, set, compactMap, compactSet]) each.clear();
        for (let i = from; i < from + 1_000; i += 1) {
          if (deletes) {
            const [isDeleted, ...others] = [map, set, compactMap, compactSet].map((each) =>
              each.delete(i),
            );
            isSame &&= others.every((other) => other === isDeleted);
          } else {
            for (const each of [map, compactMap]) each.set(i, `${i} from ${from}`);
            for (const each of [set, compactSet]) each.add(i);
          }
        }
      }
      expect(isSame).toBe(true);
      expect([...compactMap]).toEqual([...map]);
      expect([...compactSet]).toEqual([...set]);
    }),
  );
});

test('entries of compact collections that are deleted while they are iterated leave all others', () => {
  const numbers = Array.from({ length: 10_000 }, (_, i) => i);
  const map = new CompactMap(numbers.map((i) => [i, i]));
  const set = new CompactSet(numbers);
  for (const i of map.keys()) if (i % 3 !== 0) map.delete(i);
  for (const i of set) if (i % 3 !== 0) set.delete(i);
  const rest = numbers.filter((i) => i % 3 === 0);
  expect([...map.values()]).toEqual(rest);
  expect([...set]).toEqual(rest);
});

/** A table has room for 131,072 entries then. */
const SIZE = 80_000;

/** Bytes of the heap that a collection takes after all of its entries were replaced several times. */
function bytesAfterChurn<C extends { delete(key: number): boolean }>(
  collection: C,
  add: (collection: C, key: number) => void,
): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 5 * SIZE; i += 1) {
    add(collection, i);
    collection.delete(i - SIZE);
  }
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}

test('compact collections do not grow for deleted entries', () => {
  const ofMap = (map: Map<number, null>) =>
    bytesAfterChurn(map, (each, key) => each.set(key, null));
  const ofSet = (set: Set<number>) => bytesAfterChurn(set, (each, key) => each.add(key));
  expect(ofMap(new CompactMap())).toBeLessThan(0.7 * ofMap(new Map()));
  expect(ofSet(new CompactSet())).toBeLessThan(0.7 * ofSet(new Set()));
});
