import type { EndReason } from '../../resolvers/operation-record.ts';
import { HttpError } from '../response/http-error.ts';
import { httpChunk, type SseSource } from './sse-connection.ts';
import {
  type OperationToAdd,
  type StreamDependencies,
  StreamedOperation,
} from './streamed-operation.ts';

/** SSE events are joined up to about this many bytes and written in one go. */
const WRITE_BYTES = 64 * 2 ** 10;

/** The most operations whose last event has not been sent. */
const OPERATIONS_MAX = 500;

/**
 * An open event stream in single connection mode, to which a client sends operations. These take turns: in each turn,
 * one of them sends all the results that it has just computed. While the client reads nothing, no operation is started.
 */
export class EventStream implements SseSource {
  readonly opening: Buffer;
  readonly ping: Buffer;
  readonly #shared: StreamDependencies;
  readonly #onClose: () => void;
  readonly #operations = new Map<StreamedOperation['key'], StreamedOperation>();
  /** Operations that may have results, in the order of their turns. */
  readonly #ready = new Set<StreamedOperation>();
  /** What had the last turn. When `next` is called again, it goes behind those that have woken up in the meantime. */
  #last: StreamedOperation | null = null;
  /** Makes the connection call `next`. */
  #wake: () => void = () => {};
  #isWaking = false;
  /** Why it begins nothing more; null while operations may begin. */
  #finishing: EndReason | null = null;

  /** `onClose` is called once, when no operations may be added any more. */
  constructor(shared: StreamDependencies, onClose: () => void) {
    this.opening = shared.ping;
    this.ping = shared.ping;
    this.#shared = shared;
    this.#onClose = onClose;
  }

  /** A stream that finishes waits for its queries and mutations, not for its subscriptions. */
  get hasEnded(): boolean {
    return this.#finishing !== null && this.#operations.values().every((one) => one.isSubscription);
  }

  /** Whether one more operation, whose request takes this many bytes, is within the limits. */
  hasRoomFor(account: string, bytes: number): boolean {
    const { ledger } = this.#shared;
    return this.#operations.size < OPERATIONS_MAX && ledger.exceededBy(account, bytes) === null;
  }

  /** Adds an operation, for which the caller has checked that there is room. Throws 409 if its id is in use. */
  add(added: OperationToAdd): void {
    if (added.id !== null && this.#operations.has(added.id)) throw idIsTaken();
    const operation = new StreamedOperation(added, this.#shared, () => this.#wakeUp(operation));
    this.#operations.set(operation.key, operation);
    this.#wakeUp(operation);
  }

  /** Ends the operation with this id, if there is one, and sends its last event. */
  endOperation(id: string | number): void {
    const operation = this.#operations.get(id);
    if (operation === undefined) return;
    operation.end('client');
    this.#wakeUp(operation);
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  next(): Buffer | null {
    if (this.#last !== null && this.#ready.delete(this.#last)) this.#ready.add(this.#last);
    this.#last = null;
    const parts: Buffer[] = [];
    let size = 0;
    while (size < WRITE_BYTES) {
      const [operation] = this.#ready;
      if (operation === undefined) break;
      const event = operation.next();
      parts.push(...event);
      for (const { length } of event) size += length;
      // It stays first in line until all its results are sent, so that few operations hold results at a time.
      if (operation.hasResults) {
        this.#last = null;
        continue;
      }
      this.#ready.delete(operation);
      if (operation.isComplete) this.#remove(operation);
      else if (event.length > 0) {
        this.#ready.add(operation);
        this.#last = operation;
      }
    }
    return parts.length === 0 ? null : httpChunk(parts);
  }

  finish(reason: EndReason): void {
    if (this.#finishing !== null) return;
    this.#finishing = reason;
    this.#onClose();
    for (const operation of this.#operations.values()) {
      if (operation.isSubscription && operation.isBeginning) this.#end(operation, reason);
    }
  }

  close(reason: EndReason): void {
    this.finish(reason);
    for (const operation of this.#operations.values()) {
      this.#end(operation, this.#finishing ?? reason);
    }
  }

  /** Without a last event, so that the client of a subscription subscribes again. */
  #end(operation: StreamedOperation, reason: EndReason): void {
    operation.end(reason);
    this.#remove(operation);
  }

  #remove(operation: StreamedOperation): void {
    if (this.#operations.get(operation.key) !== operation) return;
    this.#operations.delete(operation.key);
    this.#ready.delete(operation);
    operation.release();
  }

  /** Operations that are ready in the same turn of the event loop are written in one go. */
  #wakeUp(operation: StreamedOperation): void {
    if (this.#operations.get(operation.key) !== operation) return; // It has left the stream.
    this.#ready.add(operation);
    if (this.#isWaking) return;
    this.#isWaking = true;
    queueMicrotask(() => {
      this.#isWaking = false;
      this.#wake();
    });
  }
}

function idIsTaken(): HttpError {
  return HttpError.of(409, 'BAD_USER_INPUT', 'This stream already has an operation with this id.');
}
