import { expect, test } from 'vitest';
import type { StreamStatus } from '../../../src/live/board/live-board.ts';
import { PendingStatuses } from '../../../src/live/relay/leader/pending-statuses.ts';

const status = (state: StreamStatus['state'], message: string | null = null): StreamStatus => ({
  state,
  code: null,
  message,
});

test('a status waits for the step that reaches the version at which it arrived', () => {
  const statuses = new PendingStatuses();
  statuses.add(status('CONNECTED'), 4);
  statuses.add(status('READY'), 5);
  statuses.add(status('NOTICE'), 6);
  expect(statuses.take(3)).toEqual([]);
  expect(statuses.take(5)).toEqual([status('CONNECTED'), status('READY')]);
  expect(statuses.isEmpty).toBe(false);
  expect(statuses.take(6)).toEqual([status('NOTICE')]);
  expect(statuses.isEmpty).toBe(true);
});

test('of more than fifty statuses the oldest notices are dropped, and states only if there are no notices', () => {
  const statuses = new PendingStatuses();
  statuses.add(status('READY'), 1);
  for (let i = 0; i < 60; i += 1) statuses.add(status('NOTICE', String(i)), 1);
  const [first, ...notices] = statuses.take(1);
  expect(first).toEqual(status('READY'));
  expect(notices.map(({ message }) => message)).toEqual(
    Array.from({ length: 49 }, (_, i) => String(i + 11)),
  );
  for (let i = 0; i < 51; i += 1) statuses.add(status('STALE', String(i)), 2);
  expect(statuses.take(2).map(({ message }) => message)).toEqual(
    Array.from({ length: 50 }, (_, i) => String(i + 1)),
  );
});
