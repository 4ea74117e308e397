import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  PING as COMMENT,
  httpChunk,
  type SseSource,
} from '../../../src/transports/sse/sse-connection.ts';
import { SseConnections } from '../../../src/transports/sse/sse-connections.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { type HttpServer, openHttpServer } from '../../harness/node/http-server.ts';
import { until } from '../../harness/until.ts';

const PING = ':\n\n';

/** More than one write. */
const LARGE = Buffer.alloc(2 ** 20, '.');

/** More than the buffers between two sockets hold. */
const HUGE = Buffer.alloc(64 * 2 ** 20, '.');

/** A source with at most one event. */
class OneEventSource implements SseSource {
  readonly opening = COMMENT;
  readonly ping = COMMENT;
  hasEnded = false;
  closedAs: string | null = null;
  #event: Buffer | null;

  constructor(event: Buffer | null) {
    this.#event = event;
  }

  onWake(): void {}

  next(): Buffer | null {
    const event = this.#event;
    this.#event = null;
    return event && httpChunk([event]);
  }

  finish(): void {
    this.hasEnded = true;
  }

  close(reason: string): void {
    this.closedAs ??= reason;
  }
}

let clock: ManualClock;
let connections: SseConnections;
/** Timers of all connections together. */
let timers: number;

beforeEach(() => {
  clock = new ManualClock();
  connections = new SseConnections(clock, 2 * HUGE.length);
  timers = clock.pendingTimers;
});

function stream(response: ServerResponse, event: Buffer | null = null): OneEventSource {
  const source = new OneEventSource(event);
  connections.stream(response, source);
  return source;
}

describe('a stream', () => {
  /** The response, whose body is read here. Connections use nothing of it that a PassThrough lacks. */
  let body: PassThrough;
  let response: ServerResponse;

  beforeEach(() => {
    body = new PassThrough();
    response = body as unknown as ServerResponse;
  });
  afterEach(() => {
    body.destroy();
  });

  test.each([
    ['client disconnects', null, undefined],
    ['client disconnects in the middle of an event', LARGE, undefined],
    ['connection breaks', null, new Error('write EPIPE')],
  ])('whose %s leaves nothing behind', async (_, event, error) => {
    const source = stream(response, event);
    const blocked = event === null ? 0 : 1;
    expect([connections.size, body.listenerCount('drain')]).toEqual([1, blocked]);
    const closed = new Promise((resolve) => body.once('close', resolve));
    body.destroy(error);
    await closed;
    expect([connections.size, body.listenerCount('drain')]).toEqual([0, 0]);
    expect([source.closedAs, clock.pendingTimers]).toEqual(['client', timers]);
    connections.close();
    expect(clock.pendingTimers).toBe(0);
  });

  test('whose client disconnects before it starts leaves nothing behind', async () => {
    body.destroy();
    await once(body, 'close');
    const source = stream(response);
    expect([connections.size, source.closedAs, clock.pendingTimers]).toEqual([0, 'client', timers]);
  });

  test('whose client is slow has no ping in the middle of an event', async () => {
    stream(response, LARGE);
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
  ])('that was ended is closed after a minute if %s is not read', (_, event) => {
    const source = stream(response, event);
    connections.close();
    expect(source.closedAs).toBe('draining');
    clock.advance(59_999);
    expect(body.destroyed).toBe(false);
    clock.advance(1);
    expect(body.destroyed).toBe(true);
  });

  test('that starts while all streams are ended is ended, too', () => {
    connections.close();
    const source = stream(response);
    expect([source.closedAs, body.writableEnded]).toEqual(['draining', true]);
  });
});

test('streams end at different times, 48 to 60 minutes after they were opened', () => {
  const bodies = Array.from({ length: 200 }, () => new PassThrough().resume());
  const sources = bodies.map((body) => stream(body as unknown as ServerResponse));
  const ended = () => sources.filter(({ closedAs }) => closedAs === 'age').length;
  clock.advance(48 * 60_000 - 1);
  expect(ended()).toBe(0);
  clock.advance(6 * 60_000);
  expect(ended()).toBeGreaterThan(0);
  expect(ended()).toBeLessThan(200);
  clock.advance(6 * 60_000 + 1);
  expect(ended()).toBe(200);
});

describe('a client that reads a large event slowly', () => {
  let server: HttpServer;
  let client: IncomingMessage;
  let response: ServerResponse;

  beforeEach(async () => {
    server = await openHttpServer();
    const request = get(server.url, { agent: false });
    [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    response.writeHead(200).flushHeaders();
    [client] = (await once(request, 'response')) as [IncomingMessage];
    client.pause().on('error', () => {});
  });
  afterEach(() => server.stop());

  /** Resolves once all buffers between server and client are full. */
  async function full(): Promise<number> {
    let written = -1;
    const { socket } = response;
    while (socket !== null && written !== socket.bytesWritten) {
      written = socket.bytesWritten;
      for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    return written;
  }

  test('stays connected as long as it reads a part of it each minute', async () => {
    stream(response, HUGE);
    for (let minute = 0; minute < 3; minute += 1) {
      const written = await full();
      clock.advance(59_999);
      expect(response.destroyed).toBe(false);
      await until(() => {
        client.read();
        return (response.socket?.bytesWritten ?? 0) > written;
      });
    }
  });

  test('gets all of it even if the connection is ended meanwhile', async () => {
    stream(response, HUGE);
    await full();
    connections.endAll('age');
    let length = 0;
    for await (const part of client) length += part.length;
    expect(length).toBe(PING.length + HUGE.length);
    await until(() => clock.pendingTimers === timers);
  });
});
