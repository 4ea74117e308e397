import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import type { SseSource } from '../../../src/transports/sse/sse-connection.ts';
import { SseConnections } from '../../../src/transports/sse/sse-connections.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const PING = ':\n\n';

/** More than one write. */
const LARGE = Buffer.alloc(2 ** 20, '.');

/** A source with at most one event. */
class OneEventSource implements SseSource {
  readonly hasEnded = false;
  isClosed = false;
  #event: Buffer | null;

  constructor(event: Buffer | null) {
    this.#event = event;
  }

  onWake(): void {}

  next(): Buffer | null {
    const event = this.#event;
    this.#event = null;
    return event;
  }

  close(): void {
    this.isClosed = true;
  }
}

let clock: ManualClock;
let connections: SseConnections;
/** The response body as the client sees it. */
let body: PassThrough;

beforeEach(() => {
  clock = new ManualClock();
  connections = new SseConnections(clock, 2 ** 20);
  body = new PassThrough();
});

function stream(event: Buffer | null = null): OneEventSource {
  const events = new OneEventSource(event);
  // Of a response, connections use nothing that a PassThrough lacks.
  connections.stream(body as unknown as ServerResponse, events);
  return events;
}

test.each([
  ['', null],
  [' in the middle of an event', LARGE],
])(
  'a client that disconnects%s leaves neither a connection nor a socket listener behind',
  async (_, event) => {
    const timers = clock.pendingTimers;
    stream(event);
    expect([connections.size, body.listenerCount('drain')]).toEqual([1, 1]);
    body.destroy();
    await once(body, 'close');
    expect([connections.size, body.listenerCount('drain')]).toEqual([0, 0]);
    expect(clock.pendingTimers).toBe(timers);
    connections.close();
    expect(clock.pendingTimers).toBe(0);
  },
);

test('a client that disconnects before its stream starts leaves nothing behind', async () => {
  const timers = clock.pendingTimers;
  body.destroy();
  await once(body, 'close');
  const events = stream();
  expect([connections.size, events.isClosed, clock.pendingTimers]).toEqual([0, true, timers]);
});

test('a slow client gets no ping in the middle of an event', async () => {
  stream(LARGE);
  clock.advance(30_000);
  let text = '';
  for await (const part of body) {
    text += part;
    if (text.length >= PING.length + LARGE.length) break;
  }
  expect(text).toBe(PING + LARGE);
});

test.each([
  ['the rest of an event', LARGE],
  ['the end', null],
])(
  'a client that does not read %s of a stream that was ended is disconnected after a minute',
  (_, event) => {
    const events = stream(event);
    connections.close();
    expect(events.isClosed).toBe(true);
    clock.advance(59_999);
    expect(body.destroyed).toBe(false);
    clock.advance(1);
    expect(body.destroyed).toBe(true);
  },
);

test('a stream that starts while all streams are ended is ended, too', async () => {
  connections.close();
  const events = stream();
  expect([events.isClosed, body.writableEnded]).toEqual([true, true]);
});
