import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { invalidResponse } from '../failure.ts';

/** The largest single event, in characters. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;

/** Whether an event id can be sent in a header, to resume after that event. */
export function isResumable(id: string | undefined): id is string {
  return id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id);
}

/**
 * Parses the bytes of one event stream. Upstream may send an event twice in a row under one id; the
 * second is dropped.
 */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #events: EventSourceMessage[] = [];
  #lastId: string | undefined;
  readonly #parser = createParser({
    maxBufferSize: EVENT_LENGTH_MAX,
    onEvent: (event) => this.#add(event),
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

  #add(event: EventSourceMessage): void {
    const isRepeated = event.id !== undefined && event.id === this.#lastId;
    this.#lastId = event.id ?? this.#lastId;
    if (!isRepeated) this.#events.push(event);
  }
}
