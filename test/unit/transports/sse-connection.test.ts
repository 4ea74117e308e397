import { once } from 'node:events';
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/clock.ts';
import { SseConnection, type SseSource } from '../../../src/transports/sse/sse-connection.ts';
import { UnreadBytesLimit } from '../../../src/transports/sse/sse-writer.ts';
import type { TransferCoding } from '../../../src/transports/sse/transfer-coding.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { until } from '../../harness/until.ts';

/** More than the buffers between two sockets hold. */
const LARGE = Buffer.alloc(64 * 2 ** 20, '.');

const unread = new UnreadBytesLimit(2 * LARGE.length);

/** A source with these events. */
class FixedSource implements SseSource {
  readonly hasEnded = false;
  reads = 0;
  isClosed = false;
  readonly #events: Buffer[];

  constructor(events: readonly Buffer[]) {
    this.#events = [...events];
  }

  onWake(): void {}

  next(coding: TransferCoding): Buffer | null {
    const event = this.#events[this.reads];
    if (event === undefined) return null;
    this.reads += 1;
    return coding.encode([event]);
  }

  close(): void {
    this.isClosed = true;
  }
}

let clock: ManualClock;
let server: Server;

beforeEach(async () => {
  clock = new ManualClock();
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A client that has not started to read, and the server's response to it. */
async function connect(): Promise<{ client: IncomingMessage; response: ServerResponse }> {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', agent: false });
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  response.writeHead(200).flushHeaders();
  const [client] = (await once(request, 'response')) as [IncomingMessage];
  client.pause().on('error', () => {});
  return { client, response };
}

function deliver(response: ServerResponse, source: SseSource): SseConnection {
  const connection = new SseConnection(response, source, clock, () => {}, unread);
  connection.start();
  return connection;
}

/** Resolves once all buffers between server and client are full. */
async function full({ socket }: ServerResponse): Promise<number> {
  let written = -1;
  while (socket !== null && written !== socket.bytesWritten) {
    written = socket.bytesWritten;
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return written;
}

test('a client that has already disconnected is closed once', async () => {
  const { response } = await connect();
  const closed = once(response, 'close');
  response.destroy();
  let closings = 0;
  const onClose = () => {
    closings += 1;
  };
  new SseConnection(response, new FixedSource([]), clock, onClose, unread).start();
  await closed;
  expect(closings).toBe(1);
});

describe('a client that reads a large event slowly', () => {
  test('stays connected as long as it reads a part of it each minute', async () => {
    const { client, response } = await connect();
    deliver(response, new FixedSource([LARGE]));
    for (let minute = 0; minute < 3; minute += 1) {
      const written = await full(response);
      clock.advance(59_999);
      expect(response.destroyed).toBe(false);
      await until(() => {
        client.read();
        return (response.socket?.bytesWritten ?? 0) > written;
      });
    }
  });

  test('is disconnected when it reads nothing for a minute, and its source is closed', async () => {
    const { response } = await connect();
    const events = new FixedSource([LARGE]);
    deliver(response, events);
    await full(response);
    clock.advance(59_999);
    expect(response.destroyed).toBe(false);
    clock.advance(1);
    await until(() => events.isClosed);
    expect(response.destroyed).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  test('gets all of it even if the connection is ended meanwhile', async () => {
    const { client, response } = await connect();
    const connection = deliver(response, new FixedSource([LARGE]));
    await full(response);
    connection.end('age');
    let length = 0;
    for await (const part of client) length += part.length;
    expect(length).toBe(LARGE.length + ':\n\n'.length);
    await until(() => clock.pendingTimers === 0);
  });
});

test('connections have few different lifetimes, because Node keeps a list of timers for each', async () => {
  const lifetimes = new Set<number>();
  const counting: Clock = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    every: (ms, run) => clock.every(ms, run),
    after(ms, run) {
      lifetimes.add(ms);
      return clock.after(ms, run);
    },
  };
  const { client, response } = await connect();
  response.socket?.setMaxListeners(0);
  for (let i = 0; i < 2_000; i += 1) {
    new SseConnection(response, new FixedSource([]), counting, () => {}, unread);
  }
  client.destroy();
  expect(Math.min(...lifetimes)).toBeGreaterThanOrEqual(48 * 60_000);
  expect(Math.max(...lifetimes)).toBeLessThanOrEqual(60 * 60_000);
  expect(lifetimes.size).toBeGreaterThan(100);
  expect(lifetimes.size).toBeLessThanOrEqual(721);
});
