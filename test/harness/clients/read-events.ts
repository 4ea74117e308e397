import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';

/** Receives the events of an event stream. `onEnd` is called however the stream ends. */
export interface EventReader {
  onEvent(event: string | undefined, data: string): void;
  onPing(): void;
  onEnd(): void;
}

/** Reads the event stream of a response. */
export function readEvents(response: Readable, reader: EventReader): void {
  const parser = createParser({
    onEvent: ({ event, data }) => reader.onEvent(event, data),
    onComment: () => reader.onPing(),
  });
  response.setEncoding('utf8');
  response.on('data', (text) => parser.feed(text));
  response.on('error', () => {});
  response.on('close', () => reader.onEnd());
}
