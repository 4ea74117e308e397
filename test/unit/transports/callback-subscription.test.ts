import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { OperationLog } from '../../../src/execution/operation-log.ts';
import { CallbackSender } from '../../../src/transports/callback/callback-sender.ts';
import { CallbackSubscription } from '../../../src/transports/callback/callback-subscription.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { testRecord } from '../../harness/operators/test-record.ts';

test('a subscription that is completed while its router confirms it leaves no timer', async () => {
  const clock = new ManualClock();
  const sender = new CallbackSender(clock);
  const error = new GraphQLError('The server is stopping.');
  let subscription: CallbackSubscription | null = null;
  sender.send = () => {
    const confirmed = Promise.resolve();
    void confirmed.then(() => subscription?.complete([error], 'draining'));
    return confirmed;
  };
  const router = { url: new URL('http://127.0.0.1/'), id: '1', verifier: 'v', heartbeatMs: 1_000 };
  const dependencies = {
    sender,
    clock,
    operationLog: new OperationLog(1_000),
    record: testRecord(),
  };
  subscription = new CallbackSubscription(router, dependencies, () => {});
  await expect(subscription.confirm()).rejects.toBe(error);
  expect(clock.pendingTimers).toBe(0);
});
