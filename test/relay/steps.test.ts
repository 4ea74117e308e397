import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../src/live/board/entry-list.ts';
import { REMOVALS_MAX, VersionedRows } from '../../src/live/board/versioned-rows.ts';
import { rowIdOf } from '../../src/live/board/wire-opportunity.ts';
import { StepBuilder } from '../../src/live/relay/leader/step-builder.ts';
import { loadBoard } from '../../src/live/relay/replica/board-loader.ts';
import { ReplicaBoard } from '../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS, OPPORTUNITY_ROWS } from '../../src/live/relay/replica/row-types.ts';
import { decodeEntry, decodeRow, encodeRow, UndecodableError } from '../../src/live/relay/step.ts';
import { type Head, STEP_ROWS_MAX } from '../../src/live/relay/store/relay-store.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { collectGarbage } from '../harness/node/collect-garbage.ts';
import { evOpportunity, oddsRow } from '../harness/odds-rows.ts';
import { runs, weighted } from '../harness/property-runs.ts';
import { ModelRedis } from './model/model-redis.ts';
import { ModelStore } from './model/model-store.ts';
import { BOARD, lead } from './model/open-replica.ts';
import { PLAIN_STEP } from './model/plain-step.ts';

const OWNER = 'leader';

/** Which selection a value is a price of: another one may get its id. */
const selectionOf = (value: number) => value % 10;

const decodeNumber = (json: unknown) => (typeof json === 'number' ? json : null);

/** A leader that appends what its board says, and a replica that follows. */
class Pair {
  readonly redis: ModelRedis;
  readonly store: ModelStore;
  readonly leader: VersionedRows<number>;
  readonly replica: ReplicaBoard<number>;
  readonly #builder: StepBuilder;
  #head: Head;

  constructor({
    removalsMax = REMOVALS_MAX,
    stepRowsMax = STEP_ROWS_MAX,
    logStepsMax = 1_000,
  } = {}) {
    const clock = new ManualClock();
    this.redis = new ModelRedis({ clock, logStepsMax });
    this.store = new ModelStore({ redis: this.redis, clock });
    this.#head = lead(this.redis, OWNER);
    this.leader = new VersionedRows<number>(removalsMax);
    this.leader.rebuild(this.#head, []);
    this.#builder = new StepBuilder(this.leader, stepRowsMax);
    this.replica = new ReplicaBoard<number>({
      isSameRow: (one, other) => selectionOf(one) === selectionOf(other),
      eventOf: String,
      removalsMax: REMOVALS_MAX,
    });
  }

  get isBehind(): boolean {
    return this.#builder.hasChanges;
  }

  /** Puts a value as a board of odds does. */
  put(id: string, value: number): void {
    const before = this.leader.get(id) ?? this.leader.removed(id) ?? value;
    if (selectionOf(before) !== selectionOf(value)) {
      this.leader.remove(id);
      this.leader.forgetRemovals();
    }
    this.leader.put(id, value);
  }

  append(): void {
    const { term, epoch, offset } = this.#head;
    const { rows, forgottenIds, ...versions } = this.#builder.next();
    const step = { ...PLAIN_STEP, epoch, offset: offset + 1, ...versions };
    const answer = this.redis.append(BOARD, { owner: OWNER, term, step, rows, forgottenIds });
    expect(answer).toBe('appended');
    const head = this.redis.head(BOARD);
    if (head !== null) this.#head = head;
  }

  /** Applies what the replica has not seen. */
  follow(): string[] {
    return this.redis.range(BOARD, '0-0', this.#head.tail).map((entry) => {
      const step = decodeEntry(entry, decodeNumber);
      return step === 'release' ? step : this.replica.apply(step);
    });
  }

  async load(): Promise<void> {
    const loaded = await loadBoard(this.store, BOARD, decodeNumber);
    if (loaded === null) throw new Error('There is no board.');
    expect(this.replica.load(loaded)).not.toBe('refused');
  }

