import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { OddsgraphError } from '../errors.ts';
import type { Log } from '../log.ts';
import { countError } from '../metrics.ts';
import { exceeds, hasTooManyTokens, LIMITS } from './limits/operation-limits.ts';

/** What both transports read off an error: 400, except for clients that expect 200 with every answer. */
const REFUSED = { status: 400, spec: true };

/** Codes that GraphQL clients know, by which the servers behind the transports refuse an operation. */
const OPERATION_CODES: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
]);

/** A well-formed request with several operations, of which it names none. */
const NO_OPERATION = 'OPERATION_RESOLUTION_FAILURE';

/** An error as the caller is to see it. */
class FormattedError extends GraphQLError {}

/**
 * The one place that decides what a caller sees of an error. What was raised on purpose is shown
 * with its code, where it happened and nothing else; what is wrong with the request itself is shown
 * in GraphQL's words; everything else is logged and masked.
 */
export function formatError(error: unknown, log: Pick<Log, 'error'>): GraphQLError {
  if (error instanceof FormattedError) return error;
  if (error instanceof GraphQLError && error.originalError instanceof FormattedError) {
    return error.originalError; // Apollo Server wraps what it was given.
  }
  const where = error instanceof GraphQLError ? error : null;
  const raised = raisedOnPurpose(error);
  if (raised !== null) return shown(raised.message, raised.extensions, where);
  if (where !== null && isTooLong(where)) return formatTooLong(where);
  if (isTooNested(error)) return formatRefusal(exceeds('depth', LIMITS.depth + 1));
  if (where !== null && isAboutRequest(where)) {
    const { code, http } = where.extensions;
    const isKnown = OPERATION_CODES.has(code);
    // What is no request at all is refused with its status, whatever the client expects.
    const head = { ...REFUSED, ...asRecord(http), spec: isKnown || code === NO_OPERATION };
    return shown(where.message, { code: isKnown ? code : 'BAD_USER_INPUT', http: head }, where);
  }
  log.error({ err: rootCause(error) }, 'unexpected error');
  return shown('Unexpected error.', { code: 'INTERNAL_SERVER_ERROR' }, where);
}

/** The same for a server that wants plain objects and has read off the HTTP status already. */
export function formatForResponse(error: unknown, log: Pick<Log, 'error'>): GraphQLFormattedError {
  const { extensions = {}, ...shownError } = formatError(error, log).toJSON();
  const { http: _, ...rest } = extensions;
  return { ...shownError, extensions: rest };
}

/** An error that GraphQL itself raised about the variables or the choice of operation. */
export function formatBadInput(error: GraphQLError, argument: string | null): GraphQLError {
  const extensions = { code: 'BAD_USER_INPUT', argument, http: REFUSED };
  return shown(error.message, extensions, error);
}

/** An error for which an operation is not executed at all. */
export function formatRefusal({ message, extensions }: OddsgraphError): GraphQLError {
  return shown(message, { ...extensions, http: REFUSED }, null);
}

function shown(
  message: string,
  extensions: Readonly<Record<string, unknown>>,
  where: GraphQLError | null,
): GraphQLError {
  countError(extensions);
  const { nodes, source, positions, path } = where ?? {};
  return new FormattedError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function isAboutRequest({ extensions }: Partial<GraphQLError>): boolean {
  const { code, http } = extensions ?? {}; // The compiler's errors may have none.
  return http !== undefined || OPERATION_CODES.has(code) || code === NO_OPERATION;
}

/** A parser that gave up on a document's length says so in words alone. */
function isTooLong({ source, path }: GraphQLError): boolean {
  return path === undefined && source !== undefined && hasTooManyTokens(source);
}

/** A parser that ran out of stack: beside resolvers, whose errors have a path, nothing else does. */
function isTooNested(error: unknown): boolean {
  const path = error instanceof GraphQLError ? error.path : undefined;
  return path === undefined && rootCause(error) instanceof RangeError;
}

function formatTooLong(error: GraphQLError): GraphQLError {
  const { message, extensions } = exceeds('tokens', LIMITS.tokens + 1);
  return shown(message, { ...extensions, http: REFUSED }, error);
}

function raisedOnPurpose(error: unknown): OddsgraphError | null {
  if (error instanceof OddsgraphError) return error;
  return error instanceof GraphQLError && error.originalError !== undefined
    ? raisedOnPurpose(error.originalError)
    : null;
}

function rootCause(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError
    ? rootCause(error.originalError)
    : error;
}
