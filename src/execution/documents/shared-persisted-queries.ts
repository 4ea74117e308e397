import { LRUCache } from 'lru-cache';
import type { Credential } from '../../credential.ts';
import type { RedisCache } from '../../upstream/shared/redis/redis-cache.ts';
import type { PersistedQueries } from './persisted-queries.ts';
import { sha256 } from './trusted-documents.ts';

/**
 * Documents that one API key may share at an endpoint. A document's hash decides its slot, where it replaces an
 * older one.
 */
const SLOTS = 1_024;
/** In characters: longer documents are not shared. */
const TEXT_LENGTH_MAX = 16_384;

/** How long Redis keeps a document. */
const SHARED_MS = 60 * 60_000;
/** How many documents this process remembers to have shared. */
const REMEMBERED_MAX = 10_000;

const HASH = /^[0-9a-f]{64}$/;

/**
 * Persisted documents that replicas share, so that a client's hash is known wherever the load balancer
 * sends it. They are kept by API key, and only for keys that upstream (the odds service) has accepted.
 */
export class SharedPersistedQueries {
  readonly #cache: RedisCache;
  readonly #documents: PersistedQueries;
  readonly #path: string;
  /** What has been shared lately, by credential and hash: it is not written again so soon. */
  readonly #shared = new LRUCache<string, true>({ max: REMEMBERED_MAX, ttl: SHARED_MS / 2 });

  /** `path` is the URL path of the endpoint at which clients registered the documents. */
  constructor(cache: RedisCache, documents: PersistedQueries, path: string) {
    this.#cache = cache;
    this.#documents = documents;
    this.#path = path;
  }

  /** Adds a document that this process lacks, if another replica has shared it. */
  async fetch(credential: Credential, hash: string): Promise<void> {
    const { ofAcceptedKeys } = this.#documents;
    if (!HASH.test(hash) || ofAcceptedKeys.get(hash) !== undefined) return;
    const stored = await this.#cache.get(credential, this.#slotOf(hash));
    if (stored === null || !stored.startsWith(hash)) return; // Another document may have taken the slot.
    const text = stored.slice(hash.length);
    if (sha256(text) === hash) ofAcceptedKeys.set(hash, text);
    else this.#cache.reportInvalid();
  }

  /** Shares a document that is registered here. */
  share(credential: Credential, hash: string): void {
    const text = this.#documents.ofAcceptedKeys.get(hash);
    const id = `${credential.hash} ${hash}`;
    if (text === undefined || text.length > TEXT_LENGTH_MAX || this.#shared.has(id)) return;
    this.#shared.set(id, true);
    this.#cache.set(credential, this.#slotOf(hash), hash + text, SHARED_MS);
  }

  #slotOf(hash: string): string {
    return `document ${this.#path} ${Number.parseInt(hash.slice(0, 8), 16) % SLOTS}`;
  }
}