  expectEqual(copy: VersionedRows<number> = this.replica.rows): void {
    expect([copy.epoch, copy.version]).toEqual([this.leader.epoch, this.leader.version]);
    expect(rowsOf(copy)).toEqual(rowsOf(this.leader));
  }
}

function rowsOf(board: VersionedRows<number>) {
  const facts = ({ id, value, version }: Entry<number>) => [id, value, version] as const;
  return Array.from(board.entries(), facts).sort();
}

type Action =
  | { readonly does: 'put'; readonly id: string; readonly value: number }
  | { readonly does: 'remove'; readonly id: string }
  | { readonly does: 'append' | 'follow' | 'load' | 'drop' };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const action: fc.Arbitrary<Action> = fc.oneof(
  weighted(4, ['put'], { id, value: fc.constantFrom(1, 11, 21, 31, 41, 51, 2) }),
  weighted(3, ['remove'], { id }),
  weighted(3, ['append', 'follow']),
  weighted(1, ['load', 'drop']),
);

describe('a replica', () => {
  test('equals the leader’s board, however few removals the leader remembers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 60 }),
        fc.nat({ max: 3 }),
        async (actions, removalsMax) => {
          const pair = new Pair({ removalsMax, stepRowsMax: 2 });
          await pair.load();
          const boards = new Map<number, ReturnType<typeof rowsOf>>();
          for (const one of actions) {
            if (one.does === 'put') pair.put(one.id, one.value);
            else if (one.does === 'remove') pair.leader.remove(one.id);
            else if (one.does === 'append') pair.append();
            else if (one.does === 'follow') pair.follow();
            else if (one.does === 'drop') pair.leader.dropRemovals(pair.leader.version);
            else await pair.load();
            boards.set(pair.replica.rows.version, rowsOf(pair.replica.rows));
          }
          do pair.append();
          while (pair.isBehind);
          expect(pair.follow()).not.toContain('gap');
          pair.expectEqual();
          const loaded = await loadBoard(pair.store, BOARD, decodeNumber);
          if (loaded === null) throw new Error('There is no board.');
          const copy = new VersionedRows<number>();
          copy.rebuild(loaded.head, loaded.changes);
          pair.expectEqual(copy);
          for (const one of [pair.replica.rows, copy]) expectResumable(one, boards);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('frees the memory of removals that the leader no longer remembers', async () => {
    const pair = new Pair();
    await pair.load();
    for (const id of ['a', 'b', 'c']) pair.leader.put(id, 1);
    pair.append();
    pair.leader.remove('a');
    pair.leader.remove('b');
    pair.append();
    pair.follow();
    expect(pair.replica.rows.sizeWithRemovals).toBe(3);
    pair.leader.dropRemovals(pair.leader.version - 1);
    pair.leader.put('c', 2);
    pair.append();
    pair.follow();
    expect(pair.replica.rows.sizeWithRemovals).toBe(2);
    pair.expectEqual();
  });

  test('forgets what it shows between two steps if an id was used again before the first, and comes in the second', async () => {
    const pair = new Pair({ stepRowsMax: 2 });
    for (const id of ['a', 'b', 'c']) pair.put(id, 1);
    while (pair.isBehind) pair.append();
    await pair.load();
    for (const [id, value] of [
      ['a', 2],
      ['b', 11],
      ['c', 11],
      ['a', 12],
    ] as const)
      pair.put(id, value);
    pair.append();
    pair.follow();
    const { version } = pair.replica.rows;
    expect(pair.replica.rows.get('a')).toBe(1);
    pair.append();
    pair.follow();
    expect(pair.replica.rows.get('a')).toBe(12);
    expect(pair.replica.rows.remembers(version)).toBe(false);
  });
});

/** What a client holds of a row: its value, by a key that names its selection. */
const keyed = ([id, value]: readonly [string, number, number]) =>
  [`${id} of ${selectionOf(value)}`, value] as const;

/** From every version that was shown before, the changes lead to the present or a snapshot is due. */
function expectResumable(
  board: VersionedRows<number>,
  boards: ReadonlyMap<number, ReturnType<typeof rowsOf>>,
): void {
  for (const [version, rows] of boards) {
    if (!board.remembers(version)) continue;
    const held = new Map(rows.map(keyed));
    const { changed, removed } = board.changesSince(version, () => true);
    for (const { id, value } of removed) held.delete(`${id} of ${selectionOf(value)}`);
    for (const { id, value } of changed) held.set(`${id} of ${selectionOf(value)}`, value);
    expect([...held].sort()).toEqual(rowsOf(board).map(keyed).sort());
  }
}

test('a large change is split into consecutive steps', async () => {
  const pair = new Pair();
  await pair.load();
  for (let i = 0; i < 2.5 * STEP_ROWS_MAX; i += 1) pair.leader.put(`row ${i}`, i);
  let appended = 0;
  for (; pair.isBehind; appended += 1) pair.append();
  expect(appended).toBe(3);
  expect(pair.follow()).toEqual(['applied', 'applied', 'applied']);
  pair.expectEqual();
});

test('a board with rows that violate the schema is unreadable', async () => {
  const pair = new Pair();
  pair.leader.put('a', 1);
  pair.append();
  const loading = loadBoard(pair.store, BOARD, () => null);
  await expect(loading).rejects.toThrow(UndecodableError);
});

test('a row under the id of another one is unreadable, and so is an opportunity that is not whole', () => {
  const [price, found] = [oddsRow(1), { kind: 'ev' as const, wire: evOpportunity() }];
  expect(decodeRow({ id: price.id, value: encodeRow(1, price) }, ODDS_ROWS.decode)).toBeTruthy();
  const id = rowIdOf(found);
  expect(decodeRow({ id, value: encodeRow(1, found) }, OPPORTUNITY_ROWS.decode)).toBeTruthy();
  for (const [value, decode] of [
    [price, ODDS_ROWS.decode],
    [found, OPPORTUNITY_ROWS.decode],
  ] as const) {
    const row = { id: 'another', value: encodeRow(1, value) };
    expect(() => decodeRow<unknown>(row, decode)).toThrow(UndecodableError);
  }
  const { ev_percentage: _, ...rest } = found.wire;
  const part = { id, value: encodeRow(1, { ...found, wire: rest }) };
  expect(() => decodeRow(part, OPPORTUNITY_ROWS.decode)).toThrow(UndecodableError);
});

test('a row without a version is unreadable', () => {
  for (const value of ['0:1', '-0:1', '-0', ':1']) {
    expect(() => decodeRow({ id: 'a', value }, decodeNumber)).toThrow(UndecodableError);
  }
});

test('prices of one event, read from Redis, share the names of its teams', () => {
  const value = encodeRow(1, { ...oddsRow(1), home_team: 'Home'.repeat(1_000) });
  const read = () => decodeRow({ id: '1', value }, ODDS_ROWS.decode);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const rows = Array.from({ length: 10_000 }, read);
  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / rows.length).toBeLessThan(2_000);
});

test.each([
  ['one from before the step', ['4:1']],
  ['one from after it', ['8:1']],
  ['two of one version', ['5:1', '5:2']],
  ['none, although it ends before it begins', [], 3],
])('a step with rows of wrong versions is unreadable: %s', (_name, values, to = 7) => {
  const versions = { epoch: 'e', offset: 1, from: 4, to, forgotten: 0 };
  const header = JSON.stringify({ ...PLAIN_STEP, ...versions, size: 1 });
  const rows = values.map((value, i) => ({ id: `row ${i}`, value }));
  expect(() => decodeEntry({ id: '1-1', header, rows }, decodeNumber)).toThrow(UndecodableError);
});

test.each(['', 'x', '{}', '{"kind":"step"}', '{"kind":"another"}'])(
  'a step of %j is unreadable',
  (header) => {
    expect(() => decodeEntry({ id: '1-1', header, rows: [] }, decodeNumber)).toThrow(
      UndecodableError,
    );
  },
);
