import { expect, test } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { CacheNamespaces } from '../../../src/upstream/accounts/cache-namespaces.ts';

test('revokes each credential once, even if its namespace is asked for at once', () => {
  const namespaces = new CacheNamespaces();
  const keys = new Map(
    ['key_a', 'key_b'].map((key) => [new Credential(key).hash, new Credential(key)]),
  );
  for (const key of keys.values()) namespaces.of(key);
  const revoked: string[] = [];
  namespaces.onRevoke((hash) => {
    if (revoked.push(hash) > 2) throw new Error('It never ends.');
    const key = keys.get(hash);
    if (key) namespaces.of(key); // As the check of its streams does.
  });
  namespaces.revoke('key…of somebody else');
  expect(revoked.toSorted()).toEqual([...keys.keys()].toSorted());
});

test('the hash of a masked key differs from key to key, so nobody can guess what is masked', () => {
  const namespaces = new CacheNamespaces();
  const keys = [new Credential('key_a_z'), new Credential('key_b_z')];
  for (const key of keys) namespaces.noteMasks(key, ['key_…_z']);
  expect(new Set(keys.flatMap((key) => namespaces.masksOf(key))).size).toBe(2);
  const revoked: string[] = [];
  namespaces.onRevoke((hash) => revoked.push(hash));
  namespaces.revoke('key_…_z');
  expect(revoked.toSorted()).toEqual(keys.map(({ hash }) => hash).toSorted());
});
