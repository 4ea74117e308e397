import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SAFE_LEASE_MS } from '../../src/live/relay/leader/lease.ts';
import type { UpstreamStreamListener } from '../../src/upstream/stream/stream-listener.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { ModelRedis } from './model/model-redis.ts';
import { BOARD, openReplica } from './model/model-replica.ts';
import { DIRECT, ModelStore } from './model/model-store.ts';

test('a leader that is blocked until its lease is over stops at the next event, before any timer', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  redis.settle();
  const store = new ModelStore({ redis, world: clock, clock, passage: () => DIRECT });
  let upstream: UpstreamStreamListener | null = null;
  let isOpen = false;
  const replica = openReplica(store, clock, {}, (listener) => {
    [upstream, isOpen] = [listener, true];
    return { close: () => (isOpen = false), reconnect() {} };
  });
  const lose = async () => {
    upstream?.onDegraded('RECONNECTING', 'The connection was lost.', null);
    await turn();
    return { isOpen, steps: redis.head(BOARD)?.offset };
  };
  await turn();
  clock.stall(SAFE_LEASE_MS - 1);
  expect(await lose()).toEqual({ isOpen: true, steps: 1 });
  clock.stall(1);
  expect(await lose()).toEqual({ isOpen: false, steps: 1 });
  replica.close();
});

test('a leader that waits for Redis keeps the last fifty statuses, and states rather than notices', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  redis.settle();
  let thereMs = 0;
  const passage = () => ({ ...DIRECT, thereMs });
  const store = new ModelStore({ redis, world: clock, clock, passage });
  let upstream: UpstreamStreamListener | null = null;
  const replica = openReplica(store, clock, {}, (listener) => {
    upstream = listener;
    return { close() {}, reconnect() {} };
  });
  await turn();
  thereMs = 100;
  const lose = (message: string) => upstream?.onDegraded('RECONNECTING', message, null);
  lose('It is on its way.');
  lose('A state.');
  for (let i = 0; i < 60; i += 1) {
    upstream?.onFrame({ kind: 'error', data: { code: 'late', message: `${i}` } });
  }
  const messages = async () => {
    thereMs = 0;
    clock.advance(100);
    await turn();
    const [last] = redis.range(BOARD, '0-0', redis.head(BOARD)?.tail ?? '').slice(-1);
    const { statuses } = JSON.parse(last?.header ?? '');
    return statuses.map(({ message }: { message: string }) => message);
  };
  const fromTo = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  expect(await messages()).toEqual(['A state.', ...fromTo(11, 59)]);
  thereMs = 100;
  lose('It is on its way.');
  for (let i = 0; i < 51; i += 1) lose(String(i));
  expect(await messages()).toEqual(fromTo(1, 50));
  replica.close();
});
