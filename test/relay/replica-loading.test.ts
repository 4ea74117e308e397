import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Odds } from '../../src/contract/odds/odds.ts';
import { OddsBoard } from '../../src/live/board/odds-board.ts';
import { VersionedRows } from '../../src/live/board/versioned-rows.ts';
import { RelayedStream } from '../../src/live/relay/relayed-stream.ts';
import { LogReader, UNREACHABLE_MS } from '../../src/live/relay/replica/log-reader.ts';
import { ReplicaBoard } from '../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS } from '../../src/live/relay/replica/row-types.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { oddsRow } from '../harness/odds-rows.ts';
import { SILENT_LOG } from '../harness/silent-log.ts';
import { ModelRedis } from './model-redis.ts';
import { ModelStore } from './model-store.ts';

const BOARD = 'board';
const LEASE_MS = 5_000;

test('a replica takes only boards and steps that continue what subscribers have seen', () => {
  const head = { term: 1, offset: 0, isComplete: true, status: null, size: 1, tail: '0-0' };
  const replica = new ReplicaBoard<Odds>(ODDS_ROWS);
  const load = (epoch: string, forgottenVersion: number, version: number) => {
    const rows = new VersionedRows<Odds>();
    rows.startEpoch(epoch, version - 1);
    rows.put('1', oddsRow(1));
    return replica.load({ head: { ...head, epoch, forgottenVersion, version }, rows });
  };
  expect(load('one', 100, 102)).toBe(true);
  expect(load('one', 100, 101)).toBe(false); // It was read before the last step.
  expect(load('two', 102, 103)).toBe(false); // Nobody would be told what else is gone.
  expect(load('two', 103, 104)).toBe(true);
  const step = { kind: 'step', epoch: 'two', offset: 1, from: 104, to: 104 } as const;
  const rest = { forgotten: 103, complete: true, statuses: [], end: null, changes: [] };
  expect(replica.apply({ ...step, ...rest, size: 2 })).toBe('gap'); // A row is missing.
});

test('a board that cannot be read is read twice a second at most while another process leads', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const request = { leaseMs: LEASE_MS, newEpochId: 'epoch', lastSeen: null };
  const answer = redis.acquire(BOARD, {
    ...{ ...request, owner: 'newer', isUndecodable: false, hasLed: false },
  });
  if (answer.kind !== 'acquired') throw new Error('The lease is taken.');
  const { term, epoch, version } = answer.head;
  const leadership = { owner: 'newer', term, epoch };
  const [from, to] = [version, version + 1];
  const rest = { forgotten: version, size: 1, complete: true, statuses: [], end: null };
  redis.append(BOARD, {
    ...{ owner: 'newer', term, forgottenIds: [] },
    step: { kind: 'step', epoch, offset: 1, from, to, ...rest },
    rows: [{ id: '1', value: `${to}:{"of":"another version"}` }],
  });
  let scans = 0;
  class CountingStore extends ModelStore {
    override scan(board: string, cursor: string) {
      scans += 1;
      return super.scan(board, cursor);
    }
  }
  const passage = () => ({ thereMs: 0, backMs: 1, lost: 'nowhere' as const, failMs: 0 });
  const store = new CountingStore({ redis, world: clock, clock, passage });
  const reader = new LogReader(store, clock);
  const stream = new RelayedStream<Odds>({
    ...{ store, reader, clock, log: SILENT_LOG, tracing: null, random: () => 0.5, owner: 'older' },
    ...{ boardKey: BOARD, replica: new ReplicaBoard<Odds>(ODDS_ROWS), decode: ODDS_ROWS.decode },
    newEpochId: () => 'another',
    newReading: () => ({ board: new OddsBoard(), open: () => ({ close() {}, reconnect() {} }) }),
    listener: { onRows() {}, onStatus() {}, onEnd() {} },
    onClose() {},
  });
  for (let ms = 0; ms < LEASE_MS; ms += 1) {
    if (ms % 1_000 === 0) redis.renew(BOARD, { ...leadership, leaseMs: LEASE_MS, offset: 1 });
    clock.advance(1);
    await turn();
  }
  stream.close();
  reader.close();
  expect(scans).toBeGreaterThan(1);
  expect(scans).toBeLessThanOrEqual(1 + 2 * (LEASE_MS / 1_000));
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
