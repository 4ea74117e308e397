import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ANONYMOUS } from '../../../src/access/identity.ts';
import { OperationLog } from '../../../src/execution/operation-log.ts';
import { responseBytes } from '../../../src/execution/outcome.ts';
import type { Outcome } from '../../../src/execution/run-operation.ts';
import type { Services } from '../../../src/resolvers/context.ts';
import { beginOperation, GraphRequest } from '../../../src/transports/arrival/graph-request.ts';
import { serveOperation } from '../../../src/transports/arrival/serve-operation.ts';
import { HttpError } from '../../../src/transports/response/http-error.ts';
import { UnsentResponses } from '../../../src/transports/response/unsent-responses.ts';
import type { EventStream } from '../../../src/transports/sse/event-stream.ts';
import { serveOnStream } from '../../../src/transports/sse/serve-on-stream.ts';
import type { OperationToAdd } from '../../../src/transports/sse/streamed-operation.ts';
import type { TransportOptions } from '../../../src/transports/transport.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';

const clock = new ManualClock();
const keys = { isAccepted: () => false };
const services = { clock, upstream: { keys }, tracing: null } as unknown as Services;

const notJson = () => {
  throw HttpError.of(400, 'BAD_USER_INPUT', 'This is not JSON.');
};

/** Serves an operation that is refused because its parameters cannot be read, or one with the outcome `repeated`. */
async function serve(write: (outcome: Outcome) => void, repeated: Outcome | null = null) {
  const ends: unknown[] = [];
  class NotedLog extends OperationLog {
    override end(...[record, end]: Parameters<OperationLog['end']>): void {
      ends.push({ ...end, codes: [...record.errorCodes.keys()] });
    }
  }
  const graph = new GraphRequest('id', 0);
  beginOperation(graph, 'stream', services, SILENT_LOG);
  const read = repeated === null ? notJson : () => ({ query: 'subscription { a }' });
  const options = {
    operationLog: new NotedLog(1_000),
    requestDocuments: { textOf: ({ query }: { readonly query: string }) => query },
    executor: { findRepeated: () => repeated },
  } as unknown as TransportOptions;
  const served = serveOperation(graph, { read, write }, options);
  await served.catch(({ message }) => ends.push(message));
  return ends;
}

test('an operation is refused before its parameters are known', async () => {
  const written: Outcome[] = [];
  const ends = await serve((outcome) => written.push(outcome));
  expect(written).toMatchObject([{ errors: [{ message: 'This is not JSON.' }] }]);
  expect(ends).toEqual([{ status: 400, isAborted: false, codes: ['BAD_USER_INPUT'] }]);
});

test('where too much is unread, the refusal of that is written in the form of the transport', async () => {
  const unsent = new UnsentResponses(clock, keys, { bytes: 10_000, accountBytes: 10_000 });
  const socket = { bytesWritten: 0 } as Socket;
  const hold = (bytes: number) => unsent.hold(ANONYMOUS, 'lines', bytes, socket);
  hold(9_000);
  const written: string[] = [];
  let bytes = 9_000;
  const ends = await serve((outcome) => {
    if (outcome.kind === 'subscription') throw new Error('It is refused.');
    const asked = bytes;
    bytes = 100; // The refusal is small.
    hold(asked);
    written.push(String(responseBytes(outcome)));
  });
  expect(written).toEqual([expect.stringContaining('too many responses')]);
  expect(ends).toMatchObject([{ status: 429, codes: ['BAD_USER_INPUT', 'RATE_LIMITED'] }]);
  unsent.stop();
});

test.each([
  {
    error: HttpError.of(429, 'RATE_LIMITED', 'Too much.'),
    writes: ['subscription', 'result'],
    ends: [{ status: 429, codes: ['RATE_LIMITED'] }],
  },
  {
    error: new Error('The writer is broken.'),
    writes: ['subscription'],
    ends: [{ status: 500, codes: ['INTERNAL_SERVER_ERROR'] }, 'The writer is broken.'],
  },
])(
  'a subscription that cannot be written is closed, and its record ends: $error.message',
  async ({ error, writes, ends }) => {
    let closed = 0;
    const subscription = { discard: () => (closed += 1) };
    const kinds: string[] = [];
    const ended = await serve(
      (outcome) => {
        kinds.push(outcome.kind);
        if (outcome.kind === 'subscription') throw error;
      },
      { kind: 'subscription', subscription } as unknown as Outcome,
    );
    expect([kinds, closed]).toEqual([writes, 1]);
    expect(ended).toMatchObject(ends);
  },
);

test('a refusal, which has no id, has room on a stream that takes no more operations', () => {
  const added: unknown[] = [];
  const add = ({ id }: OperationToAdd) => added.push(id);
  const stream = { hasRoomFor: () => false, add } as unknown as EventStream;
  const serveOn = (id: string | null) => {
    const graph = new GraphRequest('id', 0);
    beginOperation(graph, 'stream', services, SILENT_LOG);
    const operation = { id, text: '', read: notJson, eventOf: () => [] };
    serveOnStream(stream, graph, operation, {} as TransportOptions);
  };
  expect(() => serveOn('one')).toThrow(HttpError);
  serveOn(null);
  expect(added).toEqual([null]);
});
