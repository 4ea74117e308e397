import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SAFE_LEASE_MS } from '../../src/live/relay/leader/lease.ts';
import { ThrottledLog } from '../../src/observability/log.ts';
import type { UpstreamStreamListener } from '../../src/upstream/stream/stream-listener.ts';
import { linesOf } from '../harness/clients/log-lines.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { readableLog } from '../harness/servers/running-graph.ts';
import { ModelRedis } from './model/model-redis.ts';
import { DIRECT, ModelStore } from './model/model-store.ts';
import { BOARD, lead, openReplica } from './model/open-replica.ts';

const LOST =
  'Redis has lost a board, or holds one that cannot be read: it is read from upstream again';

test('a leader that is blocked until its lease is over stops at the next event, before any timer', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const store = new ModelStore({ redis, clock });
  let isOpen = true;
  const close = () => (isOpen = false);
  const replica = openReplica(store, clock, {}, () => ({ close, reconnect() {} }));
  const lose = async () => {
    replica.upstream?.onDegraded('RECONNECTING', 'The connection was lost.', null);
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

test('a replica that closes while it asks for the lease waits for the answer, and releases it', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const passage = () => ({ ...DIRECT, backMs: 10 });
  const replica = openReplica(new ModelStore({ redis, clock, passage }), clock);
  let isClosed = false;
  const closed = replica.close()?.then(() => {
    isClosed = true;
  });
  await turn();
  expect(isClosed).toBe(false);
  clock.advance(10); // The answer to its request.
  await turn();
  clock.advance(10); // The answer to the release.
  await closed;
  lead(redis, 'another'); // It is free.
});

test('a replica that closes after an answer that came too late waits until the lease is released', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const passage = () => ({ ...DIRECT, backMs: SAFE_LEASE_MS + 10 });
  const replica = openReplica(new ModelStore({ redis, clock, passage }), clock);
  await turn();
  clock.advance(SAFE_LEASE_MS + 10); // The answer, too late.
  await turn();
  let isClosed = false;
  const closed = replica.close()?.then(() => {
    isClosed = true;
  });
  await turn();
  expect(isClosed).toBe(false); // The release has no answer yet.
  clock.advance(SAFE_LEASE_MS + 10);
  await closed;
});

test('a leader whose board Redis loses again and again opens its stream less and less often, and says why', async () => {
  const clock = new ManualClock();
  const redis = new ModelRedis({ clock });
  const store = new ModelStore({ redis, clock });
  const { log, text } = readableLog();
  const openedAt: number[] = [];
  let isOpen = false;
  let appendStep = () => {};
  const open = (listener: UpstreamStreamListener) => {
    openedAt.push(clock.monotonic());
    isOpen = true;
    appendStep = () => listener.onDegraded('RECONNECTING', 'The connection was lost.', null);
    return { close: () => (isOpen = false), reconnect() {} };
  };
  const replica = openReplica(store, clock, {}, open, ThrottledLog.start(log, clock));
  /** Redis evicts a board as soon as something is in it. */
  const pass = async (ms: number, evicts: boolean) => {
    for (const end = clock.monotonic() + ms; clock.monotonic() < end; ) {
      if (evicts && isOpen) redis.clear();
      if (isOpen) appendStep();
      await clock.advanceInSteps(100, 10);
    }
  };
  await pass(1_000, false);
  expect(openedAt).toHaveLength(1);
  await pass(5_000, true);
  expect(openedAt.length).toBeGreaterThan(1); // A single loss is made good soon.
  await pass(55_000, true);
  expect(openedAt.length).toBeLessThan(20);
  expect(linesOf(text(), LOST)).toHaveLength(1);
  await pass(30_000, false);
  expect(isOpen).toBe(true);
  replica.close();
});
