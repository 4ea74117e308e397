import { expect, test } from 'vitest';
import { readCallbackRequest } from '../../../src/transports/callback/callback-endpoint.ts';

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

test('allows a host without a port only on the default port of the scheme', () => {
  expect(isAllowed('https://router.example/callback/1')).toBe(true);
  expect(isAllowed('http://ROUTER.example/callback?x=1')).toBe(true);
  expect(isAllowed('http://router.example:80/')).toBe(true);
  expect(isAllowed('http://router.example:4000/')).toBe(false);
  expect(isAllowed('http://router.example:443/')).toBe(false);
  expect(isAllowed('https://router.example:80/')).toBe(false);
});

test('allows a loopback host without a port on all ports', () => {
  expect(isAllowed('http://127.0.0.1:4000/')).toBe(true);
  expect(isAllowed('http://localhost:1/')).toBe(true);
  expect(isAllowed('http://127.0.0.2:4000/')).toBe(false);
});

test('allows a host with an asterisk on all ports', () => {
  expect(isAllowed('http://any.example:4000/')).toBe(true);
  expect(isAllowed('https://any.example/')).toBe(true);
  expect(isAllowed('https://else.any.example/')).toBe(false);
});

test('allows a host with a port only on that port', () => {
  expect(isAllowed('http://other.example:8080/')).toBe(true);
  expect(isAllowed('http://other.example:8081/')).toBe(false);
  expect(isAllowed('http://other.example/')).toBe(false);
  expect(isAllowed('https://secure.example/')).toBe(true);
  expect(isAllowed('http://secure.example/')).toBe(false);
});

test('allows an IPv6 address in brackets', () => {
  expect(isAllowed('http://[::1]:4000/')).toBe(true);
  expect(isAllowed('http://[0:0:0:0:0:0:0:1]:4000/')).toBe(true);
  expect(isAllowed('http://[::2]:4000/')).toBe(false);
});

test('refuses other hosts, schemes and forms of URLs', () => {
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
