import type { FastifyRequest } from 'fastify';
import { TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { preferredMediaType, requireAccepted } from '../arrival/accept.ts';
import { checkedParams, paramsOf } from '../arrival/request-params.ts';
import type { RequestDocuments } from '../documents/request-documents.ts';
import { HttpError } from '../response/http-error.ts';

/** The parameters of an operation that a client sends to a single-connection event stream. */
export interface OperationParams {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The id that is sent with the operation's results. */
  readonly operationId: string;
}

const JSON_TYPES = ['application/json', 'application/graphql-response+json'] as const;
const RESPONSE_TYPES = [...JSON_TYPES, 'text/plain', 'text/event-stream'] as const;

const OperationId = Compile(
  Type.Union([Type.String({ minLength: 1, maxLength: 256 }), Type.Number()]),
);

/** The token of a reserved stream. A browser's EventSource can't set headers, so its token is in the URL. */
export function streamTokenOf({ headers, url }: FastifyRequest): string | null {
  const header = headers[TOKEN_HEADER_KEY];
  return (Array.isArray(header) ? header[0] : header) || searchOf(url).get(TOKEN_QUERY_KEY);
}

/** Whether a request asks for the event stream itself. */
export function acceptsEventStream({ headers }: FastifyRequest): boolean {
  return preferredMediaType(headers.accept, RESPONSE_TYPES) === 'text/event-stream';
}

/**
 * Throws 406 unless the client accepts what it is sent: plain text, the type of a token, or JSON, the type of a
 * failed operation's errors.
 */
export function requireTypes(
  { headers }: FastifyRequest,
  types: readonly string[] = JSON_TYPES,
): void {
  requireAccepted(headers.accept, types, `"Accept" must allow ${types.join(' or ')}.`);
}

/** The id of the operation that a DELETE ends. */
export function operationToEnd({ url }: FastifyRequest): string {
  return operationId(searchOf(url).get('operationId'));
}

/** The operation that a POST or GET starts. Throws if a parameter is missing or has a wrong type. */
export function operationParams(
  request: FastifyRequest,
  requestDocuments: RequestDocuments,
): OperationParams {
  const given = checkedParams(paramsOf(request));
  const { operationName, variables, extensions } = given;
  return {
    query: requestDocuments.textOf(given, request.graph.identity),
    operationName: operationName || null,
    variables: variables ?? {},
    operationId: operationId(extensions?.['operationId']),
  };
}

function operationId(value: unknown): string {
  if (OperationId.Check(value)) return String(value);
  const rule = 'a number or a string of 1 to 256 characters';
  throw badRequest(`An operation on a stream needs an "operationId", ${rule}.`);
}

function searchOf(url: string): URLSearchParams {
  return URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
}

function badRequest(message: string): HttpError {
  return HttpError.of(400, 'BAD_USER_INPUT', message);
}

/** The 405 error. `allowed` are the methods for the `Allow` header. */
export function methodNotAllowed(message: string, allowed: readonly string[]): HttpError {
  return HttpError.of(405, 'BAD_USER_INPUT', message, { allow: allowed.join(', ') });
}
