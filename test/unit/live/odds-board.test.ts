import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import { OddsBoard } from '../../../src/live/odds-board.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';

let changes: string[];
let board: OddsBoard;

beforeEach(() => {
  changes = [];
  board = new OddsBoard(({ id, isRemoved }) => changes.push(isRemoved ? `-${id}` : id));
});

function snapshot(...odds: Odds[]): void {
  const count = odds.length;
  board.take({
    kind: 'snapshot',
    data: { odds, count, total: count, offset: 0, has_more: false },
  });
}

function update(...odds: ReturnType<typeof oddsDelta>[]): void {
  const data = { odds, count: odds.length, book: 'draftkings', partial: false };
  board.take({ kind: 'odds:update', data });
}

function remove(...ids: string[]): void {
  board.take({ kind: 'odds:removed', data: { ids, count: ids.length, book: 'draftkings' } });
}

function load(...odds: Odds[]): void {
  board.startSnapshot();
  snapshot(...odds);
  board.completeSnapshot();
  changes.length = 0;
}

function held(): Odds[] {
  return [...board.versions.entries()].map((entry) => entry.value);
}

describe('a first snapshot', () => {
  test('is shown once all its parts have come', () => {
    board.startSnapshot();
    snapshot(oddsRow(1));
    snapshot(oddsRow(2), oddsRow(3));
    expect(board.isReady).toBe(false);
    expect(held()).toEqual([]);
    board.completeSnapshot();
    expect(board.isReady).toBe(true);
    expect(held()).toEqual([oddsRow(1), oddsRow(2), oddsRow(3)]);
    expect(changes).toEqual(['1', '2', '3']);
  });

  test('of nothing is a board too', () => {
    board.startSnapshot();
    snapshot();
    board.completeSnapshot();
    expect(board.isReady).toBe(true);
    expect(held()).toEqual([]);
  });

  test('takes in what changes and goes between its parts', () => {
    board.startSnapshot();
    snapshot(oddsRow(1), oddsRow(2));
    update(oddsDelta(1, 5), oddsDelta(3, 5));
    remove('2');
    snapshot(oddsRow(3));
    board.completeSnapshot();
    expect(held()).toEqual([oddsRow(1, 5), oddsRow(3)]);
  });

  test('begun again forgets the parts of the one that broke off', () => {
    board.startSnapshot();
    snapshot(oddsRow(1));
    load(oddsRow(2));
    expect(held()).toEqual([oddsRow(2)]);
  });
});

describe('changes', () => {
  beforeEach(() => load(oddsRow(1), oddsRow(2)));

  test('are merged into the whole price of the same id', () => {
    update(oddsDelta(1, 4));
    expect(held()).toContainEqual(oddsRow(1, 4));
    expect(changes).toEqual(['1']);
  });

  test('of an unknown id are dropped', () => {
    update(oddsDelta(9, 4));
    expect(held()).toEqual([oddsRow(1), oddsRow(2)]);
    expect(changes).toEqual([]);
  });

  test('that come twice are one', () => {
    for (let i = 0; i < 2; i += 1) {
      update(oddsDelta(1, 4));
      remove('2');
      snapshot(oddsRow(3));
    }
    expect(held()).toEqual([oddsRow(1, 4), oddsRow(3)]);
    expect(changes).toEqual(['1', '-2', '3']);
  });

  test('leave what was read off the board before as it was', () => {
    const before = [...board.versions.entries()].map((entry) => entry.value);
    update(oddsDelta(1, 4));
    expect(before[0]).toEqual(oddsRow(1));
  });

  test('to new prices come as parts of a snapshot', () => {
    snapshot(oddsRow(3), oddsRow(1));
    expect(held()).toHaveLength(3);
    expect(changes).toEqual(['3']);
  });
});

describe('a reconnect', () => {
  beforeEach(() => load(oddsRow(1), oddsRow(2), oddsRow(3)));

  test('shows what really changed, and never an empty board', () => {
    board.startSnapshot();
    expect(held()).toHaveLength(3);
    snapshot(oddsRow(1), oddsRow(2, 7), oddsRow(4));
    expect(held()).toHaveLength(3);
    board.completeSnapshot();
    expect(held()).toEqual([oddsRow(1), oddsRow(2, 7), oddsRow(4)]);
    expect(changes).toEqual(['2', '4', '-3']);
  });

  test('notices a field that is not sent any more', () => {
    load({ ...oddsRow(1), max_bet: 500 });
    board.startSnapshot();
    snapshot(oddsRow(1));
    board.completeSnapshot();
    expect(held()).toEqual([oddsRow(1)]);
    expect(changes).toEqual(['1']);
  });

  test('that breaks off in mid-snapshot leaves the board as it was', () => {
    board.startSnapshot();
    snapshot(oddsRow(1, 7));
    expect(held()).toEqual([oddsRow(1), oddsRow(2), oddsRow(3)]);
    expect(changes).toEqual([]);
  });

  test('shows a change or a removal that comes between the parts at once', () => {
    board.startSnapshot();
    snapshot(oddsRow(1), oddsRow(2));
    update(oddsDelta(2, 7));
    remove('3');
    expect(held()).toEqual([oddsRow(1), oddsRow(2, 7)]);
    board.completeSnapshot();
    expect(changes).toEqual(['2', '-3']);
  });
});
