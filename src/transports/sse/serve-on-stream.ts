import { countRefusal } from '../../observability/metrics.ts';
import type { GraphRequest } from '../arrival/graph-request.ts';
import { type ServedOperation, serveOperation } from '../arrival/serve-operation.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import type { EventStream } from './event-stream.ts';
import type { OperationToAdd } from './streamed-operation.ts';

interface SentOperation extends Pick<OperationToAdd, 'id' | 'eventOf' | 'status'> {
  /** Kept until the operation starts, since a parsed document takes far more memory. */
  readonly text: string;
  /** Makes the parameters of the text. Throws an `HttpError` if the operation is refused. */
  readonly read: (text: string) => unknown;
}

/**
 * Adds an operation that has begun to a stream, which serves it once its client reads. Throws an `HttpError` if there is no
 * room for it, or if its id is in use. One without an id always has room: who sends refusals bounds how many there are.
 */
export function serveOnStream(
  stream: EventStream,
  graph: GraphRequest,
  { id, text, read, eventOf, status }: SentOperation,
  options: TransportOptions,
): void {
  const context = graph.requireContext();
  const bytes = 2 * text.length;
  if (id !== null && !stream.hasRoomFor(context.account, bytes)) throw tooManyOperations();
  const run = async (write: ServedOperation['write']) => {
    await context.turn(); // When a client reads again, all operations that have waited for it start at once.
    await serveOperation(graph, { read: () => read(text), write, status }, options);
  };
  stream.add({ id, context, bytes, run, eventOf, status });
  // The operation is logged when it ends, not when the request does.
  context.record.outlivesRequest = true;
}

function tooManyOperations(): HttpError {
  countRefusal('stream_operations');
  const message =
    'This stream has too many operations, or they hold too much memory. End one first.';
  return HttpError.of(429, 'STREAM_LIMIT_EXCEEDED', message);
}
