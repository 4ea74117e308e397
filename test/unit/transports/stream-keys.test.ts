import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StreamKeys } from '../../../src/transports/sse/replicas/stream-keys.ts';

const token = randomUUID();
const keys = new StreamKeys(token, 'deployment');

test('a message is opened with the same token, whoever opens it, and with nothing else', () => {
  const sealed = keys.encrypt('one', { query: '{ viewer { tier } }' });
  expect(sealed).not.toContain('viewer');
  const open = (by: StreamKeys, purpose = 'one', text = sealed) => by.decrypt(purpose, text);
  expect(open(new StreamKeys(token, 'deployment'))).toEqual({
    query: '{ viewer { tier } }',
  });
  expect(() => open(new StreamKeys(randomUUID(), 'deployment'))).toThrow();
  expect(() => open(new StreamKeys(token, 'other'))).toThrow();
  expect(() => open(keys, 'another')).toThrow();
  for (const text of ['', 'AAAA', sealed.slice(4), `${sealed.slice(0, -8)}AAAAAAA=`, '\u0000']) {
    expect(() => open(keys, 'one', text)).toThrow();
  }
});

test('two messages never look alike, even if they are equal', () => {
  expect(keys.encrypt('one', {})).not.toBe(keys.encrypt('one', {}));
});
