import { createHash } from 'node:crypto';
import type { AccountStatus } from '../../upstream/request-usage.ts';
import { CompressedData, type ContentCoding } from './compressed-data.ts';
import { dataResponseBytes, type EncodedData, type ResponseParts } from './encoded-data.ts';

interface CachedResponseOptions {
  /** The key under which the response cache holds it. */
  readonly key: string;
  readonly data: EncodedData;
  /** In milliseconds on the monotonic clock. */
  readonly expiresAt: number;
  /** What upstream reported about the account, such as its rate limit. */
  readonly accountStatus: AccountStatus;
  /** How many upstream responses it is made of. */
  readonly reads: number;
  /** Called when it takes more memory than before. */
  readonly onGrowth: () => void;
}

const cachedResponses = new WeakMap<object, CachedResponse>();

/** The response in the cache that a result comes from or has become; null if it is not cached. */
export function cachedResponseOf({ data }: ResponseParts): CachedResponse | null {
  const isObject = typeof data === 'object' && data !== null;
  return (isObject && cachedResponses.get(data)) || null;
}

/** A response of a query without errors, encoded once, and compressed once for each coding. */
export class CachedResponse {
  readonly key: string;
  readonly expiresAt: number;
  readonly accountStatus: AccountStatus;
  readonly reads: number;
  readonly #data: EncodedData;
  readonly #onGrowth: () => void;
  readonly #compressed = new Map<ContentCoding, CompressedData>();
  readonly #pending = new Map<ContentCoding, Promise<CompressedData | null>>();
  #hash: string | null = null;

  constructor({ key, data, expiresAt, accountStatus, reads, onGrowth }: CachedResponseOptions) {
    this.key = key;
    this.expiresAt = expiresAt;
    this.accountStatus = accountStatus;
    this.reads = reads;
    this.#data = data;
    this.#onGrowth = onGrowth;
  }

  /** An empty object to put into a result in place of the data. `cachedResponseOf` finds this response by it. */
  placeholder(): Record<string, never> {
    const placeholder = this.#data.placeholder();
    cachedResponses.set(placeholder, this);
    return placeholder;
  }

  /** The response in UTF-8, in parts. Only the last part depends on `extensions`. */
  body(extensions: unknown): readonly Buffer[] {
    return dataResponseBytes(this.#data, extensions);
  }

  /** Bytes of the data, encoded and in each compressed form, roughly. */
  get bytes(): number {
    return this.#compressed.values().reduce((sum, { length }) => sum + length, this.#data.length);
  }

  /** Identifies the data: equal data has the same hash, whenever and wherever it was read. */
  get hash(): string {
    this.#hash ??= hashOf(this.#data.bytes);
    return this.#hash;
  }

  /** All but the last part of the body, compressed once for all callers; null if too many compressions wait. */
  compressed(coding: ContentCoding): CompressedData | Promise<CompressedData | null> {
    return this.#compressed.get(coding) ?? this.#pending.get(coding) ?? this.#compress(coding);
  }

  #compress(coding: ContentCoding): Promise<CompressedData | null> {
    const pending = CompressedData.of(this.body(null).slice(0, -1), coding)
      .then((compressed) => {
        if (compressed === null) return null;
        this.#compressed.set(coding, compressed);
        this.#onGrowth();
        return compressed;
      })
      .finally(() => this.#pending.delete(coding));
    this.#pending.set(coding, pending);
    return pending;
  }
}

function hashOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}
