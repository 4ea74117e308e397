import { OperationTypeNode } from 'graphql';
import { print } from 'graphql-sse';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { shownErrors } from '../../execution/format-error.ts';
import { GRAPHQL_RESPONSE, statusAndHeadersOf } from '../../execution/http-status.ts';
import { readDocument } from '../../execution/run-operation.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { type OperationParams, readParams } from '../arrival/answer-request.ts';
import { beginOperation, type GraphRequest } from '../arrival/graph-request.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import type { EventStream } from './event-stream.ts';
import type { StreamRequest } from './replicas/stream-peers.ts';
import { serveOnStream } from './serve-on-stream.ts';
import type { EventFormat } from './streamed-operation.ts';

const OperationId = Compile(
  Type.Union([Type.String({ minLength: 1, maxLength: 256 }), Type.Number()]),
);

/** The id of an operation on a stream, as a client has sent it. */
export function operationId(value: unknown): string {
  if (OperationId.Check(value)) return String(value);
  const rule = 'a number or a string of 1 to 256 characters';
  throw HttpError.badRequest(`An operation on a stream needs an "operationId", ${rule}.`);
}

const EVENT_END = Buffer.from('}\n\n');

/** Events as the protocol GraphQL over SSE (graphql-sse) has them. */
export function sseEvents(id: string): EventFormat {
  const start = Buffer.from(`event: next\ndata: {"id":${JSON.stringify(id)},"payload":`);
  const complete = () => Buffer.from(print<true, 'complete'>({ event: 'complete', data: { id } }));
  return (json, isComplete) => {
    const event = json === null ? [] : [start, json, EVENT_END];
    if (isComplete) event.push(complete());
    return event;
  };
}

/** The HTTP status of requests whose operation was accepted. */
export const ACCEPTED = 202;

/**
 * Adds the operation in a request to a stream, which starts it later. Throws an `HttpError` for what is wrong with it: as
 * long as its request has not been answered, the client gets that as the answer.
 */
export function addOperation(
  stream: EventStream,
  { sent, method }: Extract<StreamRequest, { kind: 'submit' }>,
  graph: GraphRequest,
  options: TransportOptions,
): void {
  // It has begun, unless another replica has received the request.
  const context = graph.context ?? beginOperation(graph, 'stream', options.services, options.log);
  try {
    const params = readParams(graph, sent, options);
    const id = operationId(params.extensions['operationId']);
    checkOperation(params, method, context, options);
    const text = JSON.stringify(params);
    const added = { id, text, read: JSON.parse, eventOf: sseEvents(id), status: ACCEPTED };
    serveOnStream(stream, graph, added, options);
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
  const { definition } = options.executor.withDefinition(asked);
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
