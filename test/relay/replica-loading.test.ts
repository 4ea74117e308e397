import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Odds } from '../../src/contract/odds/odds.ts';
import { OddsgraphError } from '../../src/errors/errors.ts';
import { RELEASED_JITTER_MS } from '../../src/live/relay/leader/lease.ts';
import { LogReader, UNREACHABLE_MS } from '../../src/live/relay/replica/log-reader.ts';
import { ReplicaBoard } from '../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS } from '../../src/live/relay/replica/row-types.ts';
import { encodeRow } from '../../src/live/relay/step.ts';
import {
  type AppendRequest,
  LEASE_MS,
  type Leadership,
  type LogEntries,
} from '../../src/live/relay/store/relay-store.ts';
import type { Clock } from '../../src/scheduling/clock.ts';
import type { StreamFrame } from '../../src/upstream/stream/stream-frames.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { oddsRow, ROWS_MAX } from '../harness/odds-rows.ts';
import { ModelConnection, ModelUpstream } from '../harness/servers/model-upstream.ts';
import { SILENT_LOG } from '../harness/silent-log.ts';
import { ModelRedis } from './model/model-redis.ts';
import { DIRECT, ModelStore, type Passage } from './model/model-store.ts';
import { BOARD, lead, openReplica } from './model/open-replica.ts';
import { PLAIN_STEP } from './model/plain-step.ts';

test('a replica takes only boards and steps that continue what subscribers have seen', () => {
  const head = { term: 1, offset: 0, isComplete: true, status: null, size: 1, tail: '0-0' };
  const replica = new ReplicaBoard<Odds>(ODDS_ROWS);
  const load = (epoch: string, forgottenVersion: number, version: number) => {
    const changes = [{ id: '1', value: oddsRow(1), version, isRemoved: false }];
    return replica.load({ head: { ...head, epoch, forgottenVersion, version }, changes });
  };
  expect(load('one', 100, 102)).toBe('renewed');
  expect(load('one', 100, 101)).toBe('refused'); // It was read before the last step.
  expect(load('one', 100, 103)).toBe('continued');
  expect(load('one', 104, 105)).toBe('renewed'); // Removals that this replica has not seen are forgotten.
  expect(load('two', 105, 106)).toBe('refused'); // Nobody would be told what else is gone.
  expect(load('two', 106, 107)).toBe('renewed');
  const step = { ...PLAIN_STEP, epoch: 'two', offset: 1, from: 107, to: 107, forgotten: 106 };
  expect(replica.apply({ ...step, changes: [], size: 2 })).toBe('gap'); // A row is missing.
});

/** A leader in another process, with a board of one row after its first step. */
class OtherLeader {
  readonly #redis: ModelRedis;
  readonly #leadership: Leadership;

  constructor(redis: ModelRedis, row: object) {
    this.#redis = redis;
    const { term, epoch } = lead(redis, 'other');
    this.#leadership = { owner: 'other', term, epoch };
    this.put(row);
  }

  put(row: object): void {
    const head = this.#redis.head(BOARD);
    if (head === null) throw new Error('There is no board.');
    const { epoch, version, forgottenVersion: forgotten } = head;
    const [offset, to] = [head.offset + 1, version + 1];
    const statuses = [{ state: 'READY' as const, code: null, message: null }];
    this.#redis.append(BOARD, {
      ...{ ...this.#leadership, forgottenIds: [] },
      step: { ...PLAIN_STEP, epoch, offset, from: version, to, forgotten, size: 1, statuses },
      rows: [{ id: '1', value: encodeRow(to, row) }],
    });
  }

  renew(): void {
    this.#redis.renew(BOARD, { ...this.#leadership, leaseMs: LEASE_MS, offset: 1 });
  }
}

