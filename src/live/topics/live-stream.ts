import type { StreamChannel } from '../../contract/stream.ts';
import type { Subscriber } from './subscriber.ts';

/** What transports use of a subscriber. */
type ChunkReader<Payload> = Pick<
  Subscriber<unknown, Payload>,
  'isBulk' | 'onWake' | 'read' | 'close'
>;

/**
 * The source event stream that a subscription resolver returns. It is never iterated: transports call its `reader`, to
 * get chunks that may already be encoded for other subscribers.
 */
export class LiveStream<Field extends string, Payload>
  implements AsyncIterable<Readonly<Record<Field, Payload>>>
{
  readonly field: Field;
  readonly channel: StreamChannel;
  readonly reader: ChunkReader<Payload>;

  /** `field` is the subscription field; `channel` names the upstream stream that its events come from. */
  constructor(field: Field, channel: StreamChannel, reader: ChunkReader<Payload>) {
    this.field = field;
    this.channel = channel;
    this.reader = reader;
  }

  /** GraphQL accepts only what has this method as a source event stream. */
  [Symbol.asyncIterator](): never {
    throw new Error('A live stream is read in chunks.');
  }
}
