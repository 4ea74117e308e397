import { LRUCache } from 'lru-cache';
import type { Clock, Timer } from '../scheduling/clock.ts';
import type { UpstreamResponse } from './response.ts';

/** Length of all cached texts together. */
const CHARACTERS_MAX = 64 * 2 ** 20;

/** How often stale texts are dropped, which would fill the cache. */
const SWEEP_MS = 1_000;

/**
 * Responses that equal reads share: requests in progress, and an LRU cache of fresh responses. Keys begin with
 * the credential's cache namespace and a space. `LRUCache.fetch` does not fit: it cannot share a request whose
 * response must not be cached, and it aborts a request in progress whose entry is deleted or evicted.
 */
export class HeldResponses {
  readonly #clock: Clock;
  readonly #inProgress = new Map<string, Promise<UpstreamResponse>>();
  readonly #fresh = new LRUCache<string, UpstreamResponse>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ text }) => text.length,
  });
  readonly #sweeping: Timer;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sweeping = clock.every(SWEEP_MS, () => this.#dropStale());
  }

  close(): void {
    this.#sweeping.cancel();
  }

  /** Characters of all cached responses. */
  get characters(): number {
    return this.#fresh.calculatedSize;
  }

  /** A fresh response, unless `freshForMs` is 0. */
  fresh(key: string, freshForMs: number): UpstreamResponse | undefined {
    const cached = freshForMs > 0 ? this.#fresh.get(key) : undefined;
    return cached !== undefined && this.#isFresh(cached) ? cached : undefined;
  }

  inProgress(key: string): Promise<UpstreamResponse> | undefined {
    return this.#inProgress.get(key);
  }

  /** Shares a request with equal reads while it is in progress, and its response while that is fresh. */
  share(
    key: string,
    freshForMs: number,
    request: Promise<UpstreamResponse>,
  ): Promise<UpstreamResponse> {
    const shared = request
      .then((response) => {
        if (freshForMs > 0 && this.#isFresh(response)) this.#fresh.set(key, response);
        return response;
      })
      .finally(() => {
        if (this.#inProgress.get(key) === shared) this.#inProgress.delete(key);
      });
    this.#inProgress.set(key, shared);
    return shared;
  }

  /** Later reads in a namespace don't share requests now in progress: their responses may be out of date. */
  endSharing(namespace: string): void {
    for (const key of this.#inProgress.keys()) {
      if (key.startsWith(`${namespace} `)) this.#inProgress.delete(key);
    }
  }

  #dropStale(): void {
    for (const [key, response] of this.#fresh.entries()) {
      if (!this.#isFresh(response)) this.#fresh.delete(key);
    }
  }

  #isFresh({ expiresAt }: UpstreamResponse): boolean {
    return expiresAt > this.#clock.monotonic();
  }
}