test('a board that cannot be read is read twice a second at most while another process leads', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const leader = new OtherLeader(redis, { of: 'another version' });
  let scans = 0;
  class CountingStore extends ModelStore {
    override scan(board: string, cursor: string) {
      scans += 1;
      return super.scan(board, cursor);
    }
  }
  const passage = () => ({ ...DIRECT, backMs: 1 });
  const replica = openReplica(new CountingStore({ redis, clock, passage }), clock);
  for (let ms = 0; ms < LEASE_MS; ms += 1) {
    if (ms % 1_000 === 0) leader.renew();
    clock.advance(1);
    await turn();
  }
  replica.close();
  expect(scans).toBeGreaterThan(1);
  expect(scans).toBeLessThanOrEqual(1 + 2 * (LEASE_MS / 1_000));
});

test('the last board of a stream that upstream has ended is not shown to who subscribes again', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.advance(50);
      await turn();
    }
  };
  const refusal = new OddsgraphError('UNAUTHENTICATED', 'The key was revoked.');
  /** What a replica shows that starts now, until upstream ends the stream. */
  const shownUntilEnd = async (frames: readonly StreamFrame[]) => {
    const store = new ModelStore({ redis, clock });
    const shown: unknown[] = [];
    const listener = {
      onStatus: ({ state }: { state: string }) => shown.push([state, replica.board.hasSnapshot]),
      onEnd: ({ code }: OddsgraphError) => shown.push(code),
    };
    const replica = openReplica(store, clock, listener, (upstream) => {
      clock.after(100, () => {
        for (const frame of frames) upstream.onFrame(frame);
        clock.after(100, () => upstream.onEnd(refusal));
      });
      return { close() {}, reconnect() {} };
    });
    await pass(2 * LEASE_MS);
    await replica.close();
    return shown;
  };
  const upstream = new ModelConnection(new ModelUpstream(), ROWS_MAX, true);
  const frames = Array.from({ length: 3 }, () => upstream.next()).filter(
    (one) => one !== undefined,
  );
  expect(await shownUntilEnd(frames)).toContainEqual(['READY', true]);
  const shown = await shownUntilEnd([]);
  expect(shown).not.toContainEqual([expect.anything(), true]);
  expect(shown.at(-1)).toBe('UNAUTHENTICATED');
});

/** Its reads are answered when the test says so; all other commands at once. */
class LateStore extends ModelStore {
  answerRead = () => {};
  override read(after: ReadonlyMap<string, string>): Promise<LogEntries> {
    return new Promise((resolve) => {
      this.answerRead = () => resolve(this.redis.entriesAfter(after));
    });
  }
  override interruptRead(): void {
    this.answerRead();
  }
}

test('a replica that reaches Redis again is not READY until it has applied the last step', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const leader = new OtherLeader(redis, oddsRow(1));
  const store = new LateStore({ redis, clock });
  const shown: unknown[] = [];
  const replica = openReplica(store, clock, {
    onStatus: ({ state }) => shown.push([state, replica.board.offset]),
  });
  await turn();
  clock.advance(UNREACHABLE_MS);
  store.answerRead();
  await turn();
  leader.put(oddsRow(1, 7));
  clock.advance(RELEASED_JITTER_MS); // It asks for the lease, and learns the number of the last step.
  await turn();
  const behind = [
    ['CONNECTED', 1],
    ['READY', 1],
    ['STALE', 1],
  ];
  expect(shown).toEqual(behind);
  store.answerRead();
  await turn();
  expect(shown.slice(behind.length)).toEqual([['READY', 2]]);
  replica.close();
});

test('a replica that gets the lease leads once it has applied the last step', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const leader = new OtherLeader(redis, oddsRow(1));
  clock.advance(LEASE_MS - 1_000); // The lease runs out before Redis counts as unreachable.
  const store = new LateStore({ redis, clock });
  const opened: unknown[] = [];
  const replica = openReplica(store, clock, {}, () => {
    opened.push(replica.board.offset);
    return { close() {}, reconnect() {} };
  });
  await turn();
  leader.put(oddsRow(1, 7));
  clock.advance(1_500);
  await turn();
  expect([replica.board.offset, opened]).toEqual([1, []]);
  store.answerRead();
  await turn();
  expect(opened).toEqual([2]);
  replica.close();
});

