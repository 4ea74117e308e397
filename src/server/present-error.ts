import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { OddsgraphError } from '../errors.ts';

/** An error as the caller is to see it. */
class PresentedError extends GraphQLError {}

/**
 * The one place that decides what a caller sees of an error. What was raised on purpose is shown
 * with its code, where it happened and nothing else; everything else is logged and masked.
 */
export function presentError(error: unknown, log: Logger): GraphQLError {
  if (error instanceof PresentedError || isAboutRequest(error)) return error;
  const where = error instanceof GraphQLError ? error : null;
  const raised = raisedOnPurpose(error);
  if (raised !== null) return shown(raised.message, raised.extensions, where);
  log.error({ err: rootCause(error) }, 'unexpected error');
  return shown('Unexpected error.', { code: 'INTERNAL_SERVER_ERROR' }, where);
}

/** An error that GraphQL itself raised about the request, with the code that says so. */
export function presentRequestError(
  error: GraphQLError,
  code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED' | 'BAD_USER_INPUT',
  details: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  return shown(error.message, { ...details, code }, error);
}

function shown(
  message: string,
  extensions: Readonly<Record<string, unknown>>,
  where: GraphQLError | null,
): GraphQLError {
  const { nodes, source, positions, path } = where ?? {};
  return new PresentedError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}

/** A door's own word on a request that cannot be executed: it says which HTTP status that is. */
function isAboutRequest(error: unknown): error is GraphQLError {
  return (
    error instanceof GraphQLError &&
    error.originalError === undefined &&
    error.extensions['http'] !== undefined
  );
}

function raisedOnPurpose(error: unknown): OddsgraphError | null {
  if (error instanceof OddsgraphError) return error;
  return error instanceof GraphQLError && error.originalError !== undefined
    ? raisedOnPurpose(error.originalError)
    : null;
}

function rootCause(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? error.originalError : error;
}
