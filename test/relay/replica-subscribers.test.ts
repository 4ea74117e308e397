import { beforeEach, describe, expect, test } from 'vitest';
import type { Odds } from '../../src/contract/odds/odds.ts';
import { noteFormerLine } from '../../src/live/board/odds-rows.ts';
import { VersionedRows } from '../../src/live/board/versioned-rows.ts';
import { ReplicaBoard } from '../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS } from '../../src/live/relay/replica/row-types.ts';
import type { SharedStream } from '../../src/live/stream/shared-stream.ts';
import type { OddsPayload } from '../../src/live/topics/odds-projection.ts';
import type { Subscriber } from '../../src/live/topics/subscriber.ts';
import { oddsSpec, oddsStream, readAll } from '../harness/feeds/odds-streams.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { oddsRow } from '../harness/odds-rows.ts';
import { PLAIN_STEP } from './model/plain-step.ts';

const EPOCH = 'epoch';
const RESUME_WAIT_MS = 3_000;
const THROTTLE_MS = 500;

let leader: VersionedRows<Odds>;
let replica: ReplicaBoard<Odds>;
let stream: SharedStream<Odds, OddsPayload>;
let offset: number;
let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
  offset = 0;
  leader = new VersionedRows<Odds>();
  leader.rebuild({ epoch: EPOCH, version: 100, forgottenVersion: 100 }, []);
  startReplica();
});

/** A replica that has not read the leader's board yet. */
function startReplica(): void {
  replica = new ReplicaBoard<Odds>(ODDS_ROWS);
  stream = oddsStream({
    board: replica,
    clock,
    openStream: () => ({ close() {}, reconnect() {} }),
    resumeWaitMs: RESUME_WAIT_MS,
  });
}

/** Changes the leader's board, and applies the step to the replica. */
function step(change: () => void): void {
  const { version: from } = leader;
  change();
  const { epoch, version: to, size, forgottenVersion: forgotten } = leader;
  const changes = changesSince(from);
  offset += 1;
  const header = { ...PLAIN_STEP, epoch, offset, from, to, forgotten, size };
  expect(replica.apply({ ...header, changes })).toBe('applied');
}

function changesSince(version: number) {
  const { changed, removed } = leader.changesSince(version, () => true);
  return [...changed, ...removed].sort((one, other) => one.version - other.version);
}

/** Reads the leader's board as a whole, after steps that the replica has missed. */
function reload({ isComplete = true } = {}): void {
  offset += 1;
  const { epoch, version, forgottenVersion, size } = leader;
  const head = { epoch, term: 1, offset, version, forgottenVersion, size };
  const loaded = replica.load({
    head: { ...head, isComplete, status: null, tail: '1-1' },
    changes: changesSince(-1),
  });
  expect(loaded).not.toBe('refused');
  if (!isComplete) return;
  stream.onStatus({ state: 'READY', code: null, message: null });
}

function put(...rows: Odds[]): void {
  for (const row of rows) leader.put(row.id, row);
}

function replace(row: Odds): void {
  leader.remove(row.id);
  leader.forgetRemovals();
  leader.put(row.id, row);
}

function subscribe(wish: Parameters<typeof oddsSpec>[0] = {}): Subscriber<Odds, OddsPayload> {
  return stream.subscribe(oddsSpec(wish));
}

/** Everything that a subscriber has to read now, by type; and its last cursor. */
async function events(subscriber: Subscriber<Odds, OddsPayload>) {
  await new Promise((resolve) => setImmediate(resolve));
  const all = readAll(subscriber);
  const cursors = all.flatMap((one) => ('cursor' in one ? one.cursor : []));
  return { types: all.map((one) => one.__typename), last: cursors.at(-1) ?? '' };
}

