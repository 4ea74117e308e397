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

/**
 * An open event stream in single connection mode, to which a client sends operations. These take turns: in each turn,
 * one of them sends all the results that it has just computed. While the client reads nothing, no operation is started.
 */
export class EventStream<Id = string> implements SseSource {
  readonly opening: Buffer;
  readonly ping: Buffer;
  readonly #shared: StreamDependencies<Id>;
  readonly #onClose: () => void;
  readonly #operations = new Map<Id, StreamedOperation<Id>>();
  /** Operations that may have results, in the order of their turns. */
  readonly #ready = new Set<StreamedOperation<Id>>();
  /** What has had its turn last: those that wake up until `next` is called again come before it. */
  #last: StreamedOperation<Id> | null = null;
  /** Makes the connection call `next`. */
  #wake: () => void = () => {};
  #isWaking = false;
  /** Why it begins nothing more; null while it does. */
  #finishing: EndReason | null = null;
  /** Tells who waits for room that there may be some. */
  #mayHaveRoom: () => void = () => {};

  /** `onClose` is called once, when no operations may be added any more. */
  constructor(shared: StreamDependencies<Id>, onClose: () => void = () => {}) {
    this.opening = shared.format.ping;
    this.ping = shared.format.ping;
    this.#shared = shared;
    this.#onClose = onClose;
  }

  get hasEnded(): boolean {
    return this.#finishing !== null && this.#operations.values().every((one) => one.isSubscription);
  }

  /** Whether one more operation, whose request takes this many bytes, is within the limits. */
  hasRoomFor(account: string, bytes: number): boolean {
    return !this.#isFull && this.#shared.ledger.exceededBy(account, bytes) === null;
  }

  /** Resolves once it is not full; false if no operations may be added any more. For one who adds them one after another. */
  async waitForRoom(): Promise<boolean> {
    while (this.#finishing === null && this.#isFull) {
      await new Promise<void>((resolve) => {
        this.#mayHaveRoom = resolve;
      });
    }
    return this.#finishing === null;
  }

  get #isFull(): boolean {
    return this.#operations.size >= this.#shared.operationsMax;
  }

  /** Adds an operation, for which the caller has checked that there is room. Throws 409 if its id is in use. */
  add(added: OperationToAdd<Id>): void {
    if (this.#operations.has(added.id)) throw idIsTaken();
    const operation = new StreamedOperation(added, this.#shared, () => this.#wakeUp(operation));
    this.#operations.set(operation.id, operation);
    this.#wakeUp(operation);
  }

  /** Ends the operation with this id, if there is one, and sends its `complete` event. */
  endOperation(id: Id): void {
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
      // An operation keeps its turn until its results are sent, so that few hold results at a time.
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
    this.#mayHaveRoom();
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

  /** Without a `complete` event, so that the client of a subscription subscribes again. */
  #end(operation: StreamedOperation<Id>, reason: EndReason): void {
    operation.end(reason);
    this.#remove(operation);
  }

  #remove(operation: StreamedOperation<Id>): void {
    if (this.#operations.get(operation.id) !== operation) return;
    this.#operations.delete(operation.id);
    this.#ready.delete(operation);
    operation.release();
    this.#mayHaveRoom();
  }

  /** Operations that are ready in the same turn of the event loop are written in one go. */
  #wakeUp(operation: StreamedOperation<Id>): void {
    if (this.#operations.get(operation.id) !== operation) return; // It has left the stream.
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
