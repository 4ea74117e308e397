import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { upstreamShared } from '../metrics.ts';
import { type AccountStatus, type Usage, UsageLimitError } from './request-usage.ts';

/**
 * A response from upstream. Only its text is cached: garbage collections would copy thousands of parsed
 * rows that are needed only for a moment. Whoever needs the parsed value shares it with others who need it at
 * the same time.
 */
export interface UpstreamResponse {
  readonly text: string;
  value: ValueRef;
  /** Set while the text is parsed again, once for all who need the value. */
  parsing: Promise<object> | null;
  /** When it goes stale, on the monotonic clock. */
  readonly expiresAt: number;
  readonly accountStatus: AccountStatus;
}

/** A reference to a parsed value; `deref` returns `undefined` once the value is gone. */
type ValueRef = Pick<WeakRef<object>, 'deref'>;

/** The parsed value of a text of this length or more is dropped after its first use. */
const DROPPED_CHARACTERS = 2 ** 16;

/**
 * Refers to the value of a new response, for all who wait for it. A large one is kept until this turn of the
 * event loop ends: most responses are read once, and minor garbage collections copy what a `WeakRef` leads to,
 * as if it were in use. Values that are needed again are parsed again and then kept by a `WeakRef`.
 */
export function newlyParsed(text: string, value: object): ValueRef {
  if (text.length < DROPPED_CHARACTERS) return new WeakRef(value);
  let kept: object | undefined = value;
  setImmediate(() => {
    kept = undefined;
  });
  return { deref: () => kept };
}

/** The parsed value of a response: the one that is in use, or else what `parse` returns, once for all. */
export function parsedValue(
  response: UpstreamResponse,
  parse: () => Promise<object>,
): Promise<object> | object {
  const existing = response.value.deref();
  if (existing !== undefined) return existing;
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

/** Length of all cached texts together. */
const CHARACTERS_MAX = 64 * 2 ** 20;

/**
 * Request coalescing and an LRU cache: equal reads share one request in progress, and its response
 * while it is fresh. Keys begin with the credential's cache namespace and a space.
 */
export class SharedResponses {
  readonly #clock: Clock;
  readonly #inProgress = new Map<string, Promise<UpstreamResponse>>();
  readonly #fresh = new LRUCache<string, UpstreamResponse>({
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
    fetch: () => Promise<UpstreamResponse>,
  ): Promise<UpstreamResponse> | UpstreamResponse {
    const fresh = freshForMs > 0 ? this.#cached(key) : undefined;
    const shared = fresh ?? this.#inProgress.get(key);
    if (shared !== undefined) {
      usage.cached += 1;
      upstreamShared.inc({ from: fresh === undefined ? 'request' : 'memory' });
      return shared instanceof Promise
        ? shared.catch((error) => {
            // The operation that was to send it had no requests left; this one may have some.
            if (!(error instanceof UsageLimitError)) throw error;
            usage.cached -= 1;
            return this.get(key, usage, freshForMs, fetch);
          })
        : shared;
    }
    const started = fetch()
      .then((response) => {
        const ttl = response.expiresAt - this.#clock.monotonic();
        if (freshForMs > 0 && ttl > 0) this.#fresh.set(key, response, { ttl });
        return response;
      })
      .finally(() => {
        if (this.#inProgress.get(key) === started) this.#inProgress.delete(key);
      });
    this.#inProgress.set(key, started);
    return started;
  }

  /** Later reads in a namespace don't share requests now in progress: their responses may be out of date. */
  endSharing(namespace: string): void {
    for (const key of this.#inProgress.keys()) {
      if (key.startsWith(`${namespace} `)) this.#inProgress.delete(key);
    }
  }

  #cached(key: string): UpstreamResponse | undefined {
    const cached = this.#fresh.get(key);
    return cached !== undefined && cached.expiresAt > this.#clock.monotonic() ? cached : undefined;
  }
}
