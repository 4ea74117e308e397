import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { DeltaOdds } from '../../../src/contract/stream.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { OddsBoardReader } from '../../../src/live/board/odds-board-reader.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { collectGarbage } from '../../harness/node/collect-garbage.ts';
import { oddsDelta, oddsRow } from '../../harness/odds-rows.ts';

let changes: string[];
let board: OddsBoard;

beforeEach(() => {
  changes = [];
  board = new OddsBoard();
  board.onChange(({ id, isRemoved }) => changes.push(isRemoved ? `-${id}` : id));
});

const startSnapshot = () => board.applyFrame(frames.connected());
const completeSnapshot = () => board.applyFrame(frames.complete([]));
const snapshot = (...odds: Odds[]) => board.applyFrame(frames.snapshot(odds));
const update = (...odds: DeltaOdds[]) => board.applyFrame(frames.update(odds));
const remove = (...ids: string[]) => board.applyFrame(frames.removal(ids));

/** The snapshot of a stream that was just opened, in one part. */
function wholeSnapshot(...odds: Odds[]): void {
  startSnapshot();
  snapshot(...odds);
  completeSnapshot();
}

function load(...odds: Odds[]): void {
  wholeSnapshot(...odds);
  changes.length = 0;
}

function held(): Odds[] {
  return rowsOf(board.rows.entries().map((entry) => entry.value));
}

/** Rows as upstream sends them, without the lines that the board notes. */
function rowsOf(rows: Iterable<Odds>): Odds[] {
  return Array.from(rows, (row) => {
    const sent: Odds & { former_lines?: unknown } = { ...row };
    delete sent.former_lines;
    return sent;
  });
}

test('a price that has the key of a removed one is published again, however its league is spelled', () => {
  const row = oddsRow(1);
  load(row, { ...row, id: '2', league: row.league.toUpperCase() });
  remove('1');
  expect(changes).toEqual(['-1', '2']);
});

test('a price that has the key of one of several removed ones is published again', () => {
  const at = (id: string, line: number) => ({ ...oddsRow(1), id, line });
  load(at('1', 1.5), at('2', 2.5), at('3', 1.5), at('4', 3.5));
  remove('1', '2');
  expect(changes).toEqual(['-1', '-2', '3']);
});

