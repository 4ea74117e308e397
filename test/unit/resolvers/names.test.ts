import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { NameHints } from '../../../src/resolvers/names/name-hints.ts';
import type { NameKind } from '../../../src/resolvers/names/name-kinds.ts';

/** An argument in which none of these names has found anything. */
function notFound(kind: NameKind, ...values: string[]) {
  return { kind, values, argument: kind, path: 'odds', mayBeUnlisted: false };
}

const takeTurn = async () => {};

describe('finding hints does not keep the process busy', () => {
  test('with more than one name in a turn', async () => {
    const hints = new NameHints();
    hints.note(notFound('markets', 'one', 'two', 'moneyline'), [], true);
    const turn = vi.fn(takeTurn);
    await hints.lookUp(async () => ['moneyline'], turn);
    expect([hints.found.length, turn.mock.calls.length]).toEqual([2, 2]);
  });

  /** For how many milliseconds it does if twenty fields ask for these names. */
  async function busyFor(known: string[], kind: NameKind, values: string[]): Promise<number> {
    const hints = new NameHints();
    const asked = notFound(kind, ...values);
    for (let n = 0; n < 20; n += 1) hints.note({ ...asked, path: `field${n}` }, [], true);
    const before = process.cpuUsage().user;
    await hints.lookUp(async () => known, takeTurn);
    expect(hints.found).toHaveLength(20);
    return (process.cpuUsage().user - before) / 1_000;
  }

  test('however many names an operation asks for', async () => {
    const known = Array.from({ length: 1_000 }, (_, n) => `player_${n}_market`);
    const names = Array.from({ length: 500 }, (_, n) => `${n}market`);
    expect(await busyFor(known, 'markets', names)).toBeLessThan(1_000);
  });

  test('however many words a name has', async () => {
    const known = Array.from({ length: 2_000 }, (_, n) => `first${n} last${n}`);
    const name = (words: number) =>
      Array.from({ length: words }, (_, n) => `another${n}`).join(' ');
    const few = await busyFor(known, 'teams', [name(5)]);
    expect(await busyFor(known, 'teams', [name(25)])).toBeLessThan(2 * few);
  });
});

test('hints that are found do not wait for other names to be listed', async () => {
  const hints = new NameHints();
  for (const kind of ['leagues', 'sportsbooks'] as const) hints.note(notFound(kind, 'x'), [], true);
  const list = (kind: NameKind) =>
    kind === 'sportsbooks' ? new Promise<never>(() => {}) : Promise.resolve([]);
  void hints.lookUp(list, takeTurn);
  await setImmediate();
  expect(hints.found).toMatchObject([{ argument: 'leagues', value: 'x' }]);
});

describe('the names that may be meant', () => {
  async function nearest(kind: NameKind, name: string, known: readonly string[]) {
    const hints = new NameHints();
    hints.note(notFound(kind, name), [], true);
    await hints.lookUp(async () => known, takeTurn);
    return hints.found[0]?.nearest;
  }

  test('are five at most, those that are alike before those that contain it', async () => {
    const longer = Array.from({ length: 6 }, (_, n) => `x_goal_${n}`);
    const expected = ['goals', ...longer.slice(0, 4)];
    expect(await nearest('leagues', 'goal', [...longer, 'goals'])).toEqual(expected);
  });

  test('share a word of four letters or more, of whichever a team has', async () => {
    const known = ['fcp porto', 'real madrid', 'bayern munich'];
    expect(await nearest('teams', 'FCB Reaal Bayren', known)).toEqual(known.slice(1));
    expect(await nearest('teams', 'Rela Zzzzz', known)).toEqual(['real madrid']);
  });
});
