import type { Events } from './sse-connection.ts';
import type { Wire } from './sse-wire.ts';
import { type Start, StreamedOperation } from './streamed-operation.ts';

/** Events are put together up to about this size, and written in one go. */
const BATCH_BYTES = 64 * 2 ** 10;

/** Operations whose completion has not been sent, and characters of all that they ask. */
const OPERATIONS_MAX = 500;
const CHARACTERS_MAX = 2 ** 20;

/**
 * The operations of one stream in single connection mode. Those that have something take turns, what
 * one read gives at a time; while the stream takes nothing, or is not open yet, all of them rest.
 */
export class StreamedOperations implements Events {
  readonly #operations = new Map<string, StreamedOperation>();
  /** Those that may have something, the next one first. */
  readonly #ready = new Set<StreamedOperation>();
  readonly #onClose: () => void;
  #length = 0;
  #wake: () => void = () => {};
  #isWaking = false;
  #isClosed = false;
  /** Only its connection ends it. */
  readonly isOver = false;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  /** Whether it takes one more operation of this many characters. */
  hasRoomFor(length: number): boolean {
    return this.#operations.size < OPERATIONS_MAX && this.#length + length <= CHARACTERS_MAX;
  }

  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** Takes an operation for which there is room, and whose id is free. */
  add(id: string, length: number, start: Start): void {
    const operation = new StreamedOperation(id, length, start, () => this.#wakeUp(operation));
    this.#operations.set(id, operation);
    this.#length += length;
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
    this.#onClose();
  }

  #forget({ id, length }: StreamedOperation): void {
    if (this.#operations.delete(id)) this.#length -= length;
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
