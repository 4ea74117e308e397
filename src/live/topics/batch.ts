import type { ChangeSpan } from '../../tracing/tracing.ts';

/** A version of the board as one topic counts it. */
export interface TopicVersion {
  /** The version of the board. */
  readonly version: number;
  /**
   * How many changes concerned the topic up to this version; null if unknown. It shows how many were
   * conflated: replaced by newer ones before they were sent.
   */
  readonly count: number | null;
}

/** What the changes of a batch come from, as far as it is known. */
export interface ChangeOrigin {
  /** The traced changes in a batch, on its first chunk only; null if there are none. */
  readonly causes: readonly ChangeSpan[] | null;
  /**
   * When the oldest frame came that its changes are from, on the monotonic clock; null for what is not
   * sent as soon as possible: snapshots, statuses and throttled updates.
   */
  readonly arrivedAt: number | null;
}

const UNKNOWN_ORIGIN: ChangeOrigin = { causes: null, arrivedAt: null };

/** What a subscriber reads at a time. Subscribers at the same version share it. */
export interface Chunk<Payload> extends ChangeOrigin {
  /** The number of payloads. */
  readonly size: number;
  readonly payloads: readonly Payload[];
  /** The encoded results, by encoding and operation. Each is made once, and shared. */
  readonly encodings: Map<string, unknown>;
}

/** All changes between two versions, or a snapshot, in chunks. */
export interface Batch<Payload> {
  readonly kind: 'batch';
  readonly chunks: readonly Chunk<Payload>[];
  /** How many board entries it contains. */
  readonly rows: number;
  readonly to: TopicVersion;
}

/**
 * What comes after a version. A snapshot is needed if the board has forgotten changes since then.
 */
export type NextBatch<Payload> =
  | Batch<Payload>
  | { readonly kind: 'up-to-date' }
  | { readonly kind: 'needs-snapshot' };

/** Payloads that are made when they are read. Until then, only their rows take memory. */
export interface LazyPayloads<Payload> {
  readonly count: number;
  readonly at: (index: number) => Payload;
}

/** About how many rows, and at most how many payloads, are executed and encoded at a time. */
const CHUNK_ROWS = 500;
const CHUNK_PAYLOADS_MAX = 500;

export function chunkOf<Payload>(payloads: readonly Payload[]): Chunk<Payload> {
  return { size: payloads.length, payloads, encodings: new Map(), causes: null, arrivedAt: null };
}

/** Wraps payloads that already exist. */
export function payloadsOf<Payload>(payloads: readonly Payload[]): LazyPayloads<Payload> {
  return { count: payloads.length, at: (index) => payloads[index] as Payload };
}

/** Divides payloads, which contain `rows` rows in all, into chunks. `causes`: the traced changes in them. */
export function batchOf<Payload>(
  payloads: LazyPayloads<Payload>,
  rows: number,
  to: TopicVersion,
  { causes, arrivedAt }: ChangeOrigin = UNKNOWN_ORIGIN,
): Batch<Payload> {
  const { count } = payloads;
  const fitting = Math.floor((CHUNK_ROWS * count) / Math.max(1, rows));
  const size = Math.min(CHUNK_PAYLOADS_MAX, Math.max(1, fitting));
  const chunks: Chunk<Payload>[] = [];
  for (let i = 0; i < count; i += size) {
    const traced = i === 0 && causes !== null && causes.length > 0 ? causes : null;
    const origin = { causes: traced, arrivedAt };
    chunks.push(new LazyChunk(payloads, i, Math.min(size, count - i), origin));
  }
  return { kind: 'batch', chunks, rows, to };
}

class LazyChunk<Payload> implements Chunk<Payload> {
  readonly encodings = new Map<string, unknown>();
  readonly size: number;
  readonly causes: readonly ChangeSpan[] | null;
  readonly arrivedAt: number | null;
  readonly #payloads: LazyPayloads<Payload>;
  readonly #first: number;

  constructor(
    payloads: LazyPayloads<Payload>,
    first: number,
    size: number,
    { causes, arrivedAt }: ChangeOrigin,
  ) {
    this.#payloads = payloads;
    this.#first = first;
    this.size = size;
    this.causes = causes;
    this.arrivedAt = arrivedAt;
  }

  get payloads(): readonly Payload[] {
    return Array.from({ length: this.size }, (_, i) => this.#payloads.at(this.#first + i));
  }
}
