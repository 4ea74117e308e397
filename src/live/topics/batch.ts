/** A place in a topic's stream of changes. */
export interface TopicVersion {
  /** The board's number of the last change that was taken. */
  readonly version: number;
  /** Changes of this topic up to there, by which overtaken ones are counted; null where not known. */
  readonly count: number | null;
}

/** What a subscriber takes at a time. The same chunk goes to every subscriber who stands at the same place. */
export interface Chunk<Payload> {
  readonly payloads: readonly Payload[];
  /** What those who deliver it made of it, by how they ask: made once, used by all. */
  readonly encodings: Map<string, unknown>;
}

/** Chunks that lead to a place, one after the other. */
export interface Batch<Payload> {
  readonly chunks: readonly Chunk<Payload>[];
  /** Things of the board that it shows. */
  readonly rows: number;
  readonly to: TopicVersion;
}

/** Payloads one after the other, each made when it is read: until then its rows alone are held. */
export interface LazyPayloads<Payload> {
  readonly count: number;
  readonly at: (index: number) => Payload;
}

/** Rows of one chunk, about, and payloads: what is executed, loaded for and encoded at a time. */
const CHUNK_ROWS = 500;
const CHUNK_PAYLOADS_MAX = 500;

export function chunkOf<Payload>(payloads: readonly Payload[]): Chunk<Payload> {
  return { payloads, encodings: new Map() };
}

/** Payloads that are ready. */
export function payloadsOf<Payload>(payloads: readonly Payload[]): LazyPayloads<Payload> {
  return { count: payloads.length, at: (index) => payloads[index] as Payload };
}

/** Puts parts, which show so many rows in all, into chunks. */
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
