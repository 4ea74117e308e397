import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeyStore, type SeedKey } from '../../../src/origin/key-store.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const SEED: SeedKey = { key: 'the-seeded-secret', tier: 'pro' };

let folder: string;
let file: string;
let db: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  file = join(folder, 'store.sqlite');
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function open(): KeyStore {
  db = new DatabaseSync(file);
  return new KeyStore(new ManualClock(), db, [SEED]);
}

function accountOf(store: KeyStore, key: string): string {
  const holder = store.authenticate(key);
  if (holder === undefined) throw new Error('The key is not valid.');
  return holder.accountId;
}

test('the database file contains no secret', () => {
  const store = open();
  const { secret } = store.create(accountOf(store, SEED.key), 'reports');
  db.close();
  const content = readFileSync(file).toString('latin1');
  expect(content).toContain('reports');
  expect(content).not.toContain(SEED.key);
  expect(content).not.toContain(secret);
  open();
});

test('keys in a file survive a restart', () => {
  const first = open();
  const { secret } = first.create(accountOf(first, SEED.key), 'kept');
  db.close();
  const second = open();
  expect(second.authenticate(secret)).toMatchObject({ tier: 'pro' });
  expect(second.list(accountOf(second, secret)).map((key) => key.name)).toEqual([null, 'kept']);
});

test('a rotated seed key stays invalid after a restart', () => {
  const first = open();
  const accountId = accountOf(first, SEED.key);
  const [seeded] = first.list(accountId);
  const rotated = first.rotate(accountId, seeded?.id ?? '');
  db.close();
  const second = open();
  expect(second.authenticate(SEED.key)).toBeUndefined();
  expect(second.authenticate(rotated?.secret ?? '')).toMatchObject({ accountId });
});
