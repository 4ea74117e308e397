import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Credential } from '../../credential.ts';
import { maskMatcher } from './key-mask.ts';

const CREDENTIALS_MAX = 10_000;

interface Scope {
  readonly name: string;
  /** The masked forms, hashed, under which upstream lists the key; null where it has not been asked. */
  masks: ReadonlySet<string> | null;
}

/**
 * The names under which things are held for a credential. No name is given twice: when a key is
 * revoked its name is forgotten, and all that is held under it, or comes to be held by a request
 * still under way, is out of reach at once. Of a key nothing but hashes is kept.
 */
export class CacheScopes {
  readonly #open = new LRUCache<string, Scope>({ max: CREDENTIALS_MAX });
  readonly #listeners = new Set<(hash: string) => void>();
  #given = 0;

  /** The credential's name until it is revoked. */
  of(credential: Credential): string {
    return this.#scopeOf(credential).name;
  }

  /** Takes note of the masked keys of a credential's account: those that fit are its own. */
  noteMasks(credential: Credential, maskedKeys: readonly string[]): void {
    const own = maskedKeys.filter((masked) => maskMatcher(masked)(credential.reveal()));
    if (own.length > 0) this.#scopeOf(credential).masks = new Set(own.map(hashOf));
  }

  /**
   * Revokes whichever credential has a masked key: of a key of one's account only the mask is known.
   * One that has it by accident, or whose own is not known, has its data read again, and nothing worse.
   */
  revoke(maskedKey: string): void {
    const mask = hashOf(maskedKey);
    for (const [hash, { masks }] of this.#open.entries()) {
      if (masks !== null && !masks.has(mask)) continue;
      this.#open.delete(hash);
      for (const listener of this.#listeners) listener(hash);
    }
  }

  /** Calls back with the hash of each credential that may have been revoked. */
  onRevoke(listener: (hash: string) => void): void {
    this.#listeners.add(listener);
  }

  #scopeOf({ hash }: Credential): Scope {
    let scope = this.#open.get(hash);
    if (scope === undefined) {
      this.#given += 1;
      scope = { name: String(this.#given), masks: null };
      this.#open.set(hash, scope);
    }
    return scope;
  }
}

function hashOf(maskedKey: string): string {
  return createHash('sha256').update(maskedKey).digest('base64url');
}
