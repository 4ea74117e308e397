import { getEventListeners } from 'node:events';
import { GraphQLError } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { OperationLog } from '../../../src/execution/operation-log.ts';
import { readCallbackRequest } from '../../../src/transports/callback/callback-endpoint.ts';
import { CallbackSender } from '../../../src/transports/callback/callback-sender.ts';
import { CallbackSubscription } from '../../../src/transports/callback/callback-subscription.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { testRecord } from '../../harness/operators/test-record.ts';
import { CallbackRouter, type RouterAnswer } from '../../harness/servers/callback-router.ts';

describe('a sender', () => {
  const next = { action: 'next', payload: '{}' } as const;
  const clock = new ManualClock();
  let router: CallbackRouter;
  let sender: CallbackSender;

  beforeEach(async () => {
    router = await CallbackRouter.open();
    sender = new CallbackSender(clock);
    return async () => {
      await sender.close();
      await router.close();
    };
  });

  const to = (id: string) => ({ url: new URL(router.url), id, verifier: 'v', heartbeatMs: 0 });

  test('leaves no listener on the signal after a message is delivered', async () => {
    const { signal } = new AbortController();
    for (let i = 0; i < 3; i += 1) await sender.send(to('one'), { action: 'check' }, signal);
    expect(router.of('check')).toHaveLength(3);
    expect([getEventListeners(signal, 'abort').length, clock.pendingTimers]).toEqual([0, 0]);
  });

  test('delivers an event before a router has accepted those of 64 other subscriptions', async () => {
    const accepted = Promise.withResolvers<RouterAnswer>();
    router.onMessage = ({ id }) => (id === 'quick' ? { status: 204 } : accepted.promise);
    const slow = Array.from({ length: 64 }, (_, i) => sender.send(to(`slow ${i}`), next));
    await router.got(64, 'next');
    await sender.send(to('quick'), next);
    expect(router.waiting).toBe(64);
    accepted.resolve({ status: 204 });
    await Promise.all(slow);
  });

  test('delivers a heartbeat although events have all the connections that they may have', async () => {
    const accepted = Promise.withResolvers<RouterAnswer>();
    router.onMessage = ({ action }) => (action === 'check' ? { status: 204 } : accepted.promise);
    const slow = Array.from({ length: 600 }, () => sender.send(to('one'), next));
    await router.got(512, 'next');
    await sender.send(to('one'), { action: 'check' });
    accepted.resolve({ status: 204 });
    await Promise.all(slow);
  });
});

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

const HOSTS = new Set([
  'router.example',
  'other.example:8080',
  'secure.example:443',
  'any.example:*',
  '127.0.0.1',
  'localhost',
  '[::1]',
]);

function isAllowed(callbackUrl: unknown): boolean {
  const extension = { callbackUrl, subscriptionId: '1', verifier: 'v', heartbeatIntervalMs: 5_000 };
  try {
    readCallbackRequest(extension, HOSTS);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['a host without a port on the default port', 'https://router.example/callback/1'],
  ['a host in another case', 'http://ROUTER.example/callback?x=1'],
  ['a loopback address without a port on all ports', 'http://127.0.0.1:4000/'],
  ['localhost on all ports', 'http://localhost:1/'],
  ['a host with an asterisk on all ports', 'http://any.example:4000/'],
  ['a host with an asterisk and no port', 'https://any.example/'],
  ['a host with a port', 'http://other.example:8080/'],
  ['the default port on the list', 'https://secure.example/'],
  ['an IPv6 address in brackets', 'http://[::1]:4000/'],
  ['an IPv6 address written in full', 'http://[0:0:0:0:0:0:0:1]:4000/'],
])('allows %s', (_, url) => {
  expect(isAllowed(url)).toBe(true);
});

test.each([
  ['a host without a port on another port', 'http://router.example:4000/'],
  ['the default port of the other scheme', 'http://router.example:443/'],
  ['and in reverse', 'https://router.example:80/'],
  ['another loopback address', 'http://127.0.0.2:4000/'],
  ['a host below one with an asterisk', 'https://else.any.example/'],
  ['a host with another port', 'http://other.example:8081/'],
  ['a host without its port', 'http://other.example/'],
  ['the default port of http', 'http://secure.example/'],
  ['another IPv6 address', 'http://[::2]:4000/'],
  ['a host that begins like another', 'http://router.example.evil.example/'],
  ['a host as the user', 'http://router.example@evil.example/'],
  ['another scheme', 'ftp://router.example/'],
  ['no scheme', 'router.example'],
  ['a URL that is too long', `http://router.example/${'x'.repeat(2_000)}`],
  ['null', null],
])('refuses %s', (_, url) => {
  expect(isAllowed(url)).toBe(false);
});
