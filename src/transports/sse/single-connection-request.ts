import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Maybe } from '../../contract/wire.ts';
import { tooDeep } from '../../execution/coerce-variables.ts';
import { preferredMediaType, requireAccepted } from '../accept.ts';
import { HttpError } from '../http-error.ts';

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

const Parameters = Compile(
  Type.Object({
    query: Maybe(Type.String()),
    operationName: Maybe(Type.String()),
    variables: Maybe(Type.Record(Type.String(), Type.Unknown())),
    extensions: Maybe(
      Type.Object({
        operationId: Type.Optional(Type.Unknown()),
        persistedQuery: Type.Optional(Type.Unknown()),
      }),
    ),
  }),
);

/** Error messages, by the JSON pointer of the invalid parameter. */
const PROBLEMS = new Map([
  ['/query', '"query" must be a string.'],
  ['/operationName', '"operationName" must be a string.'],
  ['/variables', '"variables" must be an object.'],
  ['/extensions', '"extensions" must be an object.'],
]);

const OPERATION_ID_LENGTH_MAX = 256;

const OperationId = Compile(
  Type.Union([Type.String({ minLength: 1, maxLength: OPERATION_ID_LENGTH_MAX }), Type.Number()]),
);

/** The token of a reserved stream. A browser's EventSource can't set headers, so its token is in the URL. */
export function streamTokenOf({ headers, url }: FastifyRequest): string | null {
  const header = headers['x-graphql-event-stream-token'];
  return (Array.isArray(header) ? header[0] : header) || searchOf(url).get('token');
}

/** Whether a request asks for the event stream itself. */
export function acceptsEventStream({ headers }: FastifyRequest): boolean {
  return preferredMediaType(headers.accept, RESPONSE_TYPES) === 'text/event-stream';
}

/** Throws 406 unless the client accepts plain text, the type of a token. */
export function requirePlainTextAccepted(request: FastifyRequest): void {
  requireTypes(request, ['text/plain']);
}

/** Throws 406 unless the client accepts JSON, the type of a failed operation's errors. */
export function requireJsonAccepted(request: FastifyRequest): void {
  requireTypes(request, JSON_TYPES);
}

function requireTypes({ headers }: FastifyRequest, types: readonly string[]): void {
  requireAccepted(headers.accept, types, `"Accept" must allow ${types.join(' or ')}.`);
}

/** The id of the operation that a DELETE ends. */
export function operationToEnd({ url }: FastifyRequest): string {
  return operationId(searchOf(url).get('operationId'));
}

/**
 * The operation that a POST or GET starts. Throws 400 if a parameter is missing or has a wrong
 * type.
 */
export function operationParams(request: FastifyRequest): OperationParams {
  const params: unknown = request.method === 'GET' ? searchParams(request.url) : request.body;
  if (!Parameters.Check(params)) throw badRequest(problemOf(params));
  const { query, operationName, variables, extensions } = params;
  const refusal = tooDeep(variables);
  if (refusal !== null) throw refusal; // Variables are serialised recursively if another replica needs them.
  if (typeof query !== 'string') {
    const isPersisted = extensions?.persistedQuery !== undefined;
    throw isPersisted ? persistedQueryNotSupported() : badRequest('"query" must be a string.');
  }
  return {
    query,
    operationName: operationName || null,
    variables: variables ?? {},
    operationId: operationId(extensions?.operationId),
  };
}

function problemOf(params: unknown): string {
  const [error] = Parameters.Errors(params);
  return PROBLEMS.get(error?.instancePath ?? '') ?? 'The body must be a JSON object.';
}

function searchParams(url: string): Record<string, unknown> {
  const search = searchOf(url);
  return {
    query: search.get('query'),
    operationName: search.get('operationName'),
    variables: parseJson(search, 'variables'),
    extensions: parseJson(search, 'extensions'),
  };
}

function parseJson(search: URLSearchParams, name: string): unknown {
  try {
    return JSON.parse(search.get(name) || 'null');
  } catch {
    throw badRequest(`The parameter "${name}" is not JSON.`);
  }
}

function operationId(value: unknown): string {
  if (OperationId.Check(value)) return String(value);
  const rule = `a number or a string of 1 to ${OPERATION_ID_LENGTH_MAX} characters`;
  throw badRequest(`An operation on a stream needs an "operationId", ${rule}.`);
}

function searchOf(url: string): URLSearchParams {
  return URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
}

function badRequest(message: string): HttpError {
  return HttpError.of(400, 'BAD_USER_INPUT', message);
}

/**
 * Clients that send hashes of persisted queries react to this message by sending the whole
 * document.
 */
function persistedQueryNotSupported(): HttpError {
  return HttpError.of(400, 'PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
}

/** The 405 error. `allowed` are the methods for the `Allow` header. */
export function methodNotAllowed(message: string, allowed: readonly string[]): HttpError {
  return HttpError.of(405, 'BAD_USER_INPUT', message, { allow: allowed.join(', ') });
}
