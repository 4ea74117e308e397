import { setImmediate as nextTurn } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Clock } from '../../scheduling/clock.ts';
import { invalidResponse } from '../failure.ts';

/** The largest single event, in characters. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;

/**
 * For how many milliseconds events are handled without a break, since each may concern thousands of subscriptions: as many
 * as the last break took, so that the stream keeps up while others are busy, within these bounds.
 */
const SLICE_MIN_MS = 5;
const SLICE_MAX_MS = 50;

/** Parses the bytes of one event stream. */
export class EventReader {
  readonly #clock: Clock;
  /** When the first event of this turn of the event loop was read, on the monotonic clock; null if none has been. */
  #startedAt: number | null = null;
  #sliceMs = SLICE_MIN_MS;
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
    for (const event of this.#events) {
      if (this.#clock.monotonic() - this.#sliceStart() >= this.#sliceMs) await this.#break();
      yield event;
    }
  }

  #sliceStart(): number {
    if (this.#startedAt === null) {
      this.#startedAt = this.#clock.monotonic();
      setImmediate(() => {
        this.#startedAt = null;
      });
    }
    return this.#startedAt;
  }

  async #break(): Promise<void> {
    const begunAt = this.#clock.monotonic();
    await nextTurn();
    const breakMs = this.#sliceStart() - begunAt;
    this.#sliceMs = Math.min(Math.max(breakMs, SLICE_MIN_MS), SLICE_MAX_MS);
  }
}
