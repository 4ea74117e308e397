import { createHash } from 'node:crypto';
import type { OperationContext } from '../../resolvers/context.ts';
import type { NameHint } from '../../resolvers/names/name-hints.ts';
import type { OperationTitle } from '../../resolvers/operation-record.ts';
import { type CompressedData, type ContentCoding, compress } from './compressed-data.ts';
import { dataResponseBytes, type EncodedData } from './encoded-data.ts';

/** A response of a query without errors, encoded once, and compressed once for each coding. */
export class CachedResponse {
  /** What the operation is called in the log and in metrics. */
  readonly title: OperationTitle;
  readonly expiresAt: number;
  /** When the oldest of what it is made of came from upstream, on the monotonic clock. */
  readonly currentAt: number;
  /** How many upstream responses it is made of. */
  readonly reads: number;
  /** The names in its filters that don't exist. */
  readonly nameHints: readonly NameHint[];
  /** Called when it takes more memory than before. */
  onGrowth: () => void = () => {};
  readonly #data: EncodedData;
  readonly #compressed = new Map<ContentCoding, CompressedData>();
  readonly #pending = new Map<ContentCoding, Promise<CompressedData | null>>();
  #hash: string | null = null;

  /** `expiresAt` is in milliseconds on the monotonic clock; `context` is that of the operation that was executed. */
  constructor(data: EncodedData, expiresAt: number, { record, usage, names }: OperationContext) {
    this.#data = data;
    this.expiresAt = expiresAt;
    this.currentAt = usage.currentAt;
    this.title = record.title;
    this.reads = usage.calls + usage.cached;
    this.nameHints = names.list();
  }

  /** The response in UTF-8, in parts. Only the last part depends on `extensions`. */
  body(extensions: unknown): readonly Buffer[] {
    return dataResponseBytes(this.#data, extensions);
  }

  /** Bytes of the data, encoded and in each compressed form, roughly. */
  get bytes(): number {
    const forms = this.#compressed.values();
    return forms.reduce((sum, { start }) => sum + start.length, this.#data.length);
  }

  /** Identifies the data: equal data has the same hash, whenever and wherever it was read. */
  get hash(): string {
    this.#hash ??= hashOf(this.#data.bytes);
    return this.#hash;
  }

  /** All but the last part of the body, compressed once for all callers; null if too many compressions wait. */
  compressed(coding: ContentCoding): CompressedData | Promise<CompressedData | null> {
    const known = this.#compressed.get(coding) ?? this.#pending.get(coding);
    if (known !== undefined) return known;
    const pending = this.#compress(coding);
    this.#pending.set(coding, pending);
    return pending;
  }

  async #compress(coding: ContentCoding): Promise<CompressedData | null> {
    const pending = compress(this.body(null).slice(0, -1), coding);
    const compressed = await pending.finally(() => this.#pending.delete(coding));
    if (compressed !== null) {
      this.#compressed.set(coding, compressed);
      this.onGrowth();
    }
    return compressed;
  }
}

function hashOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}
