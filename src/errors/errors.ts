import { GraphQLError } from 'graphql';

/**
 * The values of `extensions.code` that this graph defines. Clients can also get GraphQL's two codes for
 * parsing and validation, and the two of persisted queries.
 */
export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'TIER_RESTRICTED',
  'FEATURE_NOT_AVAILABLE',
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'RATE_LIMITED',
  'STREAM_LIMIT_EXCEEDED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID_RESPONSE',
  'QUERY_TOO_COMPLEX',
  'INTERNAL_SERVER_ERROR',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The odds service's ("upstream's") answer behind an error, for clients: without its URL and its message. */
export interface UpstreamCause {
  /** The HTTP status. */
  readonly status: number;
  /** Null if it has none that may be shown, as an answer of a proxy. */
  readonly code: string | null;
  readonly requestId: string | null;
}

/** An error that is meant for the caller, who gets its message and its extensions. It has no stack, which takes time. */
export class OddsgraphError extends GraphQLError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { extensions: { ...details, code } });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
  }
}

/** An invalid argument. `argument` is its path, for instance `filter.date`. */
export function badUserInput(argument: string, problem: string): OddsgraphError {
  return new OddsgraphError('BAD_USER_INPUT', `Argument "${argument}" ${problem}.`, { argument });
}

/** Upstream refused the request's key with that answer. */
export function keyRefused(upstream: UpstreamCause): OddsgraphError {
  return new OddsgraphError('UNAUTHENTICATED', 'The API key was refused.', { upstream });
}

/** The process ends what it serves, and begins nothing. */
export function serverStopping(): OddsgraphError {
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The server is stopping.');
}

/** An operation exceeds a limit. `measure` names what is limited; `asked` is how much it asked for, at least. */
export function tooComplex(measure: string, limit: number, asked: number): OddsgraphError {
  return new OddsgraphError(
    'QUERY_TOO_COMPLEX',
    `The operation asks for too much: ${measure} ${asked}, and the limit is ${limit}.`,
    { measure, limit, asked },
  );
}

/** Whoever asked no longer waits for the answer. */
export class ClientLeftError extends Error {}

/** Converts a thrown value to an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
