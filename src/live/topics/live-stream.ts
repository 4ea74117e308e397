import type { Chunk } from './batch.ts';

/** A subscriber of any kind of stream. */
export interface ChunkSource<Payload> {
  /** Whether the next read is bulk work. */
  readonly isBulk: boolean;
  read(): Chunk<Payload> | null;
  onWake(wake: () => void): void;
  close(): void;
}

/**
 * A subscription's events under the name of its field. A transport that knows it reads `chunks`, which
 * many subscribers share; any GraphQL server can iterate it, one event at a time.
 */
export class LiveStream<Field extends string, Payload>
  implements AsyncIterable<Readonly<Record<Field, Payload>>>
{
  readonly field: Field;
  readonly chunks: ChunkSource<Payload>;
  readonly #beforeEach: () => void;

  /** `beforeEach` is called before each event that an iterator gives. */
  constructor(field: Field, chunks: ChunkSource<Payload>, beforeEach: () => void) {
    this.field = field;
    this.chunks = chunks;
    this.#beforeEach = beforeEach;
  }

  /** A payload as the root value of its own execution. */
  eventOf(payload: Payload): Readonly<Record<Field, Payload>> {
    return { [this.field]: payload } as Record<Field, Payload>;
  }

  [Symbol.asyncIterator](): AsyncIterator<Readonly<Record<Field, Payload>>> {
    let ready: readonly Payload[] = [];
    let given = 0;
    let wake: () => void = () => {};
    let isOver = false;
    const end = () => {
      isOver = true;
      this.chunks.close();
      wake();
    };
    const read = () => {
      try {
        return this.chunks.read()?.payloads ?? [];
      } catch (error) {
        end(); // An iterator that has thrown is not asked to return.
        throw error;
      }
    };
    this.chunks.onWake(() => wake());
    return {
      next: async () => {
        while (!isOver) {
          if (given === ready.length) [ready, given] = [read(), 0];
          const payload = ready[given];
          if (payload !== undefined) {
            given += 1;
            this.#beforeEach();
            return { done: false, value: this.eventOf(payload) };
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        return { done: true, value: undefined };
      },
      return: async () => {
        end();
        return { done: true, value: undefined };
      },
    };
  }
}
