/** How far a subscriber has read. */
export interface TopicVersion {
  /** The board's version that was read last. */
  readonly version: number;
  /** Changes of this topic up to that version, to count the conflated ones; null if unknown. */
  readonly count: number | null;
}

/** What a subscriber reads at a time. Subscribers at the same version share the same chunk. */
export interface Chunk<Payload> {
  readonly payloads: readonly Payload[];
  /** Encodings of it, by transport and document: made once, used by everyone. */
  readonly encodings: Map<string, unknown>;
}

/** Everything between two versions, in chunks. */
export interface Batch<Payload> {
  readonly chunks: readonly Chunk<Payload>[];
  /** Board entries that it shows. */
  readonly rows: number;
  readonly to: TopicVersion;
}

/** Payloads that are made when they are read. Until then only their rows are held. */
export interface LazyPayloads<Payload> {
  readonly count: number;
  readonly at: (index: number) => Payload;
}

/** About how many rows, and at most how many payloads, are executed and encoded at a time. */
const CHUNK_ROWS = 500;
const CHUNK_PAYLOADS_MAX = 500;

export function chunkOf<Payload>(payloads: readonly Payload[]): Chunk<Payload> {
  return { payloads, encodings: new Map() };
}

/** Payloads that exist already. */
export function payloadsOf<Payload>(payloads: readonly Payload[]): LazyPayloads<Payload> {
  return { count: payloads.length, at: (index) => payloads[index] as Payload };
}

/** Divides payloads, which show `rows` rows in all, into chunks. */
export function batchOf<Payload>(
  parts: LazyPayloads<Payload>,
  rows: number,
  to: TopicVersion,
): Batch<Payload> {
  const { count } = parts;
  const fitting = Math.floor((CHUNK_ROWS * count) / Math.max(1, rows));
  const size = Math.min(CHUNK_PAYLOADS_MAX, Math.max(1, fitting));
  const chunks: Chunk<Payload>[] = [];
  for (let i = 0; i < count; i += size) {
    chunks.push(new LazyChunk(parts, i, Math.min(size, count - i)));
  }
  return { chunks, rows, to };
}

class LazyChunk<Payload> implements Chunk<Payload> {
  readonly encodings = new Map<string, unknown>();
  readonly #parts: LazyPayloads<Payload>;
  readonly #first: number;
  readonly #length: number;

  constructor(parts: LazyPayloads<Payload>, first: number, length: number) {
    this.#parts = parts;
    this.#first = first;
    this.#length = length;
  }

  get payloads(): readonly Payload[] {
    return Array.from({ length: this.#length }, (_, i) => this.#parts.at(this.#first + i));
  }
}
