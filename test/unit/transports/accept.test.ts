import { expect, test } from 'vitest';
import {
  acceptedTypes,
  MULTIPART,
  preferredMediaType,
} from '../../../src/transports/arrival/accept.ts';

const AVAILABLE = ['application/json', 'text/plain', 'text/event-stream'] as const;

test.each([
  [undefined, 'application/json'],
  ['TEXT/Event-Stream; Charset=UTF-8', 'text/event-stream'],
  [' text/event-stream; charset=utf-8, */*', 'text/event-stream'],
  ['*/*, text/event-stream', 'text/event-stream'],
  ['text/*', 'text/plain'],
  ['application/json, text/event-stream', 'application/json'],
  ['text/event-stream, application/json', 'text/event-stream'],
  ['text/event-stream;q=0.5, application/json', 'application/json'],
  ['application/json;q=0, */*;q=0.1', 'text/plain'],
  ['', 'application/json'],
  ['not a media type', null],
])('the header "%s" prefers %s', (accept, expected) => {
  expect(preferredMediaType(accept, AVAILABLE)).toBe(expected);
});

test.each([
  ['multipart/mixed', null],
  ['multipart/mixed; subscriptionSpec="1.0", application/json', MULTIPART],
  ['application/json, Multipart/Mixed;boundary=x;subscriptionspec=1.0', MULTIPART],
  ['text/html; x=multipart/mixed; subscriptionSpec=1.0', null],
])('the header "%s" is answered with %s where a subscription is asked for', (accept, expected) => {
  expect(acceptedTypes(accept).subscription).toBe(expected);
});

test('an Accept header has at most fifty ranges that count', () => {
  const others = (count: number) => 'text/html, '.repeat(count);
  expect(preferredMediaType(`${others(49)}text/plain`, AVAILABLE)).toBe('text/plain');
  expect(preferredMediaType(`${others(50)}text/plain`, AVAILABLE)).toBeNull();
  expect(acceptedTypes(`${others(49)}multipart/mixed;subscriptionSpec=1.0`).subscription).toBe(
    MULTIPART,
  );
  expect(
    acceptedTypes(`${others(50)}multipart/mixed;subscriptionSpec=1.0`).subscription,
  ).toBeNull();
});

test('a range of more than 256 characters does not count', () => {
  const long = `a=${'x'.repeat(256)}`;
  expect(preferredMediaType(`text/plain;${long}`, AVAILABLE)).toBeNull();
  expect(preferredMediaType(`text/html;${long}, text/plain`, AVAILABLE)).toBe('text/plain');
  expect(acceptedTypes(`multipart/mixed;${long};subscriptionSpec=1.0`).subscription).toBeNull();
});
