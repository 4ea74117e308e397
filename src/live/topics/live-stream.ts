import type { StreamChannel } from '../../contract/stream.ts';
import type { Chunk } from './batch.ts';

/** A subscriber of any kind of stream. */
export interface ChunkSource<Payload> {
  /** Whether the next read takes long, and is better scheduled behind short work. */
  readonly isBulk: boolean;
  read(): Chunk<Payload> | null;
  onWake(wake: () => void): void;
  close(): void;
}

/**
 * A subscription's event stream. Our transports read its `chunks`, which many subscribers share;
 * any GraphQL server can iterate its events, one at a time.
 */
export class LiveStream<Field extends string, Payload>
  implements AsyncIterable<Readonly<Record<Field, Payload>>>
{
  readonly field: Field;
  readonly channel: StreamChannel;
  readonly chunks: ChunkSource<Payload>;
  readonly #beforeEach: () => void;

  /**
   * `field` is the subscription field, `channel` the upstream stream behind it. `beforeEach` is called
   * before each event of an iterator.
   */
  constructor(
    field: Field,
    channel: StreamChannel,
    chunks: ChunkSource<Payload>,
    beforeEach: () => void,
  ) {
    this.field = field;
    this.channel = channel;
    this.chunks = chunks;
    this.#beforeEach = beforeEach;
  }

  /** The root value with which a payload is executed. */
  eventOf(payload: Payload): Readonly<Record<Field, Payload>> {
    return { [this.field]: payload } as Record<Field, Payload>;
  }

  [Symbol.asyncIterator](): AsyncIterator<Readonly<Record<Field, Payload>>> {
    let payloads: readonly Payload[] = [];
    let index = 0;
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
        end(); // Callers don't call `return` after an error.
        throw error;
      }
    };
    this.chunks.onWake(() => wake());
    return {
      next: async () => {
        while (!isOver) {
          if (index === payloads.length) [payloads, index] = [read(), 0];
          const payload = payloads[index];
          if (payload !== undefined) {
            index += 1;
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
