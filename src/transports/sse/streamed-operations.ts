import type { EndReason } from '../../resolvers/operation-record.ts';
import type { OperationParams } from './single-connection-request.ts';
import type { SseSource } from './sse-connection.ts';
import type { StreamQuota } from './stream-quota.ts';
import { type OperationToAdd, StreamedOperation } from './streamed-operation.ts';
import type { TransferCoding } from './transfer-coding.ts';

/** SSE events are joined up to about this many bytes and written in one go. */
const WRITE_BYTES = 64 * 2 ** 10;

/** Limits of one stream: operations whose `complete` event has not been sent, and bytes of their requests. */
const OPERATIONS_MAX = 500;
const BYTES_MAX = 4 * 2 ** 20;

/** What a replica needs to take over a stream that is not open yet, so that no operation has started. */
interface HandedOver {
  /** The requests of operations that have not ended. */
  readonly operations: OperationParams[];
  /** The ids of operations that have ended and whose `complete` event has not been sent. */
  readonly endedIds: string[];
}

/**
 * The operations of one event stream in single connection mode (many operations on one SSE connection). They
 * take turns: in each turn, one operation sends all the results that it has just computed. While the client
 * reads nothing, or the stream is not open yet, no operation is started.
 */
export class StreamedOperations implements SseSource {
  readonly #operations = new Map<string, StreamedOperation>();
  /** Operations that may have results, in the order of their turns. */
  readonly #ready = new Set<StreamedOperation>();
  /** What all streams of the account use together. */
  readonly #quota: StreamQuota;
  readonly #onClose: () => void;
  /** Bytes of all requests. */
  #bytes = 0;
  /** Makes the connection call `next`. */
  #wake: () => void = () => {};
  #isWaking = false;
  #isClosed = false;
  /** A stream never ends by itself, only with its connection. */
  readonly hasEnded = false;

  constructor(quota: StreamQuota, onClose: () => void) {
    this.#quota = quota;
    this.#onClose = onClose;
  }

  /** Whether one more operation, whose request takes this many bytes, is within the limits. */
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

  /** Adds an operation. The caller has checked the limits, and that the id is not in use. */
  add(added: OperationToAdd): void {
    const operation = new StreamedOperation(
      added,
      () => this.#wakeUp(operation),
      (bytes) => this.#hold(operation, bytes),
    );
    this.#operations.set(operation.id, operation);
    this.#count(operation.bytes);
    this.#wakeUp(operation);
  }

  /** Closes a stream that is not open yet, without ending its operations: another replica starts them. */
  handOver(): HandedOver {
    const operations = [...this.#operations.values()];
    for (const operation of operations) this.#remove(operation);
    this.close('client');
    const waiting = operations.filter(({ isWaiting }) => isWaiting);
    return {
      operations: waiting.map(({ request }) => request).filter((request) => request !== null),
      endedIds: operations.filter(({ isEnding }) => isEnding).map(({ id }) => id),
    };
  }

  /** Ends the operation with this id, if there is one, and sends its `complete` event. */
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
      const event = operation.next() ?? [];
      parts.push(...event);
      size += event.reduce((sum, part) => sum + part.length, 0);
      // An operation keeps its turn until its results are sent, so only one at a time holds
      // results.
      if (operation.hasResults) continue;
      this.#ready.delete(operation);
      if (operation.isComplete) this.#remove(operation);
      else if (event.length > 0) this.#ready.add(operation);
    }
    return parts.length === 0 ? null : coding.encode(parts);
  }

  close(reason: EndReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const operation of this.#operations.values()) {
      operation.end(reason);
      this.#remove(operation);
    }
    this.#ready.clear();
    this.#onClose();
  }

  #remove({ id, bytes, resultBytes }: StreamedOperation): void {
    if (!this.#operations.delete(id)) return;
    this.#count(-bytes);
    this.#quota.addResult(-resultBytes);
  }

  /** Counts an operation's result until the operation is removed. False if it exceeds the quota. */
  #hold(operation: StreamedOperation, bytes: number): boolean {
    if (!this.#quota.hasRoomForResult(bytes)) return false;
    operation.resultBytes = bytes;
    this.#quota.addResult(bytes);
    return true;
  }

  /** Counts the bytes of a request: negative when the operation is removed. */
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
