import { expect, test } from 'vitest';
import { preferredMediaType } from '../../../src/transports/arrival/accept.ts';

const AVAILABLE = ['application/json', 'text/plain', 'text/event-stream'] as const;

test.each([
  [undefined, 'application/json'],
  [null, 'application/json'],
  ['*/*', 'application/json'],
  ['text/event-stream', 'text/event-stream'],
  ['TEXT/Event-Stream; Charset=UTF-8', 'text/event-stream'],
  [' text/event-stream; charset=utf-8, */*', 'text/event-stream'],
  ['*/*, text/event-stream', 'text/event-stream'],
  ['text/*', 'text/plain'],
  ['application/json, text/event-stream', 'application/json'],
  ['text/event-stream, application/json', 'text/event-stream'],
  ['text/event-stream;q=0.5, application/json', 'application/json'],
  ['application/json;q=0, */*;q=0.1', 'text/plain'],
  ['application/json;q=0', null],
  ['text/html, application/xml', null],
  ['', 'application/json'],
  ['not a media type', null],
])('the header "%s" prefers %s', (accept, expected) => {
  expect(preferredMediaType(accept, AVAILABLE)).toBe(expected);
});

test('an Accept header has at most fifty ranges that count', () => {
  const others = (count: number) => 'text/html, '.repeat(count);
  expect(preferredMediaType(`${others(49)}text/plain`, AVAILABLE)).toBe('text/plain');
  expect(preferredMediaType(`${others(50)}text/plain`, AVAILABLE)).toBeNull();
});
