import type { StreamChannel } from '../../contract/stream.ts';
import type { Chunk } from './batch.ts';

/**
 * Reads the events of one subscriber in chunks. A chunk is a list of events that is encoded once for all
 * subscribers that get the same ones.
 */
export interface ChunkReader<Payload> {
  /** Whether the next read takes long, and should be scheduled with a low priority. */
  readonly isBulk: boolean;
  /** The next chunk; null if there is nothing new. Throws the error that ended the stream. */
  read(): Chunk<Payload> | null;
  /** Calls `wake` whenever `read` may return something. Only the last one registered is called. */
  onWake(wake: () => void): void;
  close(): void;
}

/**
 * The source event stream that a subscription resolver returns. Our transports call its `reader`, to get
 * chunks that may already be encoded for other subscribers. Any other GraphQL server can iterate over the
 * events, one at a time.
 */
export class LiveStream<Field extends string, Payload>
  implements AsyncIterable<Readonly<Record<Field, Payload>>>
{
  readonly field: Field;
  readonly channel: StreamChannel;
  readonly reader: ChunkReader<Payload>;
  readonly #beforeEach: () => void;

  /**
   * `field` is the subscription field; `channel` names the upstream stream that its events come from. An
   * iterator calls `beforeEach` before it yields an event, to free what data loaders keep from the previous one.
   */
  constructor(
    field: Field,
    channel: StreamChannel,
    reader: ChunkReader<Payload>,
    beforeEach: () => void,
  ) {
    this.field = field;
    this.channel = channel;
    this.reader = reader;
    this.#beforeEach = beforeEach;
  }

  /** The root value for executing the operation on one event. `payload` is the value of the field. */
  eventOf(payload: Payload): Readonly<Record<Field, Payload>> {
    return { [this.field]: payload } as Record<Field, Payload>;
  }

  [Symbol.asyncIterator](): AsyncIterator<Readonly<Record<Field, Payload>>> {
    let payloads: readonly Payload[] = [];
    let index = 0;
    let woken = Promise.withResolvers<void>();
    let isOver = false;
    const wake = () => {
      woken.resolve(); // Resumes all calls of `next` that wait: there may be several.
      woken = Promise.withResolvers<void>();
    };
    const end = () => {
      isOver = true;
      this.reader.close();
      wake();
    };
    const read = () => {
      try {
        return this.reader.read()?.payloads ?? [];
      } catch (error) {
        end(); // Consumers such as `for await` don't call `return` after an error.
        throw error;
      }
    };
    this.reader.onWake(wake);
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
          await woken.promise;
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
