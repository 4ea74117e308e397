import { type ExecutionResult, GraphQLError, type GraphQLErrorOptions } from 'graphql';
import type { Viewer } from '../access/identity.ts';
import { ClientLeftError, OddsgraphError } from '../errors/errors.ts';
import type { Log } from '../observability/log.ts';
import { countError } from '../observability/metrics.ts';
import { ERRORS_MAX, type OperationContext } from '../resolvers/context.ts';
import { exceeds, LIMITS, type Limit } from './limits/operation-limits.ts';
import { type HttpHint, Refusal, type ShownError } from './outcome.ts';

const BAD_REQUEST: HttpHint = { status: 400, isOkAsJson: true };

/** Codes of Yoga and Apollo Server that GraphQL clients know. */
const OPERATION_CODES: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
]);

/** Longer messages about a variable lose their middle: they quote the whole value before they say what is wrong with it. */
const MESSAGE_LENGTH_MAX = 1_000;

/** Apollo Server's code for a document with several operations and no `operationName`. */
const NO_OPERATION = 'OPERATION_RESOLUTION_FAILURE';

/** An error as the caller sees it. What HTTP says about it is no part of the response's body. */
class FormattedError extends GraphQLError implements ShownError {
  readonly http: HttpHint;

  constructor(message: string, options: GraphQLErrorOptions, http: HttpHint = {}) {
    super(message, options);
    this.http = http;
  }
}

/**
 * The one place that decides what a caller sees of an error. An `OddsgraphError` is shown with its
 * message, code and location, an invalid request with GraphQL's own message. Everything else is logged
 * and masked. `viewer` is the one who sent the operation, if one did.
 */
export function formatError(
  error: unknown,
  log: Pick<Log, 'error'>,
  viewer: Viewer | null = null,
): FormattedError {
  if (error instanceof FormattedError) return error;
  if (error instanceof GraphQLError && error.originalError instanceof FormattedError) {
    return error.originalError; // Apollo Server wraps the errors it is given.
  }
  const cause = rootCause(error);
  if (cause instanceof ClientLeftError) return clientLeft();
  const located = error instanceof GraphQLError ? error : null;
  if (cause instanceof OddsgraphError) {
    const { message, extensions } = asSeenBy(viewer, cause);
    return formatted(message, extensions, located);
  }
  const limit = located && limitOf(located);
  if (limit !== null) {
    const { message, extensions } = exceeds(limit, LIMITS[limit] + 1);
    return formatted(message, extensions, located, BAD_REQUEST);
  }
  const isOfResolver = located?.path !== undefined;
  if (cause instanceof RangeError && !isOfResolver) {
    return formatRefusal(exceeds('depth', LIMITS.depth + 1)); // The parser ran out of stack.
  }
  if (located !== null && isAboutRequest(located)) {
    const { code, http } = located.extensions;
    const isKnown = OPERATION_CODES.has(code);
    // A request that is not a GraphQL request gets its status even if the client expects 200.
    const { status = 400, headers = {} } = Object(http);
    const hint = {
      status,
      headers: headers instanceof Map ? Object.fromEntries(headers) : headers, // Apollo Server's are a map.
      isOkAsJson: isKnown || code === NO_OPERATION,
    };
    return formatted(located.message, { code: isKnown ? code : 'BAD_USER_INPUT' }, located, hint);
  }
  log.error({ err: cause }, 'unexpected error');
  return formatted('Unexpected error.', { code: 'INTERNAL_SERVER_ERROR' }, located);
}

/** What a caller sees of whatever was thrown for its operation. */
export function shownErrors(
  error: unknown,
  { log, viewer }: Pick<OperationContext, 'log' | 'viewer'>,
): readonly ShownError[] {
  return error instanceof Refusal ? error.errors : [formatError(error, log, viewer)];
}

/** A result with its errors as the caller sees them, up to a maximum. */
export function withFormattedErrors(
  result: ExecutionResult,
  log: Log,
  viewer: Viewer | null,
): ExecutionResult {
  if (result.errors === undefined) return result;
  const errors = result.errors.slice(0, ERRORS_MAX);
  return { ...result, errors: errors.map((error) => formatError(error, log, viewer)) };
}

/** An error of graphql-js about the variables or the choice of operation. `argument` names the wrong input. */
export function formatBadInput(error: GraphQLError, argument: string | null): FormattedError {
  const { message } = error;
  const shown =
    message.length > MESSAGE_LENGTH_MAX
      ? `${message.slice(0, MESSAGE_LENGTH_MAX / 2)} … ${message.slice(-MESSAGE_LENGTH_MAX / 2)}`
      : message;
  return formatted(shown, { code: 'BAD_USER_INPUT', argument }, error, BAD_REQUEST);
}

/** The error of a subscription whose events cannot be sent to its client. */
export function formatNotAcceptable(message: string): FormattedError {
  return formatted(message, { code: 'BAD_USER_INPUT' }, null, { status: 406 });
}

/** The error of an operation whose client has left. Nobody reads it, so it is not counted. */
export function clientLeft(): FormattedError {
  return new FormattedError('The client has left.', { extensions: { code: 'CANCELLED' } });
}

/** An error that prevents the execution of an operation. */
export function formatRefusal({ message, extensions }: OddsgraphError): FormattedError {
  return formatted(message, extensions, null, BAD_REQUEST);
}

/** Also counts the error. */
function formatted(
  message: string,
  extensions: Readonly<Record<string, unknown>>,
  located: GraphQLError | null,
  http: HttpHint = {},
): FormattedError {
  countError(extensions);
  const { http: _, ...shown } = extensions; // Yoga notes the status of invalid documents there.
  const error = new FormattedError(message, { path: located?.path, extensions: shown }, http);
  // Not from its nodes: graphql-js would read all lines before the error again, and graphql-jit tells no nodes.
  return Object.assign(error, located?.locations && { locations: located.locations });
}

function isAboutRequest({ extensions }: Partial<GraphQLError>): boolean {
  const { code, http } = extensions ?? {}; // Errors of graphql-jit may have no extensions.
  return http !== undefined || OPERATION_CODES.has(code) || code === NO_OPERATION;
}

/** The limit at which graphql-js stopped to parse or to validate a document: only its message says so. */
function limitOf({ message }: GraphQLError): Limit | null {
  if (/^Syntax Error: Document contains more tha[nt] \d+ tokens/.test(message)) return 'tokens';
  return message === 'Validation aborted.' ? 'comparedSelections' : null;
}

/**
 * A viewer is not told that upstream has refused the operator's API key: they can do nothing about it, and a new token
 * would not help.
 */
function asSeenBy(viewer: Viewer | null, error: OddsgraphError): OddsgraphError {
  const { upstream } = error.extensions; // Upstream's response; none if it is about the token.
  if (viewer === null || upstream === undefined || error.code !== 'UNAUTHENTICATED') return error;
  const message = "The odds service refused this server's API key.";
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', message, { upstream });
}

function rootCause(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError
    ? rootCause(error.originalError)
    : error;
}
