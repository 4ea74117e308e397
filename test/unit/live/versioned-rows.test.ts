import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalOf, type Changes } from '../../../src/live/board/entry-list.ts';
import { VersionedRows } from '../../../src/live/board/versioned-rows.ts';
import { runs, weighted } from '../../harness/property-runs.ts';

type Step =
  | { readonly does: 'put'; readonly id: string; readonly value: number }
  | { readonly does: 'remove'; readonly id: string };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(1, ['put'], { id, value: fc.nat({ max: 9 }) }),
  weighted(1, ['remove'], { id }),
);

/** Every change so far, in order. */
class NaiveLog {
  readonly all: { readonly id: string; readonly value: number; readonly isRemoved: boolean }[] = [];

  apply(one: Step): void {
    const held = this.last(one.id);
    if (one.does === 'put') this.all.push({ id: one.id, value: one.value, isRemoved: false });
    else if (held && !held.isRemoved) this.all.push({ ...held, isRemoved: true });
  }

  last(id: string) {
    return this.all.findLast((change) => change.id === id);
  }

  removalsSince(version: number): number {
    return this.all.slice(version).filter((change) => change.isRemoved).length;
  }

  since(version: number) {
    const last = new Map<string, number>();
    for (const [index, change] of this.all.entries()) last.set(change.id, index);
    const changes = this.all.filter((change, i) => i >= version && last.get(change.id) === i);
    return {
      changed: changes.filter((change) => !change.isRemoved),
      removed: changes.filter((change) => change.isRemoved),
    };
  }
}

function plain({ changed, removed }: Changes<number>) {
  const facts = (entries: Changes<number>['changed']) =>
    entries.map((entry) => ({ id: entry.id, value: entry.value, isRemoved: entry.isRemoved }));
  return { changed: facts(changed), removed: facts(removed) };
}

/** The event of a row changes with its value, as that of an id which upstream uses again. */
const eventOf = (value: number) => `event ${value % 3}`;

function boardOf(steps: readonly Step[], removalsMax?: number) {
  const board = new VersionedRows<number>(removalsMax, { eventOf });
  const log = new NaiveLog();
  for (const one of steps) {
    if (one.does === 'put') board.put(one.id, one.value);
    else board.remove(one.id);
    log.apply(one);
  }
  return { board, log };
}

test('the changes since any version that a board or its copy remembers match a log of all changes', () => {
  // All removals are kept, or only a few.
  const kept = fc.oneof(fc.constant(60), fc.nat({ max: 3 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), kept, (steps, removalsMax) => {
      const { board, log } = boardOf(steps, removalsMax);
      const copy = new VersionedRows<number>(removalsMax);
      copy.put('left behind', 1);
      copy.copyFrom(board, (value) => value);
      expect(board.version).toBe(log.all.length);
      expect([copy.epoch, copy.version]).toEqual([board.epoch, board.version]);
      expect(board.sizeWithRemovals - board.size).toBeLessThanOrEqual(removalsMax);
      for (let version = 0; version <= board.version; version += 1) {
        const isKnown = board.remembers(version);
        expect(copy.remembers(version)).toBe(isKnown);
        if (!isKnown) expect(log.removalsSince(version)).toBeGreaterThan(removalsMax);
        for (const one of isKnown ? [board, copy] : []) {
          expect(plain(one.changesSince(version, () => true))).toEqual(log.since(version));
        }
      }
      expect(board.remembers(board.version)).toBe(true);
      const held = [...board.entries()].map(({ id, value }) => [id, value]);
      const expected = log.since(0).changed.map(({ id, value }) => [id, value]);
      expect(held.sort()).toEqual(expected.sort());
      expect([...board.ids()].sort()).toEqual(held.map(([id]) => id));
      const events = new Set(held.map(([, value]) => eventOf(Number(value))));
      for (const event of ['event 0', 'event 1', 'event 2']) {
        expect(board.hasEvent(event)).toBe(events.has(event));
      }
      copy.put('only on the copy', 1);
      expect([copy.version, board.size]).toEqual([board.version + 1, copy.size - 1]);
    }),
    { numRuns: runs(600) },
  );
});

test('dropped removals take no memory, and the changes since later versions are still complete', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat({ max: 60 }), (steps, upTo) => {
      const { board, log } = boardOf(steps);
      board.dropRemovals(upTo);
      const kept = log.since(0).removed.filter((change) => log.all.lastIndexOf(change) + 1 > upTo);
      expect(board.sizeWithRemovals).toBe(board.size + kept.length);
      for (let version = Math.min(upTo, board.version); version <= board.version; version += 1) {
        expect(board.remembers(version)).toBe(true);
        expect(plain(board.changesSince(version, () => true))).toEqual(log.since(version));
      }
    }),
    { numRuns: runs(300) },
  );
});

test('items are ordered by arrival, and one that comes back has its earlier rank', () => {
  const board = new VersionedRows<number>();
  for (const name of ['a', 'b', 'c']) board.put(name, 1);
  board.put('a', 2);
  board.remove('b');
  board.put('d', 1);
  board.put('b', 2);
  const ranks = ['a', 'b', 'c', 'd'].map((name) => board.orderOf(name));
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(new Set(ranks).size).toBe(4);
});

test('a board that becomes a copy of a younger one remembers what that one does', () => {
  const board = new VersionedRows<number>();
  board.advanceTo(1_000);
  board.forgetRemovals(900);
  const younger = { epoch: 'younger', version: 3, forgottenVersion: 1 };
  board.rebuild(younger, [{ id: 'a', value: 1, version: 2, isRemoved: false }]);
  expect([0, 1, 3, 4].map((version) => board.remembers(version))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a version never goes back', () => {
  const board = new VersionedRows<number>();
  board.advanceTo(5);
  expect(() => board.advanceTo(4)).toThrow('Version 5 cannot go back to 4.');
});

test('each change has the arrival of its frame, that of a row whose id another one got too', () => {
  const board = new VersionedRows<number>(10, { isSameRow: (one, other) => one === other });
  board.arrivedAt = 5;
  for (const name of ['a', 'b']) board.put(name, 1);
  board.arrivedAt = 7;
  const entries = board.replicate({ id: 'a', value: 2, version: 3, isRemoved: false });
  expect(entries.map(({ arrivedAt }) => arrivedAt)).toEqual([7, 7]);
  const everything = board.changesSince(0, () => true);
  expect(everything.changed.map(({ arrivedAt }) => arrivedAt)).toEqual([5, 7]);
  expect(arrivalOf(everything)).toBe(5);
});
