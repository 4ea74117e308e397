import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StreamKeys } from '../../../src/transports/sse/replicas/stream-keys.ts';

const token = randomUUID();
const keys = new StreamKeys(token, 'owner', 'deployment');

test('a message is opened with the same token, whoever opens it, and with nothing else', () => {
  const sealed = keys.encrypt('one', { query: '{ viewer { tier } }' });
  expect(sealed).not.toContain('viewer');
  const open = (by: StreamKeys, purpose = 'one', text = sealed) => by.decrypt(purpose, text);
  expect(open(new StreamKeys(token, 'other', 'deployment'))).toEqual({
    query: '{ viewer { tier } }',
  });
  expect(() => open(new StreamKeys(randomUUID(), 'owner', 'deployment'))).toThrow();
  expect(() => open(new StreamKeys(token, 'owner', 'other'))).toThrow();
  expect(() => open(keys, 'another')).toThrow();
  for (const text of ['', 'AAAA', sealed.slice(4), `${sealed.slice(0, -8)}AAAAAAA=`, '\u0000']) {
    expect(() => open(keys, 'one', text)).toThrow();
  }
});

test('two messages never look alike, even if they are equal', () => {
  expect(keys.encrypt('one', {})).not.toBe(keys.encrypt('one', {}));
});

test('the name follows from the token alone, the ownerMac from the owner too', () => {
  const other = new StreamKeys(token, 'other', 'deployment');
  expect(other.name).toBe(keys.name);
  expect(other.ownerMac).not.toBe(keys.ownerMac);
  expect(keys.isOwnerMac(keys.ownerMac)).toBe(true);
  for (const ownerMac of [other.ownerMac, '', keys.ownerMac.slice(1)]) {
    expect(keys.isOwnerMac(ownerMac)).toBe(false);
  }
});
