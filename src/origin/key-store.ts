import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey } from '../contract/routes/account-keys.ts';
import type { Tier } from '../contract/tiers.ts';
import type { Clock } from '../scheduling/clock.ts';

/** A key that exists from the start, with an account of its own. */
export interface SeedKey {
  readonly key: string;
  readonly tier: Tier;
  readonly name?: string;
  /** What the account has in addition to its tier. Nothing by default. */
  readonly features?: readonly ('streaming' | 'low_hold')[];
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

/** A key with its secret, which is returned only once and not kept. */
export interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

interface StoredKey {
  readonly holder: KeyHolder;
  /** The SHA-256 of the secret. */
  hash: string;
  apiKey: ApiKey;
}

/** The accounts and their API keys. Only a key's SHA-256 and a masked preview are kept. */
export class KeyStore {
  readonly #clock: Clock;
  /** By id, the oldest first. */
  readonly #keys = new Map<string, StoredKey>();
  readonly #byHash = new Map<string, StoredKey>();
  readonly #revocations: ((keyId: string) => void)[] = [];

  constructor(clock: Clock, seeds: readonly SeedKey[]) {
    this.#clock = clock;
    for (const { key, tier, name = null, features = [], trialEndsAt = null } of seeds) {
      const accountId = `acct_${hashOf(key).slice(0, 12)}`;
      this.#add({ accountId, tier, features, trialEndsAt }, key, name);
    }
  }

  /** The owner of a key; undefined if the key is unknown, replaced by rotation, or deleted. */
  authenticate(key: string): KeyHolder | undefined {
    return this.#byHash.get(hashOf(key))?.holder;
  }

  /** The keys of an account, oldest first. */
  list(accountId: string): ApiKey[] {
    const ofAccount = this.#keys.values().filter(({ holder }) => holder.accountId === accountId);
    return ofAccount.map(({ apiKey }) => apiKey).toArray();
  }

  /** A further key of an account. */
  create(account: Omit<KeyHolder, 'keyId'>, name: string): IssuedKey {
    const secret = newSecret();
    return { apiKey: this.#add(account, secret, name), secret };
  }

  /** Replaces the secret of a key and revokes the old one. Undefined if the account has no such key. */
  rotate(accountId: string, keyId: string): IssuedKey | undefined {
    const stored = this.#revoke(accountId, keyId);
    if (stored === undefined) return undefined;
    const secret = newSecret();
    stored.hash = hashOf(secret);
    stored.apiKey = { ...stored.apiKey, id_masked: mask(secret), updated_at: this.#now() };
    this.#byHash.set(stored.hash, stored);
    return { apiKey: stored.apiKey, secret };
  }

  /** Returns whether the account had the key. */
  delete(accountId: string, keyId: string): boolean {
    return this.#revoke(accountId, keyId) !== undefined && this.#keys.delete(keyId);
  }

  /** Calls `listener` with the id of each key whose secret is revoked from now on. */
  onRevoked(listener: (keyId: string) => void): void {
    this.#revocations.push(listener);
  }

  #revoke(accountId: string, keyId: string): StoredKey | undefined {
    const stored = this.#keys.get(keyId);
    if (stored?.holder.accountId !== accountId) return undefined;
    this.#byHash.delete(stored.hash);
    for (const listener of this.#revocations) listener(keyId);
    return stored;
  }

  #add(account: Omit<KeyHolder, 'keyId'>, secret: string, name: string | null): ApiKey {
    const id = `key_${randomBytes(8).toString('hex')}`;
    const now = this.#now();
    const times = { created_at: now, updated_at: now };
    const { tier } = account;
    const apiKey = { id, id_masked: mask(secret), name, tier, is_active: true, ...times };
    const stored = { holder: { ...account, keyId: id }, hash: hashOf(secret), apiKey };
    this.#keys.set(id, stored);
    this.#byHash.set(stored.hash, stored);
    return apiKey;
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
