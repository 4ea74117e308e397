import type { FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';

/** The parameters of an operation on a stream. */
export interface OperationParams {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Under which its results come. */
  readonly operationId: string;
}

const OPERATION_ID_LENGTH_MAX = 256;

/** The token by which a request names its stream: EventSource of a browser has but the address. */
export function tokenOf({ headers, url }: FastifyRequest): string | null {
  const header = headers['x-graphql-event-stream-token'];
  return (Array.isArray(header) ? header[0] : header) || searchOf(url).get('token');
}

/** Whether a request is for the stream itself. */
export function wantsStream({ headers }: FastifyRequest): boolean {
  return mediaRanges(headers.accept ?? '')[0] === 'text/event-stream';
}

/** Refuses a request that accepts none of these types. */
export function requireAccept({ headers }: FastifyRequest, ...types: readonly string[]): void {
  const accepted = mediaRanges(headers.accept ?? '*/*');
  const [group] = types[0]?.split('/') ?? [];
  if ([...types, `${group}/*`, '*/*'].some((type) => accepted.includes(type))) return;
  throw HttpError.of(406, 'BAD_USER_INPUT', `The answer is of type ${types.join(' or ')}.`);
}

function mediaRanges(accept: string): (string | undefined)[] {
  return accept.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase());
}

/** The operation that a DELETE ends. */
export function operationToEnd({ url }: FastifyRequest): string {
  return operationId(searchOf(url).get('operationId'));
}

/** The operation that a POST or GET asks for. */
export function operationParams(request: FastifyRequest): OperationParams {
  const given = request.method === 'GET' ? inAddress(request.url) : request.body;
  if (!isRecord(given)) throw badRequest('The body must be a JSON object.');
  const { query, operationName, variables, extensions } = given;
  for (const [name, value] of Object.entries({ variables, extensions })) {
    if (!isAbsent(value) && !isRecord(value)) throw badRequest(`"${name}" must be an object.`);
  }
  const options = isRecord(extensions) ? extensions : {};
  if (typeof query !== 'string') {
    throw 'persistedQuery' in options ? notPersisted() : badRequest('"query" must be a string.');
  }
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw badRequest('"operationName" must be a string.');
  }
  return {
    query,
    operationName: operationName || null,
    variables: isRecord(variables) ? variables : {},
    operationId: operationId(options['operationId']),
  };
}

function inAddress(url: string): Record<string, unknown> {
  const search = searchOf(url);
  return {
    query: search.get('query'),
    operationName: search.get('operationName'),
    variables: jsonOf(search, 'variables'),
    extensions: jsonOf(search, 'extensions'),
  };
}

function jsonOf(search: URLSearchParams, name: string): unknown {
  try {
    return JSON.parse(search.get(name) || 'null');
  } catch {
    throw badRequest(`The parameter "${name}" is not JSON.`);
  }
}

function operationId(given: unknown): string {
  const id = typeof given === 'number' ? String(given) : given;
  if (typeof id === 'string' && id !== '' && id.length <= OPERATION_ID_LENGTH_MAX) return id;
  const rule = `a string of 1 to ${OPERATION_ID_LENGTH_MAX} characters`;
  throw badRequest(`An operation on a stream needs an "operationId", ${rule}.`);
}

function searchOf(url: string): URLSearchParams {
  return URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
}

function badRequest(message: string): HttpError {
  return HttpError.of(400, 'BAD_USER_INPUT', message);
}

/** As clients that persist queries know it: they go on with whole documents. */
function notPersisted(): HttpError {
  const extensions = { code: 'PERSISTED_QUERY_NOT_SUPPORTED' };
  return new HttpError(400, [{ message: 'PersistedQueryNotSupported', extensions }]);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
