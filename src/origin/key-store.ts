import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ApiKey } from '../contract/routes/account-keys.ts';
import { isTier, type Tier } from '../contract/tiers.ts';
import type { Clock } from '../scheduling/clock.ts';

/** A feature that an account has in addition to those of its tier. */
export type AccountFeature = 'streaming' | 'low_hold';

/** A key that exists from the start, with an account of its own. */
export interface SeedKey {
  readonly key: string;
  readonly tier: Tier;
  readonly name?: string;
  /** The account's add-ons. None by default. */
  readonly features?: readonly AccountFeature[];
  /** When the account's streaming trial ends, ISO 8601. By default it has no trial. */
  readonly trialEndsAt?: string;
}

/** A valid key and the account that owns it. */
export interface KeyHolder {
  readonly keyId: string;
  readonly accountId: string;
  readonly tier: Tier;
  readonly features: readonly string[];
  /** When the account's streaming trial ends or ended; null if it never had one. */
  readonly trialEndsAt: string | null;
}

/** A key with its secret, which is returned only once and not stored. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

type Column =
  | 'id'
  | 'account_id'
  | 'masked'
  | 'name'
  | 'tier'
  | 'features'
  | 'trial_ends_at'
  | 'created_at'
  | 'updated_at';
type Row = Partial<Record<Column, SQLOutputValue>>;

const TABLES = `
  create table if not exists accounts (
    id text primary key,
    tier text not null,
    features text not null,
    trial_ends_at text
  ) strict;
  create table if not exists api_keys (
    id text primary key,
    account_id text not null references accounts (id),
    hash text not null unique,
    masked text not null,
    name text,
    created_at text not null,
    updated_at text not null
  ) strict;
`;

/** The accounts and their API keys. Only a key's SHA-256 and a masked preview are stored. */
export class KeyStore {
  readonly #clock: Clock;
  readonly #db: DatabaseSync;
  readonly #revocations = new Set<(keyId: string) => void>();

  /** A seed key is inserted into a database only once, so that a deleted one stays deleted. */
  constructor(clock: Clock, db: DatabaseSync, seeds: readonly SeedKey[]) {
    this.#clock = clock;
    this.#db = db;
    this.#db.exec(TABLES);
    for (const seed of seeds) this.#insertSeed(seed);
  }

  /** The owner of a key; undefined if the key is unknown, replaced by rotation, or deleted. */
  authenticate(key: string): KeyHolder | undefined {
    const row = this.#db
      .prepare(
        `select k.id, k.account_id, a.tier, a.features, a.trial_ends_at from api_keys k
         join accounts a on a.id = k.account_id where k.hash = ?`,
      )
      .get(hashOf(key));
    return (
      row && {
        keyId: text(row, 'id'),
        accountId: text(row, 'account_id'),
        tier: tierIn(row),
        features: text(row, 'features').split(' '),
        trialEndsAt: optionalText(row, 'trial_ends_at'),
      }
    );
  }

  /** The keys of an account, oldest first. */
  list(accountId: string): ApiKey[] {
    return this.#db
      .prepare(
        `select k.*, a.tier from api_keys k join accounts a on a.id = k.account_id
         where k.account_id = ? order by k.created_at, k.rowid`,
      )
      .all(accountId)
      .map(toApiKey);
  }

  create(accountId: string, name: string): IssuedKey {
    const secret = newSecret();
    const id = this.#insert(accountId, secret, name);
    return this.#issued(accountId, id, secret);
  }

  /** Replaces the secret of a key and revokes the old one. Undefined if the account has no such key. */
  rotate(accountId: string, keyId: string): IssuedKey | undefined {
    const secret = newSecret();
    const { changes } = this.#db
      .prepare(
        `update api_keys set hash = ?, masked = ?, updated_at = ? where id = ? and account_id = ?`,
      )
      .run(hashOf(secret), mask(secret), this.#now(), keyId, accountId);
    if (changes === 0) return undefined;
    this.#revoke(keyId);
    return this.#issued(accountId, keyId, secret);
  }

  /** Returns whether the account had the key. */
  delete(accountId: string, keyId: string): boolean {
    const { changes } = this.#db
      .prepare(`delete from api_keys where id = ? and account_id = ?`)
      .run(keyId, accountId);
    if (changes > 0) this.#revoke(keyId);
    return changes > 0;
  }

  /** Calls `listener` with the id of each key whose secret is revoked, until the returned function is called. */
  onRevoked(listener: (keyId: string) => void): () => void {
    this.#revocations.add(listener);
    return () => this.#revocations.delete(listener);
  }

  #revoke(keyId: string): void {
    for (const listener of this.#revocations) listener(keyId);
  }

  #insertSeed({ key, tier, name, features = [], trialEndsAt }: SeedKey): void {
    const accountId = `acct_${hashOf(key).slice(0, 12)}`;
    const { changes } = this.#db
      .prepare(
        `insert or ignore into accounts (id, tier, features, trial_ends_at) values (?, ?, ?, ?)`,
      )
      .run(accountId, tier, features.join(' '), trialEndsAt ?? null);
    if (changes > 0) this.#insert(accountId, key, name ?? null);
  }

  #insert(accountId: string, secret: string, name: string | null): string {
    const id = `key_${randomBytes(8).toString('hex')}`;
    const now = this.#now();
    this.#db
      .prepare(
        `insert into api_keys (id, account_id, hash, masked, name, created_at, updated_at)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, accountId, hashOf(secret), mask(secret), name, now, now);
    return id;
  }

  #issued(accountId: string, keyId: string, secret: string): IssuedKey {
    const apiKey = this.list(accountId).find(({ id }) => id === keyId);
    if (apiKey === undefined) throw new Error(`Key ${keyId} is missing right after it was issued.`);
    return { apiKey, secret };
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

function newSecret(): string {
  return `odds_${randomBytes(24).toString('base64url')}`;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The first and last characters of a key. */
function mask(key: string): string {
  return `${key.slice(0, 4)}…${key.slice(-3)}`;
}

function toApiKey(row: Row): ApiKey {
  return {
    id: text(row, 'id'),
    id_masked: text(row, 'masked'),
    name: optionalText(row, 'name'),
    tier: tierIn(row),
    is_active: true,
    created_at: text(row, 'created_at'),
    updated_at: text(row, 'updated_at'),
  };
}

function tierIn(row: Row): Tier {
  const tier = row.tier;
  if (!isTier(tier)) throw new TypeError(`The key store contains an invalid tier: ${tier}.`);
  return tier;
}

function optionalText(row: Row, column: Column): string | null {
  return row[column] === null ? null : text(row, column);
}

function text(row: Row, column: Column): string {
  const value = row[column];
  if (typeof value !== 'string')
    throw new TypeError(`The key store contains no text in column ${column}.`);
  return value;
}
