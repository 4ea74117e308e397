import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { invalidResponse } from '../failure.ts';

/** The largest single event, in characters. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;

/** Parses the bytes of one event stream. */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #events: EventSourceMessage[] = [];
  readonly #parser = createParser({
    maxBufferSize: EVENT_LENGTH_MAX,
    onEvent: (event) => this.#events.push(event),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') {
        throw invalidResponse(`contains an event longer than ${EVENT_LENGTH_MAX} characters`);
      }
    },
  });

  /** The events that end in `chunk`. Throws `UPSTREAM_INVALID_RESPONSE` if one is too long. */
  read(chunk: Uint8Array): readonly EventSourceMessage[] {
    this.#events = [];
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    return this.#events;
  }
}
