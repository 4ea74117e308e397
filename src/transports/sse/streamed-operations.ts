import type { Events } from './sse-connection.ts';
import type { Wire } from './sse-wire.ts';
import { type Start, StreamedOperation } from './streamed-operation.ts';

/** Events are put together up to about this size, and written in one go. */
const BATCH_BYTES = 64 * 2 ** 10;

/** Operations whose completion has not been sent, and bytes of all that they ask. */
const OPERATIONS_MAX = 500;
const BYTES_MAX = 4 * 2 ** 20;

/** What the operations of several streams may hold together. */
export interface OperationBudget {
  /** Whether they may hold this many bytes more. */
  hasRoomFor(bytes: number): boolean;
  /** Takes note of bytes that are held from now on, or let go of where negative. */
  hold(bytes: number): void;
}

/**
 * The operations of one stream in single connection mode. Those that have something take turns, what
 * one read gives at a time; while the stream takes nothing, or is not open yet, all of them rest.
 */
export class StreamedOperations implements Events {
  readonly #operations = new Map<string, StreamedOperation>();
  /** Those that may have something, the next one first. */
  readonly #ready = new Set<StreamedOperation>();
  readonly #budget: OperationBudget;
  readonly #onClose: () => void;
  #bytes = 0;
  #wake: () => void = () => {};
  #isWaking = false;
  #isClosed = false;
  /** Only its connection ends it. */
  readonly isOver = false;

  constructor(budget: OperationBudget, onClose: () => void) {
    this.#budget = budget;
    this.#onClose = onClose;
  }

  /** Whether it takes one more operation that holds this many bytes. */
  hasRoomFor(bytes: number): boolean {
    return (
      this.#operations.size < OPERATIONS_MAX &&
      this.#bytes + bytes <= BYTES_MAX &&
      this.#budget.hasRoomFor(bytes)
    );
  }

  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** Takes an operation for which there is room, and whose id is free. */
  add(id: string, bytes: number, start: Start): void {
    const operation = new StreamedOperation(id, bytes, start, () => this.#wakeUp(operation));
    this.#operations.set(id, operation);
    this.#hold(bytes);
    this.#wakeUp(operation);
  }

  /** Ends an operation, if there is one of this id, and has its completion told. */
  end(id: string): void {
    const operation = this.#operations.get(id);
    if (operation === undefined) return;
    operation.end();
    this.#wakeUp(operation);
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  next(wire: Wire): Buffer | null {
    const batch: Buffer[] = [];
    let size = 0;
    while (size < BATCH_BYTES) {
      const [operation] = this.#ready;
      if (operation === undefined) break;
      const event = operation.next() ?? [];
      batch.push(...event);
      size += event.reduce((sum, part) => sum + part.length, 0);
      // It stays the first while it holds results, so that no other comes to hold some, too.
      if (operation.hasMore) continue;
      this.#ready.delete(operation);
      if (operation.isComplete) this.#forget(operation);
      else if (event.length > 0) this.#ready.add(operation);
    }
    return batch.length === 0 ? null : wire.frame(batch);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const operation of this.#operations.values()) operation.end();
    this.#operations.clear();
    this.#ready.clear();
    this.#hold(-this.#bytes);
    this.#onClose();
  }

  #forget({ id, bytes }: StreamedOperation): void {
    if (this.#operations.delete(id)) this.#hold(-bytes);
  }

  #hold(bytes: number): void {
    this.#bytes += bytes;
    this.#budget.hold(bytes);
  }

  /** What is ready in the same turn is written in one go. */
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
