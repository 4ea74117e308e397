import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { Leader } from '../../../src/live/relay/leader/leader.ts';
import type { RelayedChannel } from '../../../src/live/relay/relayed-channel.ts';
import type { AppendRequest, Head } from '../../../src/live/relay/store/relay-store.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const HEAD = { epoch: 'a', offset: 0, term: 1, version: 0, forgottenVersion: 0 } as Head;

test('while Redis is slow, fifty notices wait at most, and states wait beyond them', async () => {
  const sent: AppendRequest[] = [];
  const appended = Promise.withResolvers<'appended'>();
  const channel = {
    clock: new ManualClock(),
    tracing: null,
    board: new OddsBoard(),
    newReading: () => ({ board: new OddsBoard(), open: () => ({ close() {} }) }),
    store: {
      append(_board: string, request: AppendRequest) {
        sent.push(request);
        return appended.promise;
      },
    },
  };
  const held = { replacesEarlier: false, isHeld: () => true, onMustStop() {} };
  const leader = new Leader(channel as unknown as RelayedChannel<unknown>, HEAD, held);
  for (let count = 0; count <= 60; count += 1) {
    leader.onFrame({ kind: 'error', data: { code: 'odd', message: `${count}` } });
  }
  leader.onDegraded('STALE', 'Silence.', null);
  appended.resolve('appended');
  await turn();
  const [first, second] = sent.map(({ step }) => step.statuses.map(({ message }) => message));
  expect(first).toEqual(['0']);
  expect(second).toEqual([...Array.from({ length: 50 }, (_, n) => `${n + 1}`), 'Silence.']);
  leader.close();
});
