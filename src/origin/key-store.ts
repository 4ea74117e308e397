import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey } from '../contract/routes/account-keys.ts';
import type { Tier } from '../contract/tiers.ts';
import type { Clock } from '../scheduling/clock.ts';

/** A key that exists from the start, with an account of its own. */
export interface SeedKey {
  /** Its secret, as clients send it. */
  readonly key: string;
  readonly tier: Tier;
  readonly name?: string;
  /** What the account has in addition to its tier. Nothing by default. */
  readonly features?: readonly ('streaming' | 'low_hold')[];
  /** When the account's streaming trial ends, ISO 8601. By default it has no trial. */
  readonly trialEndsAt?: string;
}

interface Account {
  readonly accountId: string;
  readonly tier: Tier;
  readonly features: readonly string[];
  /** When the account's streaming trial ends or ended; null if it never had one. */
  readonly trialEndsAt: string | null;
}

/** A valid key and the account that owns it. */
export interface KeyHolder extends Account {
  readonly keyId: string;
}

/** A key with its secret, which is returned only once and not kept. */
interface IssuedKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

interface StoredKey {
  readonly holder: KeyHolder;
  /** The SHA-256 of the secret. */
  hash: string;
  apiKey: ApiKey;
}

/** The accounts and their API keys. Of a secret, only its SHA-256 and a masked preview are kept. */
export class KeyStore {
  readonly #clock: Clock;
  /** By id, the oldest first. */
  readonly #keys = new Map<string, StoredKey>();
  readonly #byHash = new Map<string, StoredKey>();
  /** Called with the id of each key whose secret is revoked. */
  onRevoked?: (keyId: string) => void;

  constructor(clock: Clock, seeds: readonly SeedKey[]) {
    this.#clock = clock;
    for (const { key: secret, tier, name = null, features = [], trialEndsAt = null } of seeds) {
      const accountId = `acct_${hashOf(secret).slice(0, 12)}`;
      this.#add({ accountId, tier, features, trialEndsAt }, secret, name);
    }
  }

  /** The key with this secret and its account. Undefined if the secret was never issued, or has been revoked. */
  authenticate(secret: string): KeyHolder | undefined {
    return this.#byHash.get(hashOf(secret))?.holder;
  }

  /** The keys of an account, oldest first. */
  list(accountId: string): ApiKey[] {
    const ofAccount = this.#keys.values().filter(({ holder }) => holder.accountId === accountId);
    return ofAccount.map(({ apiKey }) => apiKey).toArray();
  }

  /** Creates a further key for an account. */
  create(account: Account, name: string): IssuedKey {
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

  #revoke(accountId: string, keyId: string): StoredKey | undefined {
    const stored = this.#keys.get(keyId);
    if (stored?.holder.accountId !== accountId) return undefined;
    this.#byHash.delete(stored.hash);
    this.onRevoked?.(keyId);
    return stored;
  }

  #add(account: Account, secret: string, name: string | null): ApiKey {
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

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The first four and the last three characters of a secret. */
function mask(secret: string): string {
  return `${secret.slice(0, 4)}…${secret.slice(-3)}`;
}
