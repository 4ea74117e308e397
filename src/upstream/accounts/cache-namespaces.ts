import { hash as digest } from 'node:crypto';
import type { Credential } from '../../access/credential.ts';
import { lruCache } from '../../caching/lru-cache.ts';
import { maskMatcher } from './key-mask.ts';

const CREDENTIALS_MAX = 10_000;

interface Namespace {
  readonly name: string;
  /** Hashes of the masked forms under which upstream lists the key; null until it has listed it. */
  masks: ReadonlySet<string> | null;
}

/**
 * The cache namespace of each credential. A name is never used twice: revoking a key drops its name,
 * which makes everything cached under it unreachable at once, including anything that requests in
 * progress add later. Holds only hashes of keys.
 */
export class CacheNamespaces {
  readonly #namespaces = lruCache<Namespace>(CREDENTIALS_MAX);
  readonly #listeners = new Set<(hash: string) => void>();
  #count = 0;

  /** The credential's namespace, until it is revoked. */
  of(credential: Credential): string {
    return this.#namespaceOf(credential).name;
  }

  /** Records the masked keys of a credential's account. Those that fit the credential are its own. */
  noteMasks(credential: Credential, maskedKeys: readonly string[]): void {
    const own = maskedKeys.filter((masked) => maskMatcher(masked)(credential.reveal()));
    if (own.length === 0) return;
    const hashes = own.map((masked) => hashOf(masked, credential.hash));
    this.#namespaceOf(credential).masks = new Set(hashes);
  }

  /** The hashes of a credential's masked forms; null until upstream has listed the key. */
  masksOf(credential: Credential): readonly string[] | null {
    const { masks } = this.#namespaceOf(credential);
    return masks && [...masks];
  }

  /** Records the hashes of masked forms that another replica has noted for a credential. */
  adoptMasks(credential: Credential, hashes: readonly string[]): void {
    this.#namespaceOf(credential).masks ??= new Set(hashes);
  }

  /**
   * Revokes every credential that may have this masked key, since upstream lists keys only in their
   * masked form. A credential that is revoked by mistake merely has its data refetched.
   */
  revoke(maskedKey: string): void {
    // A copy, since listeners may ask for the namespace again, and would have it revoked again.
    for (const [hash, { masks }] of [...this.#namespaces.entries()]) {
      if (masks !== null && !masks.has(hashOf(maskedKey, hash))) continue;
      this.#namespaces.delete(hash);
      for (const listener of this.#listeners) listener(hash);
    }
  }

  /** Calls the listener with the hash of each credential that may have been revoked. */
  onRevoke(listener: (hash: string) => void): void {
    this.#listeners.add(listener);
  }

  #namespaceOf({ hash }: Credential): Namespace {
    let namespace = this.#namespaces.get(hash);
    if (namespace === undefined) {
      this.#count += 1;
      namespace = { name: String(this.#count), masks: null };
      this.#namespaces.set(hash, namespace);
    }
    return namespace;
  }
}

/** Replicas share it. Without the key's own hash in it, the characters that a masked key shows could be guessed. */
function hashOf(maskedKey: string, keyHash: string): string {
  return digest('sha256', keyHash + maskedKey, 'base64url');
}
