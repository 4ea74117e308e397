import type { Identity } from '../../access/identity.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { ByteQuota } from './byte-quota.ts';
import { httpChunk } from './http-chunk.ts';
import type { OperationParams } from './single-connection-request.ts';
import { PING, type SseSource } from './sse-connection.ts';
import { type OperationToAdd, StreamedOperation } from './streamed-operation.ts';

/** A reserved stream that is not opened within this time is closed. */
export const RESERVATION_MS = 60_000;

/** SSE events are joined up to about this many bytes and written in one go. */
const WRITE_BYTES = 64 * 2 ** 10;

/** Limits of one stream: operations whose `complete` event has not been sent, and bytes of their requests. */
const OPERATIONS_MAX = 500;
const BYTES_MAX = 4 * 2 ** 20;

/** What the streams of one account take in memory. */
export interface StreamQuotas {
  /** Requests of operations that have not ended. */
  readonly requests: ByteQuota;
  /** Results of queries and mutations that have not been sent. */
  readonly results: ByteQuota;
}

export interface EventStreamOptions {
  readonly token: string;
  /** Identifies who may use the stream. */
  readonly owner: string;
  /** Who has reserved it. */
  readonly identity: Identity;
  /** Whether upstream accepts the API key that the owner has sent, or the operator's key for a viewer. */
  readonly isAcceptedKey: boolean;
  readonly quotas: StreamQuotas;
  readonly clock: Clock;
  /** Called once when it is closed. */
  readonly onClose: () => void;
}

/** What a replica needs to take over a stream that is not open yet, so that no operation has started. */
export interface HandedOver {
  readonly operations: readonly OperationParams[];
  /** The ids of those that have ended and whose `complete` event has not been sent. */
  readonly endedIds: readonly string[];
}

/**
 * An event stream in single connection mode, which a client reserves, opens once, and sends operations to. The
 * operations take turns: in each turn, one of them sends all the results that it has just computed. While the
 * client reads nothing, or the stream is not open yet, no operation is started.
 */
export class EventStream implements SseSource {
  readonly opening = PING;
  readonly ping = PING;
  readonly token: string;
  readonly owner: string;
  readonly #options: EventStreamOptions;
  readonly #expiry: Timer;
  #identity: Identity;
  #isOpen = false;
  readonly #operations = new Map<string, StreamedOperation>();
  /** Operations that may have results, in the order of their turns. */
  readonly #ready = new Set<StreamedOperation>();
  /** Bytes of all requests. */
  readonly #requests: ByteQuota;
  /** Makes the connection call `next`. */
  #wake: () => void = () => {};
  #isWaking = false;
  #isClosed = false;
  /** A stream never ends by itself, only with its connection. */
  readonly hasEnded = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.token = options.token;
    this.owner = options.owner;
    this.#identity = options.identity;
    this.#requests = new ByteQuota(BYTES_MAX, options.quotas.requests);
    // The reason is `client`: it has not opened the stream in time.
    this.#expiry = options.clock.after(RESERVATION_MS, () => this.close('client'));
  }

  /** Who has opened it; before that, who has reserved it. */
  get identity(): Identity {
    return this.#identity;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Whether operations may be added. Before the stream is open they only take memory, and the client may
   * never open it, so upstream must have accepted the key.
   */
  get acceptsOperations(): boolean {
    return this.#isOpen || this.#options.isAcceptedKey;
  }

  /** Opens the stream. It then exists as long as its connection. */
  open(identity: Identity): void {
    this.#identity = identity;
    this.#isOpen = true;
    this.#expiry.cancel();
  }

  /** Whether one more operation, whose request takes this many bytes, is within the limits. */
  hasRoomFor(bytes: number): boolean {
    return this.#operations.size < OPERATIONS_MAX && this.#requests.hasRoomFor(bytes);
  }

  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** Adds an operation. The caller has checked the limits, and that the id is not in use. */
  add(added: OperationToAdd): void {
    const { results } = this.#options.quotas;
    const operation = new StreamedOperation(added, results, () => this.#wakeUp(operation));
    this.#operations.set(operation.id, operation);
    this.#requests.add(added.bytes);
    this.#wakeUp(operation);
  }

  /** Closes a stream that is not open yet, without ending its operations: another replica starts them. */
  handOver(): HandedOver {
    const operations = [...this.#operations.values()];
    for (const operation of operations) this.#remove(operation);
    this.close('client');
    const ended = operations.filter(({ isWaiting }) => !isWaiting);
    return {
      operations: operations.map(({ added }) => added.params),
      endedIds: ended.map(({ id }) => id),
    };
  }

  /** Ends the operation with this id, if there is one, and sends its `complete` event. */
  endOperation(id: string): void {
    const operation = this.#operations.get(id);
    if (operation === undefined) return;
    operation.end('client');
    this.#wakeUp(operation);
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  next(): Buffer | null {
    const parts: Buffer[] = [];
    let size = 0;
    while (size < WRITE_BYTES) {
      const [operation] = this.#ready;
      if (operation === undefined) break;
      const event = operation.next();
      parts.push(...event);
      for (const { length } of event) size += length;
      // An operation keeps its turn until its results are sent, so only one at a time holds
      // results.
      if (operation.hasResults) continue;
      this.#ready.delete(operation);
      if (operation.isComplete) this.#remove(operation);
      else if (event.length > 0) this.#ready.add(operation);
    }
    return parts.length === 0 ? null : httpChunk(parts);
  }

  close(reason: EndReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#expiry.cancel();
    for (const operation of this.#operations.values()) {
      operation.end(reason);
      this.#remove(operation);
    }
    this.#ready.clear();
    this.#options.onClose();
  }

  #remove(operation: StreamedOperation): void {
    if (this.#operations.get(operation.id) !== operation) return;
    this.#operations.delete(operation.id);
    operation.release();
    this.#requests.add(-operation.added.bytes);
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
