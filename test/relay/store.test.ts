import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StepHeader } from '../../src/live/relay/step.ts';
import { RedisStore } from '../../src/live/relay/store/redis-store.ts';
import { keysOf, SHARED_KEYS } from '../../src/live/relay/store/redis-values.ts';
import type {
  AppendRequest,
  Head,
  RelayStore,
  RenewRequest,
} from '../../src/live/relay/store/relay-store.ts';
import { systemClock } from '../../src/scheduling/clock.ts';
import { hasRedis, RedisServer } from '../harness/programs/redis.ts';
import { SILENT_LOG } from '../harness/silent-log.ts';
import { until } from '../harness/until.ts';
import { ModelRedis } from './model/model-redis.ts';
import { ModelStore } from './model/model-store.ts';
import { PLAIN_STEP } from './model/plain-step.ts';

const LEASE_MS = 60_000;

/** One store and what a test does to what is behind it. */
interface Subject {
  readonly store: RelayStore;
  readonly evictRows: (board: string) => Promise<void>;
  readonly lose: (board: string) => Promise<void>;
  /** Brings the board back as a restart or a failover does, which keep no lease for sure. */
  readonly restore: (board: string) => Promise<void>;
  /** Lets all leases end that Redis may have lost. */
  readonly settle: () => Promise<void>;
  readonly spoil: (board: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

function modelSubject(): Subject {
  const redis = new ModelRedis({ clock: systemClock });
  return {
    store: new ModelStore({ redis, clock: systemClock }),
    evictRows: async (board) => redis.evictRows(board),
    lose: async () => redis.clear(),
    async restore(board) {
      redis.dropLease(board);
      redis.backup()();
    },
    settle: async () => redis.settle(),
    spoil: async (board) => redis.spoilHead(board),
    close: async () => {},
  };
}

async function redisSubject(): Promise<Subject> {
  const server = await RedisServer.start();
  const store = new RedisStore({ url: server.url, clock: systemClock, log: SILENT_LOG });
  const uses = () => Promise.all([store.head('none'), store.read(new Map(), 1)]);
  await until(() =>
    uses().then(
      () => true,
      () => false,
    ),
  );
  const other = createClient({ url: server.url });
  await other.connect();
  return {
    store,
    evictRows: async (board) => void (await other.del(keysOf(board).rows)),
    lose: async () => void (await other.flushAll()),
    async restore(board) {
      await other.del(keysOf(board).lease);
      await other.hSet(keysOf(board).head, 'run', 'of an earlier process');
      await other.set(SHARED_KEYS.knownRun, 'of an earlier process');
    },
    settle: () => server.settle(),
    async spoil(board) {
      for (const key of Object.values(keysOf(board))) {
        await other.del(key);
        if (key !== keysOf(board).lease) await other.set(key, 'of another program');
      }
    },
    async close() {
      store.close();
      other.destroy();
      await server.stop();
    },
  };
}

describe.each([
  { name: 'the model of Redis', isThere: true, open: modelSubject },
  { name: 'a real Redis', isThere: hasRedis, open: redisSubject },
])('with $name', ({ isThere, open }) => {
  let subject: Subject;
  let store: RelayStore;
  let board: string;

  beforeAll(async () => {
    if (!isThere) return;
    subject = await open();
    store = subject.store;
  });
  beforeEach(() => {
    board = randomUUID();
  });
  afterAll(() => subject?.close());

  const it = test.skipIf(!isThere);

  async function acquire(
    owner: string,
    options: Partial<Parameters<RelayStore['acquire']>[1]> = {},
  ) {
    const request = { owner, leaseMs: LEASE_MS, newEpochId: randomUUID(), lastSeen: null };
    return store.acquire(board, { ...request, isUndecodable: false, hasLed: false, ...options });
  }

  async function lead(owner: string, options = {}): Promise<Head> {
    const answer = await acquire(owner, options);
    if (answer.kind !== 'acquired') throw new Error('The lease is held.');
    return answer.head;
  }

  function step(
    head: Head,
    owner: string,
    { rows = [], forgottenIds = [], ...change }: Partial<StepHeader> & Partial<AppendRequest> = {},
  ): AppendRequest {
    const { epoch, version: from, forgottenVersion: forgotten } = head;
    const to = from + rows.length;
    const versions = { epoch, offset: head.offset + 1, from, to, forgotten };
    const step = { ...PLAIN_STEP, ...versions, size: rows.length, complete: false, ...change };
    return { owner, term: head.term, step, rows, forgottenIds };
  }

  const renewal = ({ epoch, term, offset }: Head, owner: string): RenewRequest => ({
    ...{ owner, epoch, term, offset },
    leaseMs: LEASE_MS,
  });

  const stored = (id: string, value: string) => ({ id, value });

  async function headNow(): Promise<Head> {
    const head = await store.head(board);
    if (head === null) throw new Error('There is no head.');
    return head;
  }

  async function rowsNow() {
    const rows = new Map<string, string>();
    let cursor = '0';
    do {
      const page = await store.scan(board, cursor);
      for (const { id, value } of page.rows) rows.set(id, value);
      cursor = page.cursor;
    } while (cursor !== '0');
    return Object.fromEntries([...rows].sort());
  }

  it('grants the lease of a new board with term 1 and an empty head', async () => {
    const head = await lead('a', { newEpochId: 'first' });
    expect(head).toMatchObject({ epoch: 'first', term: 1, offset: 0, size: 0, tail: '0-0' });
    expect(head).toMatchObject({ isComplete: false, status: null });
    expect(head.version).toBeGreaterThan(1_600_000_000_000);
    expect(head.forgottenVersion).toBe(head.version);
    expect(await store.head(board)).toEqual(head);
  });

  it('refuses a held lease to other processes, with its remaining time and the stored position', async () => {
    const { epoch } = await lead('a');
    const answer = await acquire('b');
    expect(answer).toMatchObject({ kind: 'held', lastStep: { epoch, offset: 0 } });
    if (answer.kind !== 'held') return;
    expect(answer.remainingMs).toBeGreaterThan(LEASE_MS - 5_000);
    expect(answer.remainingMs).toBeLessThanOrEqual(LEASE_MS);
  });

  it('grants the owner its own lease again with a new term', async () => {
    const first = await lead('a');
    expect(await lead('a')).toEqual({ ...first, term: 2 });
    expect(await store.append(board, step(first, 'a'))).toBe('fenced');
  });

  it('grants an expired lease to another process, and fences the earlier leader', async () => {
    const first = await lead('a', { leaseMs: 1 });
    let answer = await acquire('b');
    while (answer.kind === 'held') answer = await acquire('b');
    expect(answer.head).toEqual({ ...first, term: 2 });
    expect(await store.append(board, step(first, 'a'))).toBe('fenced');
    expect(await store.renew(board, renewal(first, 'a'))).toBe(false);
    await store.release(board, renewal(first, 'a'));
    expect((await acquire('c')).kind).toBe('held');
    expect(await store.append(board, step(answer.head, 'b'))).toBe('appended');
  });

  it('renews the leader’s lease, unless its accepted steps are lost', async () => {
    const head = await lead('a');
    expect(await store.renew(board, renewal(head, 'a'))).toBe(true);
    expect(await store.renew(board, renewal({ ...head, offset: 1 }, 'a'))).toBe(false);
  });

  it('neither renews nor releases the lease of another epoch that has the same owner and term', async () => {
    const head = await lead('a');
    const other = { ...head, epoch: 'of a board that Redis had later, and lost' };
    expect(await store.renew(board, renewal(other, 'a'))).toBe(false);
    await store.release(board, renewal(other, 'a'));
    expect((await acquire('b')).kind).toBe('held');
  });

  it('frees a released lease at once, and wakes readers', async () => {
    await store.release(board, renewal(await lead('a'), 'a'));
    const entries = await store.read(new Map([[board, '0-0']]), 10_000);
    const released = entries.get(board)?.at(-1);
    expect(released).toMatchObject({ header: '{"kind":"release"}', rows: [] });
    const head = await lead('b');
    expect(head).toMatchObject({ term: 2, tail: released?.id });
  });

  it('writes a step to the log and to the rows', async () => {
    const head = await lead('a');
    const rows = [stored('2', '101:{"x":1}'), stored('__proto__', '102:{"x":"é\\n"}')];
    const status = { state: 'READY', code: null, message: null } as const;
    const notice = { state: 'NOTICE', code: 'odd', message: null } as const;
    const request = step(head, 'a', { rows, complete: true, statuses: [status, notice] });
    expect(await store.append(board, request)).toBe('appended');
    const now = await headNow();
    expect(now).toMatchObject({ offset: 1, version: head.version + 2, size: 2, isComplete: true });
    expect(now).toMatchObject({ status: JSON.stringify(status), term: 1 });
    const page = await store.scan(board, '0');
    expect(page.rows.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(
      rows.toSorted((one, other) => one.id.localeCompare(other.id)),
    );
    expect(await store.range(board, '0-0', now.tail)).toEqual([
      { id: now.tail, header: JSON.stringify(request.step), rows },
    ]);
    expect(await store.range(board, now.tail, now.tail)).toEqual([]);
  });

  it('accepts a step once if it is sent twice', async () => {
    const head = await lead('a');
    const request = step(head, 'a', { rows: [stored('1', '1:{}')] });
    expect(await store.append(board, request)).toBe('appended');
    const after = await headNow();
    expect(await store.append(board, request)).toBe('appended');
    expect(await store.head(board)).toEqual(after);
  });

  it('refuses a step that does not continue the last one, and writes nothing', async () => {
    const head = await lead('a');
    const rows = [stored('1', '1:{}')];
    for (const change of [{ offset: 2 }, { from: head.version - 1 }]) {
      expect(await store.append(board, step(head, 'a', { rows, ...change }))).toBe('diverged');
    }
    expect(await store.append(board, step(head, 'a', { rows, epoch: 'another' }))).toBe('fenced');
    expect(await store.head(board)).toEqual(head);
    expect(await rowsNow()).toEqual({});
  });

  it('keeps the last value of a removed row until the row is forgotten', async () => {
    const head = await lead('a');
    await store.append(
      board,
      step(head, 'a', { rows: [stored('1', '1:{"a":":"}'), stored('2', '2:{}')] }),
    );
    const second = step(await headNow(), 'a', { rows: [stored('1', '-3'), stored('none', '-4')] });
    expect(await store.append(board, second)).toBe('appended');
    expect(await rowsNow()).toEqual({ 1: '-3:{"a":":"}', 2: '2:{}' });
    const third = step(await headNow(), 'a', {
      forgottenIds: ['1', '2'],
      rows: [stored('2', '5:{}')],
    });
    expect(await store.append(board, third)).toBe('appended');
    expect(await rowsNow()).toEqual({ 2: '5:{}' });
    expect(await headNow()).toMatchObject({ size: 1 });
  });

  it('accepts the maximum number of rows in a step, and returns them in pages', async () => {
    const head = await lead('a');
    const rows = Array.from({ length: 1_000 }, (_, i) => stored(String(i), `${i + 1}:{"i":${i}}`));
    const forgottenIds = Array.from({ length: 1_000 }, (_, i) => `gone ${i}`);
    expect(await store.append(board, step(head, 'a', { rows, forgottenIds }))).toBe('appended');
    expect(Object.keys(await rowsNow())).toHaveLength(1_000);
  });

  it('refuses steps and renewals after rows were lost, and starts a new epoch', async () => {
    const head = await lead('a');
    await store.append(board, step(head, 'a', { rows: [stored('1', '1:{}')] }));
    await subject.evictRows(board);
    expect(await store.append(board, step(await headNow(), 'a'))).toBe('diverged');
    expect(await store.renew(board, renewal({ ...head, offset: 1 }, 'a'))).toBe(false);
    const next = await lead('a', { newEpochId: 'next' });
    expect(next).toMatchObject({ epoch: 'next', offset: 0, size: 0, term: 2 });
  });

  it('starts a new epoch above all seen versions if the caller has seen later steps than Redis has', async () => {
    const { epoch } = await lead('a');
    const version = 999_999_999_999_998;
    const lastSeen = { epoch, offset: 1, version };
    expect(await lead('a', { newEpochId: 'next', lastSeen, hasLed: true })).toMatchObject({
      epoch: 'next',
      version: version + 1,
      forgottenVersion: version + 1,
    });
    expect(await lead('a', { lastSeen: { epoch, offset: 5, version: 0 } })).toMatchObject({
      epoch: 'next',
    });
  });

  describe.each(['lose', 'restore'] as const)('after Redis did %s the board', (harm) => {
    afterEach(() => subject?.settle());

    it('makes others wait once, for as long as a lease lasts, for its leader to notice', async () => {
      const lastSeen = await lead('a');
      await subject[harm](board);
      const waiting = { kind: 'held', lastStep: null };
      expect(await acquire('b', { lastSeen, leaseMs: 300 })).toMatchObject(waiting);
      expect(await store.head(board)).toBe(null);
      expect(await store.append(board, step(lastSeen, 'a'))).toBe('fenced');
      const answer = await acquire('c', { lastSeen });
      expect(answer).toMatchObject(waiting);
      if (answer.kind === 'held') expect(answer.remainingMs).toBeLessThanOrEqual(300);
      expect((await acquire('newcomer')).kind).toBe('held');
      await until(async () => {
        const next = await acquire('c', { lastSeen, newEpochId: 'next' });
        return next.kind === 'acquired' && next.head.epoch === 'next' && next.head.term === 1;
      });
      expect((await acquire('b', { lastSeen })).kind).toBe('held');
    });

    it('grants its lease to its leader at once, also while others wait', async () => {
      const lastSeen = await lead('a');
      await subject[harm](board);
      expect(await lead('a', { lastSeen, hasLed: true, newEpochId: '2' })).toMatchObject({
        epoch: '2',
      });
      await subject[harm](board);
      expect((await acquire('b', { lastSeen })).kind).toBe('held');
      expect(await lead('a', { lastSeen, hasLed: true, newEpochId: '3' })).toMatchObject({
        epoch: '3',
      });
      expect((await acquire('b', { lastSeen, hasLed: true })).kind).toBe('held');
    });

    it('makes a process that has never seen the board wait as well, and the next one no longer than that', async () => {
      const lastSeen = await lead('a');
      await subject[harm](board);
      const answer = await acquire('newcomer', { leaseMs: 300 });
      expect(answer).toMatchObject({ kind: 'held', lastStep: null });
      expect((await acquire('b', { lastSeen })).kind).toBe('held');
      board = randomUUID();
      const other = await acquire('newcomer', { leaseMs: 300 });
      expect(other.kind).toBe('held');
      if (other.kind === 'held') expect(other.remainingMs).toBeLessThanOrEqual(300);
      await until(async () => (await acquire('newcomer')).kind === 'acquired');
      board = randomUUID();
      expect((await acquire('newcomer')).kind).toBe('acquired');
    });
  });

  it('ends an epoch that began below a version of the caller, and starts the next one above it', async () => {
    const version = 999_999_999_999_998;
    const lastSeen = { epoch: 'lost', offset: 1, version };
    const first = await lead('a', { newEpochId: 'first' });
    expect(await acquire('b', { lastSeen })).toMatchObject({
      kind: 'held',
      lastStep: { epoch: 'first' },
    });
    expect(await acquire('c', { lastSeen: { ...lastSeen, version: 1 } })).toMatchObject({
      kind: 'held',
    });
    expect(await store.append(board, step(first, 'a'))).toBe('fenced');
    expect(await store.renew(board, renewal(first, 'a'))).toBe(false);
    const next = await lead('a', { newEpochId: 'next' });
    expect(next).toMatchObject({ epoch: 'next', term: 2, version: version + 1, offset: 0 });
    await acquire('b', { lastSeen });
    expect(await store.append(board, step(next, 'a'))).toBe('appended');
    await store.release(board, renewal(next, 'a'));
    const last = { lastSeen: { ...lastSeen, version: version + 5 }, newEpochId: 'last' };
    expect(await lead('b', last)).toMatchObject({ epoch: 'last', version: version + 6 });
  });

  it('starts a new epoch if the caller cannot read the stored board', async () => {
    await lead('a');
    expect(await lead('a', { newEpochId: 'next', isUndecodable: true })).toMatchObject({
      epoch: 'next',
      offset: 0,
      term: 2,
    });
  });

  it('treats values of another program as missing, and replaces them', async () => {
    const earlier = await lead('a');
    await subject.spoil(board);
    expect(await store.head(board)).toBe(null);
    expect(await store.renew(board, renewal(earlier, 'a'))).toBe(false);
    const head = await lead('a', { newEpochId: 'next' });
    expect(head).toMatchObject({ epoch: 'next', term: 1, size: 0 });
    expect(await store.append(board, step(head, 'a', { rows: [stored('1', '1:{}')] }))).toBe(
      'appended',
    );
  });

  it('a read waits for the first entry of any of several logs', async () => {
    const head = await lead('a');
    const reading = store.read(
      new Map([
        ['another', '0-0'],
        [board, '0-0'],
      ]),
      10_000,
    );
    const request = step(head, 'a');
    await store.append(board, request);
    const entries = await reading;
    expect([...entries.keys()]).toEqual([board]);
    expect(entries.get(board)?.map(({ header }) => header)).toEqual([JSON.stringify(request.step)]);
  });

  it('an interruption ends the current read, or the next one if there is none', async () => {
    await lead('a');
    const reading = store.read(new Map([[board, '0-0']]), 10_000);
    store.interruptRead();
    expect((await reading).size).toBe(0);
  });

  it('a read without entries ends after its blocking time', async () => {
    expect((await store.read(new Map(), 5)).size).toBe(0);
    expect((await store.read(new Map([[board, '0-0']]), 5)).size).toBe(0);
  });
});

test.skipIf(!hasRedis)(
  'a new Redis settles from when the first replica connects, not from when a board is asked for',
  async () => {
    const server = await RedisServer.start();
    const other = createClient({ url: server.url });
    await other.connect();
    await other.flushAll();
    const store = new RedisStore({ url: server.url, clock: systemClock, log: SILENT_LOG });
    await until(async () => (await other.pTTL(SHARED_KEYS.settling)) > 0);
    store.close();
    other.destroy();
    await server.stop();
  },
);
