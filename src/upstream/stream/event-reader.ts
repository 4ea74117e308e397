import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { invalidResponse } from '../failure.ts';

/** The largest single event, in characters. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;

/** Whether an event id can be sent in a header: it is short and printable. */
export function isResumable(id: string | undefined): id is string {
  return id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id);
}

/**
 * Parses the bytes of one event stream. Upstream may send an event twice in a row under one id; the
 * second is dropped. Different events under one id are all delivered.
 */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #events: EventSourceMessage[] = [];
  /** The last event that had an id. */
  #last: EventSourceMessage | null = null;
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
    if (event.id) {
      if (isSame(event, this.#last)) return;
      this.#last = event;
    }
    this.#events.push(event);
  }
}

function isSame(event: EventSourceMessage, other: EventSourceMessage | null): boolean {
  return event.id === other?.id && event.event === other?.event && event.data === other?.data;
}
