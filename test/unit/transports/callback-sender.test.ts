import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { CallbackSender } from '../../../src/transports/callback/callback-sender.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { CallbackRouter } from '../../harness/servers/callback-router.ts';

test('leaves no listener on the signal after a message is delivered', async () => {
  const router = await CallbackRouter.open();
  const clock = new ManualClock();
  const sender = new CallbackSender(clock);
  const { signal } = new AbortController();
  const to = { url: new URL(router.url), id: 'one', verifier: 'verifier', heartbeatMs: 0 };
  for (let i = 0; i < 3; i += 1) await sender.send(to, { action: 'check' }, signal);
  expect(router.of('check')).toHaveLength(3);
  expect([getEventListeners(signal, 'abort').length, clock.pendingTimers]).toEqual([0, 0]);
  await sender.close();
  await router.close();
});
