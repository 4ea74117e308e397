import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ShownNames } from '../../../src/resolvers/names/known-names.ts';
import { NameHints } from '../../../src/resolvers/names/name-hints.ts';
import type { NameKind } from '../../../src/resolvers/names/name-kinds.ts';

/** An argument in which none of these names has found anything. */
function notFound(kind: NameKind, ...values: string[]) {
  return { kind, values, argument: kind, path: 'odds', leagues: [], mayBeUnlisted: false };
}

const takeTurn = async () => {};

describe('finding hints does not keep the process busy', () => {
  test('with more than one name in a turn', async () => {
    const hints = new NameHints(() => new ShownNames());
    hints.note(notFound('markets', 'one', 'two', 'moneyline'), [], true);
    const turn = vi.fn(takeTurn);
    await hints.lookUp(0, async () => [['markets', [['moneyline']]]], turn);
    expect([hints.list().length, turn.mock.calls.length]).toEqual([2, 2]);
  });

  /** For how many milliseconds it does if twenty fields ask for these names, and none is known. */
  async function busyFor(known: ShownNames, kind: NameKind, values: string[]): Promise<number> {
    const hints = new NameHints(() => known);
    const asked = notFound(kind, ...values);
    for (let n = 0; n < 20; n += 1) hints.note({ ...asked, path: `field${n}` }, [], true);
    const before = process.cpuUsage().user;
    await hints.lookUp(0, async () => [], takeTurn);
    expect(hints.list()).toHaveLength(20);
    return (process.cpuUsage().user - before) / 1_000;
  }

  test('however many names an operation asks for', async () => {
    const known = new ShownNames();
    known.add(
      'markets',
      Array.from({ length: 1_000 }, (_, n) => [`player_${n}_market`]),
    );
    const names = Array.from({ length: 500 }, (_, n) => `${n}market`);
    expect(await busyFor(known, 'markets', names)).toBeLessThan(1_000);
  });

  test('however many words a name has', async () => {
    const known = new ShownNames();
    known.add(
      'teams',
      Array.from({ length: 2_000 }, (_, n) => [`first${n} last${n}`]),
    );
    const name = (words: number) =>
      Array.from({ length: words }, (_, n) => `another${n}`).join(' ');
    const few = await busyFor(known, 'teams', [name(5)]);
    expect(await busyFor(known, 'teams', [name(25)])).toBeLessThan(2 * few);
  });
});

test('hints that are found do not wait for other names to be listed', async () => {
  const hints = new NameHints(() => new ShownNames());
  for (const kind of ['leagues', 'sportsbooks'] as const) hints.note(notFound(kind, 'x'), [], true);
  const list = (kind: NameKind) =>
    kind === 'sportsbooks' ? new Promise<never>(() => {}) : Promise.resolve([]);
  void hints.lookUp(0, list, takeTurn);
  await setImmediate();
  expect(hints.list()).toMatchObject([{ argument: 'leagues', value: 'x' }]);
});

test('newer names take the place of the oldest, and a team may play in several leagues', async () => {
  const known = new ShownNames();
  const players = Array.from({ length: 2_000 }, (_, n) => [`player ${n}`, 'atp'] as const);
  known.add('teams', players);
  const teams = [['arsenal', 'epl'] as const, ['chelsea', 'epl'] as const];
  const names = [...teams, ['arsenal', 'ucl'] as const, ['player 1', 'atp'] as const];
  const list = async () => [['teams', names] as const];
  expect(await known.all('teams', 0, list, ['epl'])).toEqual(['chelsea', 'arsenal']);
  expect(await known.all('teams', 0, list, ['ucl'])).toEqual(['arsenal']);
  const kept = ['player 0', 'player 1', 'player 2', 'player 3'].map((one) =>
    known.has('teams', one),
  );
  expect(kept).toEqual([false, true, false, true]);
});
