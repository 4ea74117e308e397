import type { ChangeSpan } from '../../observability/tracing/tracing.ts';

/** A version of the board, as one topic sees it. */
export interface TopicVersion {
  readonly version: number;
  /**
   * How many changes matched the topic's filter up to this version; null if unknown. It shows how many
   * changes were conflated: replaced by newer ones before they were sent.
   */
  readonly count: number | null;
}

/** The upstream events that the changes of a batch come from, as far as they are known. */
interface ChangeOrigin {
  /** The tracing spans of a batch's changes, on its first chunk only; null if no change is traced. */
  readonly changeSpans: readonly ChangeSpan[] | null;
  /**
   * When the oldest of these events was received, on the monotonic clock. It tells how old prices are when
   * they are sent. Null for what is not sent as soon as possible: snapshots, statuses of the stream, throttled
   * updates, and what a client missed before it resumed.
   */
  readonly arrivedAt: number | null;
}

const UNKNOWN_ORIGIN: ChangeOrigin = { changeSpans: null, arrivedAt: null };

/** All changes between two versions of the board, or a snapshot, in chunks. */
export interface Batch<Payload> {
  readonly chunks: readonly Chunk<Payload>[];
  /** How many rows it contains. */
  readonly rows: number;
  /** The version that a subscriber has after it. */
  readonly to: TopicVersion;
}

/** Payloads that are computed when they are read. Until then, only the rows for them take memory. */
export interface LazyPayloads<Payload> {
  readonly count: number;
  readonly at: (index: number) => Payload;
}

/** About how many rows, and at most how many payloads, are executed and encoded at a time. */
const CHUNK_ROWS = 500;
const CHUNK_PAYLOADS_MAX = 500;

/** A part of a batch: what a subscriber reads at a time. Subscribers at the same version share it. */
export class Chunk<Payload> implements ChangeOrigin {
  /** The encoded results, by encoding, operation and account. Subscribers share them. */
  readonly encodings = new Map<string, unknown>();
  /** The number of payloads. */
  readonly size: number;
  readonly changeSpans: readonly ChangeSpan[] | null;
  readonly arrivedAt: number | null;
  readonly #payloads: LazyPayloads<Payload>;
  readonly #first: number;

  constructor(
    payloads: LazyPayloads<Payload>,
    first = 0,
    size = payloads.count,
    { changeSpans, arrivedAt } = UNKNOWN_ORIGIN,
  ) {
    this.#payloads = payloads;
    this.#first = first;
    this.size = size;
    this.changeSpans = changeSpans;
    this.arrivedAt = arrivedAt;
  }

  /** The value of the subscription field in each event, computed anew each time. */
  get payloads(): readonly Payload[] {
    return Array.from({ length: this.size }, (_, i) => this.#payloads.at(this.#first + i));
  }
}

/** Makes a chunk of payloads that already exist. */
export function chunkOf<Payload>(payloads: readonly Payload[]): Chunk<Payload> {
  return new Chunk(payloadsOf(payloads));
}

/** `LazyPayloads` of payloads that already exist. */
export function payloadsOf<Payload>(payloads: readonly Payload[]): LazyPayloads<Payload> {
  return { count: payloads.length, at: (index) => payloads[index] as Payload };
}

/** Divides payloads, which contain `rows` rows in all, into chunks. `to`: the version after them. */
export function batchOf<Payload>(
  payloads: LazyPayloads<Payload>,
  rows: number,
  to: TopicVersion,
  { changeSpans, arrivedAt } = UNKNOWN_ORIGIN,
): Batch<Payload> {
  const { count } = payloads;
  const payloadsPerChunk = Math.floor((CHUNK_ROWS * count) / Math.max(1, rows));
  const size = Math.min(CHUNK_PAYLOADS_MAX, Math.max(1, payloadsPerChunk));
  const chunks: Chunk<Payload>[] = [];
  for (let i = 0; i < count; i += size) {
    const spans = i === 0 && changeSpans !== null && changeSpans.length > 0 ? changeSpans : null;
    const origin = { changeSpans: spans, arrivedAt };
    chunks.push(new Chunk(payloads, i, Math.min(size, count - i), origin));
  }
  return { chunks, rows, to };
}
