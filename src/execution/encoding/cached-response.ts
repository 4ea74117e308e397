import { createHash } from 'node:crypto';
import type { OperationContext } from '../../resolvers/context.ts';
import type { NameHint } from '../../resolvers/names/name-hints.ts';
import type { OperationTitle } from '../../resolvers/operation-record.ts';
import { type CompressedData, compress } from './compressed-data.ts';
import { type BodyPart, DATA_HEAD, dataTail, type EncodedData } from './encoded-data.ts';

/** A response of a query without errors, encoded once, and compressed once. */
export class CachedResponse {
  /** What the operation is called in the log and in metrics. */
  readonly title: OperationTitle;
  readonly expiresAt: number;
  /** When the oldest of what it is made of came from upstream, on the monotonic clock. */
  readonly currentAt: number;
  /** How many upstream requests and shared reads it took. A repeated request reports them as `cached`. */
  readonly reads: number;
  /** The names in its filters that don't exist. */
  readonly nameHints: readonly NameHint[];
  /** Called when it takes more memory than before. */
  onGrowth: () => void = () => {};
  readonly #data: EncodedData;
  #compressed: CompressedData | null = null;
  #pending: Promise<CompressedData | null> | null = null;
  #hash: string | null = null;

  /** `expiresAt` is in milliseconds on the monotonic clock; `context` is that of the operation that was executed. */
  constructor(data: EncodedData, expiresAt: number, context: OperationContext) {
    const { record, usage, nameHints } = context;
    this.#data = data;
    this.expiresAt = expiresAt;
    this.currentAt = usage.currentAt;
    this.title = record.title;
    this.reads = usage.calls + usage.cached;
    this.nameHints = nameHints.found;
  }

  /** The response in JSON, in parts. Only the last part depends on `extensions`. */
  body(extensions: unknown): readonly BodyPart[] {
    return [DATA_HEAD, ...this.#data.toSend(), dataTail(extensions)];
  }

  /** Bytes of the data, encoded and compressed, roughly. */
  get bytes(): number {
    return this.#data.length + (this.#compressed?.start.length ?? 0);
  }

  /** Identifies the data: equal data has the same hash, whenever and wherever it was read. */
  get hash(): string {
    this.#hash ??= hashOf(this.#data.bytes);
    return this.#hash;
  }

  /** All but the last part of the body, compressed once for all callers; null if too many compressions wait. */
  compressed(): CompressedData | Promise<CompressedData | null> {
    if (this.#compressed !== null) return this.#compressed;
    this.#pending ??= this.#compress().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async #compress(): Promise<CompressedData | null> {
    this.#compressed = await compress([Buffer.from(DATA_HEAD), ...this.#data.bytes]);
    if (this.#compressed !== null) this.onGrowth();
    return this.#compressed;
  }
}

function hashOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}
