import { setImmediate as turn } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Clock } from '../../scheduling/clock.ts';
import { invalidResponse } from '../failure.ts';

/** The largest single event, in characters. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;

/** How long events of one chunk may be handled without a break: each may concern thousands of filters. */
const TIME_SLICE_MS = 5;

/** Parses the bytes of one event stream. */
export class EventReader {
  readonly #clock: Clock;
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

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The events that end in `chunk`, in several turns of the event loop if they take long to handle. Throws
   * `UPSTREAM_INVALID_RESPONSE` if one is too long.
   */
  async *read(chunk: Uint8Array): AsyncGenerator<EventSourceMessage> {
    this.#events = [];
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    let startedAt = this.#clock.monotonic();
    for (const event of this.#events) {
      if (this.#clock.monotonic() - startedAt >= TIME_SLICE_MS) {
        await turn();
        startedAt = this.#clock.monotonic();
      }
      yield event;
    }
  }
}
