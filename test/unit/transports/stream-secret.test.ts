import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StreamSecret } from '../../../src/transports/sse/replicas/stream-secret.ts';

const token = randomUUID();
const secret = new StreamSecret(token, 'owner', 'deployment');

test('a message is opened with the same token, whoever opens it, and with nothing else', () => {
  const sealed = secret.seal('one', { query: '{ viewer { tier } }' });
  expect(sealed).not.toContain('viewer');
  const open = (by: StreamSecret, purpose = 'one', text = sealed) => by.open(purpose, text);
  expect(open(new StreamSecret(token, 'other', 'deployment'))).toEqual({
    query: '{ viewer { tier } }',
  });
  expect(open(new StreamSecret(randomUUID(), 'owner', 'deployment'))).toBeUndefined();
  expect(open(new StreamSecret(token, 'owner', 'other'))).toBeUndefined();
  expect(open(secret, 'another')).toBeUndefined();
  for (const text of ['', 'AAAA', sealed.slice(4), `${sealed.slice(0, -8)}AAAAAAA=`, '\u0000']) {
    expect(open(secret, 'one', text)).toBeUndefined();
  }
});

test('two messages never look alike, even if they are equal', () => {
  expect(secret.seal('one', {})).not.toBe(secret.seal('one', {}));
});

test('the name follows from the token alone, the proof from the owner too', () => {
  const other = new StreamSecret(token, 'other', 'deployment');
  expect(other.name).toBe(secret.name);
  expect(other.proof).not.toBe(secret.proof);
  expect(secret.isProof(secret.proof)).toBe(true);
  for (const proof of [other.proof, '', secret.proof.slice(1)]) {
    expect(secret.isProof(proof)).toBe(false);
  }
});
