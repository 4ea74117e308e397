import type { ExecutionResult } from 'graphql';
import type { Answer, Result } from './outcome.ts';

/*
 * Statuses by the rules of GraphQL over HTTP, September 2026 (https://http-spec.graphql.org/September2026/),
 * with two deviations:
 *
 * - Operations that fail before they are executed have 400, where the specification recommends 422 for some
 *   of them: the audits of `graphql-http`, which are older, expect 400.
 * - Responses of type `application/json` have no 294, and 200 for invalid operations. This is what the audits
 *   and older clients expect of them, and the specification recommends 294 only for its own media type.
 */

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The media type for which GraphQL over HTTP defines the meaning of every status. */
export const GRAPHQL_RESPONSE = 'application/graphql-response+json';

/** The media type of older clients. */
export const JSON_TYPE = 'application/json';

/** "Partial Success": data and errors. No other code of HTTP means this, so the specification defines it. */
export const PARTIAL_SUCCESS = 294;

/** Statuses by error code, for operations that were not executed, whatever the media type. */
const REFUSED: Readonly<Partial<Record<string, number>>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
};

/**
 * Statuses by error code for responses without data of the type `GRAPHQL_RESPONSE`, which must not have a success
 * status. Other codes have the status of their errors if it is one of an error, and else 400.
 */
const FAILED: typeof REFUSED = {
  ...REFUSED,
  FORBIDDEN: 403,
  TIER_RESTRICTED: 403,
  FEATURE_NOT_AVAILABLE: 403,
  PERSISTED_QUERY_NOT_FOUND: 404,
  STREAM_LIMIT_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
  UPSTREAM_INVALID_RESPONSE: 502,
  UPSTREAM_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};

/** What the log has as the status of an answer that has no HTTP response of its own. */
export function statusOf(answer: Answer): number {
  return answer.kind === 'cached' ? 200 : statusAndHeadersOf(answer, GRAPHQL_RESPONSE).status;
}

/** The status and headers of a result as JSON of this media type. */
export function statusAndHeadersOf(result: Result, mediaType: string): Head {
  const { data, errors = [], status: least = 200 } = result;
  const isGraphQL = mediaType === GRAPHQL_RESPONSE;
  const [first] = errors;
  if (first === undefined) return { status: 200, headers: {} };
  if (data !== undefined) return { status: isGraphQL ? PARTIAL_SUCCESS : 200, headers: {} };
  const hints = errors.map(({ http = {} }) => http);
  const statuses = hints.map(({ status = 200, isOkAsJson }) =>
    isOkAsJson && !isGraphQL ? 200 : status,
  );
  const { code, retryAfterSeconds } = first.extensions ?? {};
  return {
    status:
      (isGraphQL ? FAILED : REFUSED)[String(code)] ??
      Math.max(isGraphQL ? 400 : 200, least, ...statuses),
    headers: Object.assign(
      typeof retryAfterSeconds === 'number' ? { 'retry-after': `${retryAfterSeconds}` } : {},
      ...hints.map(({ headers }) => headers),
    ),
  };
}

/**
 * Removes data that consists of nulls if every error is about a missing or refused API key or token: then the
 * whole request is refused with 401, and a response with data must have a success status.
 */
export function withoutUnauthenticatedData(result: ExecutionResult): ExecutionResult {
  const { data, ...rest } = result;
  const { errors = [] } = rest;
  if (errors.length === 0 || !isEmpty(data)) return result;
  const isRefused = errors.every((error) => error.extensions['code'] === 'UNAUTHENTICATED');
  return isRefused ? rest : result;
}

function isEmpty(data: ExecutionResult['data']): boolean {
  return !data || Object.values(data).every(isNothing);
}

/** Null, or a list of nulls, as `_entities` returns. */
function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.every((item) => item === null));
}
