import { expect, test } from 'vitest';
import { readCallbackRequest } from '../../../src/server/callback-request.ts';

const HOSTS = new Set(['router.example', 'other.example:8080', '[::1]']);

function isAllowed(callbackUrl: unknown): boolean {
  const extension = {
    callbackUrl,
    subscriptionId: '1',
    verifier: 'v',
    heartbeatIntervalMs: 5_000,
  };
  try {
    readCallbackRequest(extension, HOSTS);
    return true;
  } catch {
    return false;
  }
}

test('a host that is listed by name may be called on any port', () => {
  expect(isAllowed('https://router.example/callback/1')).toBe(true);
  expect(isAllowed('http://ROUTER.example:4000/callback?x=1')).toBe(true);
});

test('a host that is listed with a port may be called on that port alone', () => {
  expect(isAllowed('http://other.example:8080/')).toBe(true);
  expect(isAllowed('http://other.example:8081/')).toBe(false);
  expect(isAllowed('http://other.example/')).toBe(false);
});

test('an address of IPv6 is listed in brackets', () => {
  expect(isAllowed('http://[::1]:4000/')).toBe(true);
  expect(isAllowed('http://[0:0:0:0:0:0:0:1]:4000/')).toBe(true);
  expect(isAllowed('http://[::2]:4000/')).toBe(false);
});

test('no other host, scheme or form of address may be called', () => {
  for (const url of [
    'http://router.example.evil.example/',
    'http://evil.example/router.example',
    'http://router.example@evil.example/',
    'http://evil.example#router.example',
    'ftp://router.example/',
    'router.example',
    '//router.example/',
    `http://router.example/${'x'.repeat(2_000)}`,
    ['http://router.example/'],
    null,
  ]) {
    expect([url, isAllowed(url)]).toEqual([url, false]);
  }
});
