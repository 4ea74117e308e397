import { setImmediate as turn } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Clock } from '../../scheduling/clock.ts';
import { invalidResponse } from '../failure.ts';

/** The largest single event, in characters. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;

/** How long events may be handled without a break, in milliseconds: each may concern thousands of subscriptions. */
const TIME_SLICE_MS = 5;

/** Parses the bytes of one event stream. */
export class EventReader {
  readonly #clock: Clock;
  /** When the last break was, on the monotonic clock. */
  #turnedAt: number;
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
    this.#turnedAt = clock.monotonic();
  }

  /**
   * The events that end in `chunk`, in several turns of the event loop if they take long to handle. Throws
   * `UPSTREAM_INVALID_RESPONSE` if one is too long.
   */
  async *read(chunk: Uint8Array): AsyncGenerator<EventSourceMessage> {
    this.#events = [];
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    for (const event of this.#events) {
      if (this.#clock.monotonic() - this.#turnedAt >= TIME_SLICE_MS) {
        await turn();
        this.#turnedAt = this.#clock.monotonic();
      }
      yield event;
    }
  }
}
