import type { GraphQLFormattedError } from 'graphql';

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly Pick<GraphQLFormattedError, 'extensions'>[];
}

/** The status and headers that the errors of a response imply; null if the transport decides. */
export function headOf(
  result: Result,
): { readonly status: number; readonly headers: Readonly<Record<string, string>> } | null {
  if (authenticationStatus(result) !== null) return { status: 401, headers: {} };
  const { code, retryAfterSeconds } = result.errors?.[0]?.extensions ?? {};
  // Only operations that were not executed; a refused field still comes with data.
  if (result.data !== undefined || code !== 'RATE_LIMITED') return null;
  return { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } };
}

/** 401 if nothing was answered because of a missing or refused key; null if the transport decides. */
export function authenticationStatus(result: Result): 401 | null {
  const { data, errors } = result;
  if (errors === undefined || errors.length === 0) return null;
  const allUnauthenticated = errors.every((e) => e.extensions?.['code'] === 'UNAUTHENTICATED');
  return allUnauthenticated && isEmpty(data) ? 401 : null;
}

function isEmpty(data: unknown): boolean {
  return typeof data !== 'object' || data === null || Object.values(data).every(isNothing);
}

/** Null, or a list of nulls, as `_entities` returns. */
function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.every((item) => item === null));
}