/** What a subscriber holds after it has read everything: the sportsbook of each price by id. */
async function read(subscriber: Subscriber<Odds, OddsPayload>, held = new Map<string, string>()) {
  await new Promise((resolve) => setImmediate(resolve));
  for (const one of readAll(subscriber)) {
    if (one.__typename === 'OddsRemoval') for (const id of one.ids) held.delete(id);
    if (one.__typename !== 'OddsSnapshot' && one.__typename !== 'OddsUpdate') continue;
    for (const { id, sportsbookId } of one.odds) held.set(String(id), sportsbookId);
  }
  return held;
}

const draftkings = (i: number): Odds => ({ ...oddsRow(i), sportsbook: 'draftkings' });
const fanduel = (i: number): Odds => ({ ...oddsRow(i), sportsbook: 'fanduel' });

describe('a subscriber with a throttle, when the board begins a new epoch', () => {
  /** Shows one change, and lets the next one wait for the throttle. */
  async function waitForThrottle() {
    put(draftkings(1), draftkings(2));
    reload();
    const subscriber = subscribe({ throttleMs: THROTTLE_MS });
    const held = await read(subscriber);
    step(() => put(draftkings(2)));
    await read(subscriber, held);
    step(() => replace(fanduel(2)));
    await read(subscriber, held);
    expect(held.get('2')).toBe('draftkings');
    return { subscriber, held };
  }

  /** Redis has lost its data. */
  function startEpoch(): void {
    const version = leader.version + 1_000;
    leader = new VersionedRows<Odds>();
    leader.rebuild({ epoch: 'later epoch', version, forgottenVersion: version }, []);
  }

  test('gets a snapshot if its throttle ends before the new board is complete', async () => {
    const { subscriber, held } = await waitForThrottle();
    startEpoch();
    reload({ isComplete: false });
    clock.advance(THROTTLE_MS);
    await read(subscriber, held);
    put(draftkings(2));
    reload();
    clock.advance(THROTTLE_MS);
    expect((await events(subscriber)).types).toContain('OddsSnapshot');
  });

  test('never goes back to an earlier price if its throttle ends afterwards', async () => {
    const { subscriber, held } = await waitForThrottle();
    startEpoch();
    put(draftkings(2));
    reload();
    await read(subscriber, held);
    step(() => put(draftkings(3)));
    clock.advance(THROTTLE_MS);
    await read(subscriber, held);
    expect(held.get('2')).toBe('draftkings');
  });
});

test('a subscriber is not told that a price is gone which has moved to more lines than its row notes', async () => {
  put(draftkings(1));
  reload();
  const subscriber = subscribe();
  await events(subscriber);
  const told = new Set<string>();
  for (let line = 1; line <= 70; line += 1) {
    step(() => {
      const moved = { ...draftkings(1), line };
      noteFormerLine(moved, leader.get('1') ?? moved, leader.version + 1);
      put(moved);
    });
    for (const type of (await events(subscriber)).types) told.add(type);
  }
  expect([...told]).toEqual(['OddsUpdate']);
});

describe('a subscriber that comes from another replica', () => {
  test('gets what changed, however long the replica takes to read the board', async () => {
    put(draftkings(1));
    reload();
    const { last } = await events(subscribe());
    startReplica();
    const subscriber = subscribe({ resumeCursor: last });
    clock.advance(60_000);
    expect((await events(subscriber)).types).toEqual([]);
    put(draftkings(2));
    reload();
    expect((await events(subscriber)).types).toEqual(['OddsUpdate', 'FeedStatus']);
  });

  test('gets a snapshot if no replica has ever had its version', async () => {
    put(draftkings(1));
    reload();
    const { last } = await events(subscribe());
    const subscriber = subscribe({ resumeCursor: last.replace(/\d+$/, '999999999999999') });
    const woken = new Promise<void>((resolve) => subscriber.onWake(resolve));
    expect((await events(subscriber)).types).toEqual([]);
    clock.advance(RESUME_WAIT_MS);
    await woken;
    expect((await events(subscriber)).types).toContain('OddsSnapshot');
  });
});
