import type { EndReason } from '../../resolvers/operation-record.ts';
import type { OperationParams } from './single-connection-request.ts';
import type { SseSource } from './sse-connection.ts';
import type { StreamQuota } from './stream-quota.ts';
import { type Start, StreamedOperation } from './streamed-operation.ts';
import type { TransferCoding } from './transfer-coding.ts';

/** Frames are joined up to about this size and written in one go. */
const WRITE_BYTES = 64 * 2 ** 10;

/** Operations whose completion has not been sent, and bytes of their requests. */
const OPERATIONS_MAX = 500;
const BYTES_MAX = 4 * 2 ** 20;

/**
 * The operations of one stream in single connection mode. They take turns: in each, one operation sends all
 * the results that it has just read. While the client accepts nothing, or the stream is not open yet, none
 * of them runs.
 */
export class StreamedOperations implements SseSource {
  readonly #operations = new Map<string, StreamedOperation>();
  /** Operations that may have results, in the order of their turns. */
  readonly #ready = new Set<StreamedOperation>();
  readonly #quota: StreamQuota;
  readonly #onClose: () => void;
  #bytes = 0;
  #wake: () => void = () => {};
  #isWaking = false;
  #isClosed = false;
  /** Only its connection ends it. */
  readonly hasEnded = false;

  constructor(quota: StreamQuota, onClose: () => void) {
    this.#quota = quota;
    this.#onClose = onClose;
  }

  /** Whether one more operation, which holds this many bytes, is within the bounds. */
  hasRoomFor(bytes: number): boolean {
    return (
      this.#operations.size < OPERATIONS_MAX &&
      this.#bytes + bytes <= BYTES_MAX &&
      this.#quota.hasRoomFor(bytes)
    );
  }

  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** What was sent for operations that have neither started nor ended, as far as it was kept. */
  get waitingRequests(): OperationParams[] {
    const waiting = this.#operations.values().filter(({ isWaiting }) => isWaiting);
    return Array.from(waiting, ({ request }) => request).filter((request) => request !== null);
  }

  /** The ids of operations that have ended and whose completion has not been sent. */
  get endedIds(): string[] {
    return Array.from(
      this.#operations.values().filter(({ hasEnded }) => hasEnded),
      ({ id }) => id,
    );
  }

  /**
   * Adds an operation. The caller has checked that there is room and that the id is free. `request` is
   * kept where another replica may have to start the operation.
   */
  add(id: string, bytes: number, start: Start, request: OperationParams | null = null): void {
    const added = { id, bytes, start, request };
    const operation = new StreamedOperation(added, () => this.#wakeUp(operation));
    this.#operations.set(id, operation);
    this.#count(bytes);
    this.#wakeUp(operation);
  }

  /** Ends the operation with this id, if there is one, and sends its completion. */
  end(id: string): void {
    const operation = this.#operations.get(id);
    if (operation === undefined) return;
    operation.end('client');
    this.#wakeUp(operation);
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  next(coding: TransferCoding): Buffer | null {
    const parts: Buffer[] = [];
    let size = 0;
    while (size < WRITE_BYTES) {
      const [operation] = this.#ready;
      if (operation === undefined) break;
      const frame = operation.next() ?? [];
      parts.push(...frame);
      size += frame.reduce((sum, part) => sum + part.length, 0);
      // An operation keeps its turn until its results are sent, so only one at a time holds
      // results.
      if (operation.hasResults) continue;
      this.#ready.delete(operation);
      if (operation.isComplete) this.#remove(operation);
      else if (frame.length > 0) this.#ready.add(operation);
    }
    return parts.length === 0 ? null : coding.encode(parts);
  }

  close(reason: EndReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const operation of this.#operations.values()) operation.end(reason);
    this.#operations.clear();
    this.#ready.clear();
    this.#count(-this.#bytes);
    this.#onClose();
  }

  #remove({ id, bytes }: StreamedOperation): void {
    if (this.#operations.delete(id)) this.#count(-bytes);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#quota.add(bytes);
  }

  /** Operations that are ready in the same turn of the event loop are written in one go. */
  #wakeUp(operation: StreamedOperation): void {
    if (this.#isClosed) return;
    this.#ready.add(operation);
    if (this.#isWaking) return;
    this.#isWaking = true;
    queueMicrotask(() => {
      this.#isWaking = false;
      this.#wake();
    });
  }
}