test('the memory of a board does not grow for events that have come and gone', () => {
  load();
  const churn = (from: number, to: number) => {
    for (let i = from; i < to; i += 1) {
      snapshot({
        ...oddsRow(i),
        event_id: `event number ${i} of many`,
        player_name: `player ${i}`,
      });
      remove(`${i}`);
    }
    changes.length = 0;
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = churn(0, 15_000); // More than the removals that it remembers.
  expect(churn(15_000, 55_000) - before).toBeLessThan(2e6);
});

describe('a board of odds, during its first snapshot', () => {
  test.each([[[]], [[oddsRow(1), oddsRow(2)]]])(
    'is ready once it is complete, and publishes no changes until then: %j',
    (rows: Odds[]) => {
      startSnapshot();
      snapshot(...rows);
      expect(board.hasSnapshot).toBe(false);
      completeSnapshot();
      expect(board.hasSnapshot).toBe(true);
      expect(held()).toEqual(rows);
      expect(changes).toEqual([]);
    },
  );

  test('keeps a change that is as recent as a later part of the snapshot, but no older one', () => {
    const { odds_changed_at } = oddsDelta(1, 5);
    startSnapshot();
    update(oddsDelta(1, 5), oddsDelta(2, 3));
    snapshot({ ...oddsRow(1, 4), odds_changed_at }, oddsRow(2, 4));
    completeSnapshot();
    expect(held()).toEqual([oddsRow(1, 5), oddsRow(2, 4)]);
  });
});

describe('a board of odds, between snapshots', () => {
  beforeEach(() => load(oddsRow(1), oddsRow(2)));

  test('is marked as missing prices if a changed id is in no part of the snapshot', () => {
    startSnapshot();
    update(oddsDelta(9, 4));
    snapshot(oddsRow(1));
    completeSnapshot();
    expect(board.hasGaps).toBe(true);
  });

  test('is marked as missing prices if an id changes after it was listed and removed', () => {
    startSnapshot();
    snapshot(oddsRow(1), oddsRow(2));
    remove('2');
    update(oddsDelta(2, 4));
    completeSnapshot();
    expect([held(), board.hasGaps]).toEqual([[oddsRow(1)], true]);
  });

  test.each([
    { line: 7.5 },
    { is_live: true },
    { odds_american: -200 },
    { odds_decimal: 1.5 },
    { odds_probability: 0.1 },
    { odds_changed_at: '2026-11-21T20:00:00Z' },
  ])('publishes a change that differs only in %o', (field) => {
    update({ ...oddsDelta(1, 0), ...field });
    expect(changes).toEqual(['1']);
    expect(held()).toContainEqual({ ...oddsRow(1), ...field });
  });

  test('is marked as missing prices if too many changes arrive during a snapshot', () => {
    startSnapshot();
    remove(...Array.from({ length: 50_000 }, (_, i) => `gone ${i}`));
    snapshot(oddsRow(1));
    completeSnapshot();
    expect(board.hasGaps).toBe(false);
    startSnapshot();
    remove(...Array.from({ length: 50_001 }, (_, i) => `gone ${i}`));
    snapshot(oddsRow(1));
    completeSnapshot();
    expect(board.hasGaps).toBe(true);
  });

  test('knows the newest change of a price even if no more changes fit', () => {
    startSnapshot();
    update(oddsDelta(1, 1));
    remove(...Array.from({ length: 50_000 }, (_, i) => `gone ${i}`));
    update(oddsDelta(1, 2));
    snapshot(oddsRow(1));
    expect(held()).toContainEqual(oddsRow(1, 2));
  });

  test('publishes a repeated frame only once', () => {
    for (let i = 0; i < 2; i += 1) {
      update(oddsDelta(1, 4));
      remove('2');
      snapshot(oddsRow(3));
    }
    expect(held()).toEqual([oddsRow(1, 4), oddsRow(3)]);
    expect(changes).toEqual(['1', '-2', '3']);
  });
});

describe('a board of odds, during a snapshot after a reconnect', () => {
  beforeEach(() => load(oddsRow(1), oddsRow(2), oddsRow(3)));

  test('clears a field that is no longer sent', () => {
    load({ ...oddsRow(1), max_bet: 500 });
    wholeSnapshot(oddsRow(1));
    expect(held()).toEqual([{ ...oddsRow(1), max_bet: null }]);
    expect(changes).toEqual(['1']);
  });

  test('updates the time a price was last seen without publishing a change', () => {
    wholeSnapshot({ ...oddsRow(1), last_seen_at: '2026-11-21T19:00:00Z' }, oddsRow(2), oddsRow(3));
    expect(board.rows.get('1')?.last_seen_at).toBe('2026-11-21T19:00:00Z');
    expect(changes).toEqual([]);
  });

  test('publishes no change if only properties differ that prices in the graph do not have', () => {
    const sent = (token: number) => ({
      ...oddsRow(1),
      deep_link: `https://book.example.com/bet?token=${token}`,
      status: `status ${token}`,
      added_later: { token },
    });
    load(sent(1));
    wholeSnapshot(sent(2));
    expect(changes).toEqual([]);
  });
});

describe('a board of odds, with two prices under one id', () => {
  const other: Odds = { ...oddsRow(2), id: '1' };

  test('changes nothing at a reconnect and clears the ambiguity once one price is gone', () => {
    load(oddsRow(1), other);
    wholeSnapshot(oddsRow(1), other);
    expect(changes).toEqual([]);
    expect(rowsOf(board.ambiguous)).toHaveLength(2);
    load(oddsRow(1));
    expect(rowsOf(board.ambiguous)).toEqual([]);
  });

  test('marks both as ambiguous if they differ only in their odds', () => {
    load(oddsRow(1), oddsRow(1, 3));
    expect(held()).toEqual([oddsRow(1, 3)]);
    expect(rowsOf(board.ambiguous)).toHaveLength(2);
  });

  test('marks both as ambiguous if the second one arrives later, but not if one price is repeated', () => {
    load(oddsRow(1));
    snapshot(oddsRow(1, 2));
    expect(rowsOf(board.ambiguous)).toEqual([]);
    snapshot(other);
    expect(rowsOf(board.ambiguous)).toEqual([oddsRow(1, 2), other]);
  });

  test('expects one row fewer than upstream listed when it removes one price, and two fewer when it removes both', () => {
    load(oddsRow(0), oddsRow(1), oddsRow(2), other);
    expect(board.expectedTotal).toBe(4);
    remove('2');
    expect(board.expectedTotal).toBe(3);
    remove('1');
    expect(board.expectedTotal).toBe(1);
    load(oddsRow(0), oddsRow(1), other);
    wholeSnapshot(oddsRow(0), oddsRow(1));
    expect(board.expectedTotal).toBe(2);
  });

  test('is marked as missing prices if too many are ambiguous', () => {
    load(oddsRow(1), ...Array.from({ length: 501 }, () => other));
    expect(board.ambiguous.length).toBeLessThanOrEqual(1_000);
    expect(board.hasGaps).toBe(true);
  });
});

test('a board of odds finds prices by the fields that filters select on', () => {
  load(oddsRow(0), oddsRow(1), oddsRow(4), oddsRow(8));
  const ofEvent = () => [...board.index.rows('event_id', oddsRow(0).event_id)].map(({ id }) => id);
  expect(ofEvent()).toEqual(['0', '4', '8']);
  update(oddsDelta(4, 3));
  remove('0', '8');
  expect(ofEvent()).toEqual(['4']);
  const { index } = board;
  expect([...index.values('sportsbook')]).toEqual(['draftkings', 'fanduel']);
  expect([...index.values('league')]).toEqual(['nba']);
  expect(index.rows('market_type', 'player_points').size).toBe(0);
  snapshot(oddsRow(0, 1));
  expect(ofEvent()).toEqual(['4', '0']);
  expect(index.buckets('sportsbook', ['fanduel', 'nobody', 'fanduel'])).toHaveLength(2);
  const all = index.buckets('sportsbook', []).flatMap((rows) => [...rows]);
  expect(new Set(all)).toEqual(new Set(index.rows('league', 'nba')));
});

test('a reader of the board lists the prices of an event as upstream does, also those that were gone for a while', () => {
  load(oddsRow(0), oddsRow(4), oddsRow(8));
  remove('0', '8');
  snapshot(oddsRow(8));
  snapshot(oddsRow(0));
  const ofEvent = new OddsBoardReader(board, null).ofEvent(oddsRow(0).event_id, {}) ?? [];
  expect(Array.from(ofEvent, ({ id }) => id)).toEqual(['0', '4', '8']);
});

test('a board of odds marks a price as ambiguous if a part of the snapshot lists it after its removal', () => {
  startSnapshot();
  snapshot(oddsRow(1));
  remove('2', '3');
  snapshot(oddsRow(2));
  completeSnapshot();
  expect(rowsOf(board.ambiguous)).toEqual([oddsRow(2)]);
  expect(board.hasGaps).toBe(false);
});

test('a board of odds expects a price once that is new during a snapshot, and listed by a later part as well', () => {
  startSnapshot();
  snapshot(oddsRow(0));
  snapshot(oddsRow(5));
  snapshot(oddsRow(1), oddsRow(5));
  completeSnapshot();
  expect(board.expectedTotal).toBe(3);
});

test('a board of odds expects a price once that is withdrawn and back during a snapshot, and listed by a later part', () => {
  startSnapshot();
  remove('1');
  snapshot(oddsRow(1));
  update(oddsDelta(1, 1));
  snapshot(oddsRow(0), oddsRow(1));
  completeSnapshot();
  expect(board.expectedTotal).toBe(2);
});

describe('a board of odds, when a snapshot has fewer rows than announced', () => {
  const part = (total: number, ...odds: Odds[]) =>
    board.applyFrame(frames.snapshot(odds, 0, total));

  test('is marked as missing prices until the next snapshot', () => {
    startSnapshot();
    part(3, oddsRow(1), oddsRow(2));
    completeSnapshot();
    expect(board.hasGaps).toBe(true);
    load(oddsRow(1), oddsRow(2));
    expect(board.hasGaps).toBe(false);
  });

  test('is not marked as missing prices if new prices arrived between the parts', () => {
    startSnapshot();
    part(2, oddsRow(1));
    part(3, oddsRow(3));
    part(2, oddsRow(2));
    completeSnapshot();
    expect(board.hasGaps).toBe(false);
  });
});

test('a board that continues another one shows only what the next snapshot changes', () => {
  load(oddsRow(0), oddsRow(1));
  const source = board;
  board = new OddsBoard();
  board.onChange(({ id, isRemoved }) => changes.push(isRemoved ? `-${id}` : id));
  board.restore(source.rows, source.hasSnapshot);
  expect([board.hasSnapshot, board.rows.version]).toEqual([true, source.rows.version]);
  const { event_id: eventId } = oddsRow(0);
  expect([...board.index.rows('event_id', eventId)].map(({ id }) => id)).toEqual(['0']);
  wholeSnapshot(oddsRow(1, 1), oddsRow(2));
  expect(changes).toEqual(['1', '2', '-0']);
  expect(source.rows.get('1')?.odds_decimal).toBe(1.001);
});

test('a removed price that comes back leaves earlier readers what they have', () => {
  load(oddsRow(0));
  const { version } = board.rows;
  remove('0');
  snapshot(oddsRow(0, 1));
  expect(board.rows.remembers(version)).toBe(true);
});

test('a line that a price had too many lines ago makes readers from that time take a new snapshot', () => {
  load(oddsRow(0));
  const move = (line: number) => update({ ...oddsDelta(0, line), line });
  const { version } = board.rows;
  for (let line = 1; line <= 64; line += 1) move(line);
  expect(board.rows.remembers(version)).toBe(true);
  move(65);
  expect(board.rows.remembers(version)).toBe(false);
  expect(board.rows.remembers(version + 1)).toBe(true);
});

test('a reader of the board searches up to 10,000 prices, and no more', () => {
  const search = { min_odds: 1e6, limit: 200 };
  wholeSnapshot(...Array.from({ length: 10_000 }, (_, i) => oddsRow(i)));
  const reader = new OddsBoardReader(board, null);
  expect(reader.page(search)?.meta.total).toBe(0);
  snapshot(oddsRow(10_000));
  expect(reader.page(search)).toBeNull();
  expect(reader.page({ ...search, league: ['nhl'] })?.meta.total).toBe(0);
});
