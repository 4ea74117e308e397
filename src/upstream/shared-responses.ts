import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { upstreamShared } from '../metrics.ts';
import type { AccountStatus, Usage } from './request-usage.ts';

/**
 * A response from upstream. Only its text is kept: every garbage collection would copy thousands of
 * parsed rows that live for a second. The parsed value exists for as long as someone uses it.
 */
export interface Answer {
  readonly text: string;
  value: Held;
  /** Set while the text is parsed again, once for all who need the value. */
  parsing: Promise<object> | null;
  /** Until when it is fresh, on the monotonic clock. */
  readonly expiresAt: number;
  readonly accountStatus: AccountStatus;
}

/** Something that may no longer be there. */
type Held = Pick<WeakRef<object>, 'deref'>;

/** Texts from this length on have so many rows that they should not outlive their first use. */
const LARGE_CHARACTERS = 2 ** 16;

/**
 * The value of a new response, for all who wait for it. A small one is held as long as someone uses it.
 * A large one is held until this turn of the event loop ends: young objects behind a `WeakRef` survive
 * each minor garbage collection, which takes longer than parsing the text again for a later reader.
 */
export function newlyParsed(text: string, value: object): Held {
  if (text.length < LARGE_CHARACTERS) return new WeakRef(value);
  let held: object | undefined = value;
  setImmediate(() => {
    held = undefined;
  });
  return { deref: () => held };
}

/** The parsed value of a response: the one that is in use, or else what `parse` returns, once for all. */
export function parsedValue(
  response: Answer,
  parse: () => Promise<object>,
): Promise<object> | object {
  const held = response.value.deref();
  if (held !== undefined) return held;
  response.parsing ??= parse()
    .then((value) => {
      response.value = new WeakRef(value);
      return value;
    })
    .finally(() => {
      response.parsing = null;
    });
  return response.parsing;
}

const CHARACTERS_MAX = 64 * 2 ** 20;

/**
 * Request coalescing and an LRU cache: equal reads share one request in progress, and its response
 * while it is fresh. Keys include the credential's cache namespace.
 */
export class SharedResponses {
  readonly #clock: Clock;
  readonly #inProgress = new Map<string, Promise<Answer>>();
  readonly #fresh = new LRUCache<string, Answer>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ text }) => text.length,
    ttlAutopurge: true, // Otherwise stale texts would fill the cache.
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Characters of all cached responses. */
  get size(): number {
    return this.#fresh.calculatedSize;
  }

  /**
   * The shared response under `key`, counted in `usage`, or else a new one from `fetch`. Where `freshForMs`
   * is 0, only requests in progress are shared.
   */
  get(
    key: string,
    usage: Usage,
    freshForMs: number,
    fetch: () => Promise<Answer>,
  ): Promise<Answer> | Answer {
    const fresh = freshForMs > 0 ? this.#cached(key) : undefined;
    const shared = fresh ?? this.#inProgress.get(key);
    if (shared !== undefined) {
      usage.cached += 1;
      upstreamShared.inc({ from: fresh === undefined ? 'request' : 'memory' });
      return shared;
    }
    const started = fetch()
      .then((response) => {
        const ttl = response.expiresAt - this.#clock.monotonic();
        if (freshForMs > 0 && ttl > 0) this.#fresh.set(key, response, { ttl });
        return response;
      })
      .finally(() => this.#inProgress.delete(key));
    this.#inProgress.set(key, started);
    return started;
  }

  #cached(key: string): Answer | undefined {
    const held = this.#fresh.get(key);
    return held !== undefined && held.expiresAt > this.#clock.monotonic() ? held : undefined;
  }
}
