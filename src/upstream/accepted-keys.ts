import { LRUCache } from 'lru-cache';
import type { Credential } from '../viewer.ts';

const KEYS_MAX = 10_000;

/**
 * Keys that upstream has accepted, and has not refused since, by their hash: who may be believed to
 * be a customer without asking. Whether a key may do something is never decided here.
 */
export class AcceptedKeys {
  readonly #accepted = new LRUCache<string, true>({ max: KEYS_MAX });

  /** Whether upstream accepted this key when it was last asked. */
  has(credential: Credential | null): boolean {
    return credential !== null && this.#accepted.get(credential.hash) === true;
  }

  add({ hash }: Credential): void {
    this.#accepted.set(hash, true);
  }

  delete(hash: string): void {
    this.#accepted.delete(hash);
  }
}
