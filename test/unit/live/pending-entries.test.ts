import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../../src/live/board/entry-list.ts';
import { PendingEntries } from '../../../src/live/board/memory/pending-entries.ts';

const ENTRIES: readonly Entry<null>[] = Array.from({ length: 2_501 }, (_, i) => ({
  ...{ id: String(i), value: null, version: i, isRemoved: false },
}));

function pendingOf(entries: Iterable<Entry<null> | undefined>): PendingEntries<null> {
  const pending = new PendingEntries<null>();
  for (const entry of entries) if (entry !== undefined) pending.add(entry);
  return pending;
}

test('entries are taken once each, in the order in which they were first added', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 150 }), { maxLength: 1_000, size: 'max' }), (indices) => {
      const added = indices.map((index) => ENTRIES[index]);
      const pending = pendingOf(added);
      expect(pending.isEmpty).toBe(indices.length === 0);
      expect([...(pending.take() ?? [])]).toEqual([...new Set(added)]);
      expect(pending.isEmpty).toBe(true);
    }),
  );
});

test('entries that repeat, however often, are no more than one each', () => {
  const pending = pendingOf(Array.from({ length: 20_000 }, (_, i) => ENTRIES[i % 2_000]));
  expect([...(pending.take() ?? [])]).toHaveLength(2_000);
});

test('there are none if there were too many different ones, until they are taken', () => {
  const pending = pendingOf([...ENTRIES, ...ENTRIES, ...ENTRIES]);
  expect(pending.isEmpty).toBe(false);
  expect(pending.take()).toBeNull();
  expect(pending.isEmpty).toBe(true);
  for (const entry of ENTRIES.slice(0, 100)) pending.add(entry);
  expect([...(pending.take() ?? [])]).toHaveLength(100);
});
