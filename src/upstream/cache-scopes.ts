import { LRUCache } from 'lru-cache';
import type { Credential } from '../viewer.ts';
import { maskMatcher } from './key-mask.ts';

const CREDENTIALS_MAX = 10_000;

/**
 * The names under which things are held for a credential. No name is given twice: when a key is
 * revoked its name is forgotten, and all that is held under it, or comes to be held by a request
 * still under way, is out of reach at once.
 */
export class CacheScopes {
  readonly #open = new LRUCache<string, { credential: Credential; scope: string }>({
    max: CREDENTIALS_MAX,
  });
  readonly #listeners = new Set<(hash: string) => void>();
  #given = 0;

  /** The credential's name until it is revoked. */
  of(credential: Credential): string {
    let open = this.#open.get(credential.hash);
    if (open === undefined) {
      this.#given += 1;
      open = { credential, scope: String(this.#given) };
      this.#open.set(credential.hash, open);
    }
    return open.scope;
  }

  /**
   * Revokes whichever credential fits a masked key: of a key of one's account only the mask is
   * known. One that fits by accident has its data read again, and nothing worse.
   */
  revoke(maskedKey: string): void {
    const fits = maskMatcher(maskedKey);
    for (const [hash, { credential }] of this.#open.entries()) {
      if (!fits(credential.reveal())) continue;
      this.#open.delete(hash);
      for (const listener of this.#listeners) listener(hash);
    }
  }

  /** Calls back with the hash of each credential that may have been revoked. */
  onRevoke(listener: (hash: string) => void): void {
    this.#listeners.add(listener);
  }
}
