import { OperationTypeNode } from 'graphql';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { shownErrors } from '../../execution/format-error.ts';
import { GRAPHQL_RESPONSE, statusAndHeadersOf } from '../../execution/http-status.ts';
import { readDocument } from '../../execution/run-operation.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { type OperationParams, readParams } from '../arrival/answer-request.ts';
import { beginOperation, type GraphRequest } from '../arrival/graph-request.ts';
import { serveOperation } from '../arrival/serve-operation.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import type { EventStream } from './event-stream.ts';
import type { StreamRequest } from './replicas/stream-peers.ts';
import { ACCEPTED, type OperationToAdd } from './streamed-operation.ts';

const OperationId = Compile(
  Type.Union([Type.String({ minLength: 1, maxLength: 256 }), Type.Number()]),
);

/** The id of an operation on a stream, as a client has sent it. */
export function operationId(value: unknown): string {
  if (OperationId.Check(value)) return String(value);
  const rule = 'a number or a string of 1 to 256 characters';
  throw HttpError.badRequest(`An operation on a stream needs an "operationId", ${rule}.`);
}

/**
 * Adds the operation in a request to a stream, which starts it later. Until then it is kept as text, since a parsed
 * document takes far more memory. Throws an `HttpError` if the operation is refused.
 */
export function addOperation(
  stream: EventStream,
  { sent, method }: Extract<StreamRequest, { kind: 'submit' }>,
  graph: GraphRequest,
  options: TransportOptions,
): void {
  const context = graph.context ?? beginOperation(graph, 'stream', options.services, options.log);
  try {
    const params = readParams(graph, sent, options);
    const id = operationId(params.extensions['operationId']);
    checkOperation(params, method, context, options);
    const kept = JSON.stringify(params);
    const bytes = 2 * kept.length;
    if (!stream.hasRoomFor(context.account, bytes)) throw tooManyOperations();
    const run: OperationToAdd['run'] = async (write) => {
      // Those that have waited for their client all start when it reads again.
      await options.services.scheduler.turn(context.account, context);
      await serveOperation(
        graph,
        { read: () => JSON.parse(kept), write, status: ACCEPTED },
        options,
      );
    };
    stream.add({ id, context, bytes, run });
    // The operation is logged when it ends, not when the request does.
    context.record.outlivesRequest = true;
  } catch (error) {
    throw httpErrorOf(error, context);
  }
}

function checkOperation(
  { query, operationName, variables }: OperationParams,
  method: string,
  context: OperationContext,
  options: TransportOptions,
): void {
  const document = readDocument(options, query, context);
  const asked = { document, operationName, variables, context };
  const { definition } = options.executor.defined(asked);
  if (definition.operation === OperationTypeNode.MUTATION && method === 'GET') {
    throw HttpError.methodNotAllowed('Use POST for mutations.', 'POST');
  }
}

/** Whatever prevents an operation, as the response to its request. */
function httpErrorOf(error: unknown, context: OperationContext): HttpError {
  if (error instanceof HttpError) return error;
  const errors = shownErrors(error, context);
  const { status, headers } = statusAndHeadersOf({ kind: 'result', errors }, GRAPHQL_RESPONSE);
  return new HttpError(status, errors, headers);
}

function tooManyOperations(): HttpError {
  countRefusal('stream_operations');
  const message =
    'This stream has too many operations, or they hold too much memory. End one first.';
  return HttpError.of(429, 'STREAM_LIMIT_EXCEEDED', message);
}