test('a leader whose replica has loaded the board with the stream’s last step ends it, too', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock, logStepsMax: 1 });
  const store = new LateStore({ redis, clock });
  const ends: string[] = [];
  const onEnd = ({ code }: OddsgraphError) => void ends.push(code);
  const replica = openReplica(store, clock, { onEnd });
  await turn();
  // Each is a step, and the log keeps one of them.
  replica.upstream?.onDegraded('STALE', 'Upstream is silent.', null);
  await turn();
  replica.upstream?.onEnd(new OddsgraphError('UNAUTHENTICATED', 'The key was revoked.'));
  await turn();
  store.answerRead();
  await turn();
  expect([replica.board.offset, ends]).toEqual([2, []]);
  clock.advance(LEASE_MS / 3); // The leader renews its lease.
  await turn();
  expect(ends).toEqual(['UNAUTHENTICATED']);
  replica.close();
});

test('while Redis is slow, fifty notices wait at most, and states wait beyond them', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const sent: unknown[] = [];
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  class SlowStore extends ModelStore {
    override async append(board: string, request: AppendRequest) {
      sent.push(request.step.statuses.map(({ message }) => message));
      await answers;
      return super.append(board, request);
    }
  }
  const store = new SlowStore({ redis, clock });
  const replica = openReplica(store, clock);
  await turn();
  for (let count = 0; count <= 60; count += 1) {
    replica.upstream?.onFrame({ kind: 'error', data: { code: 'odd', message: `${count}` } });
  }
  replica.upstream?.onDegraded('STALE', 'Silence.', null);
  answer();
  await turn();
  const later = Array.from({ length: 50 }, (_, n) => `${n + 1}`);
  expect(sent).toEqual([['0'], [...later, 'Silence.']]);
  replica.close();
});

test('Redis is unreachable after two seconds of refused reads, for the reason that it gives', async () => {
  const clock = new ManualClock();
  const refusal = new Error('NOPERM this user has no permissions to run the command');
  const store = { read: () => Promise.reject(refusal), interruptRead() {} };
  const reports: unknown[] = [];
  const reader = new LogReader(store, clock, (...report) => reports.push(report));
  await turn();
  clock.advance(UNREACHABLE_MS - 1);
  expect(reports).toEqual([]);
  clock.advance(1);
  expect(reports).toEqual([[false, refusal]]);
  reader.close();
});

test('a reply that comes in time is not late because the process is busy', async () => {
  let fireTimer = () => {};
  const after = (_: number, callback: () => void) => {
    fireTimer = callback;
    return { cancel() {} };
  };
  const reply = Promise.withResolvers<LogEntries>();
  const replies = [reply.promise];
  const read = () => replies.shift() ?? Promise.withResolvers<LogEntries>().promise;
  const onReachable = vi.fn();
  const store = { read, interruptRead() {} };
  const reader = new LogReader(store, { ...new ManualClock(), after } as Clock, onReachable);
  fireTimer(); // A late timer fires before sockets are read.
  reply.resolve(new Map());
  await turn();
  expect(onReachable).not.toHaveBeenCalled();
  reader.close();
});

test('that Redis lets nobody ask for a lease is logged once, also after an outage', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  let lost: Passage['lost'] = 'there';
  const passage = () => ({ ...DIRECT, lost });
  const store = new ModelStore({ redis, clock, passage });
  store.acquire = () => Promise.reject(new Error('READONLY'));
  const warn = vi.spyOn(SILENT_LOG, 'warn');
  const replica = openReplica(store, clock);
  await clock.advanceInSteps(2 * UNREACHABLE_MS, 50);
  expect(warn).not.toHaveBeenCalled();
  lost = 'nowhere';
  await clock.advanceInSteps(2 * UNREACHABLE_MS, 50);
  expect(warn).toHaveBeenCalledOnce();
  replica.close();
});
