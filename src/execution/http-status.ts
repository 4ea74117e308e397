import type { GraphQLFormattedError } from 'graphql';

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly Pick<GraphQLFormattedError, 'extensions'>[];
}

/** The status and headers of an answer where its errors decide on them; null where the transport does. */
export function headOf(
  result: Result,
): { readonly status: number; readonly headers: Readonly<Record<string, string>> } | null {
  if (authenticationStatus(result) !== null) return { status: 401, headers: {} };
  const { code, retryAfterSeconds } = result.errors?.[0]?.extensions ?? {};
  // What was not executed at all; a field that is refused has data beside it.
  if (result.data !== undefined || code !== 'RATE_LIMITED') return null;
  return { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } };
}

/** 401 where nothing could be answered for want of a key; null where the transport decides. */
export function authenticationStatus(result: Result): 401 | null {
  const { data, errors } = result;
  if (errors === undefined || errors.length === 0) return null;
  const allUnauthenticated = errors.every((e) => e.extensions?.['code'] === 'UNAUTHENTICATED');
  return allUnauthenticated && isEmpty(data) ? 401 : null;
}

function isEmpty(data: unknown): boolean {
  return typeof data !== 'object' || data === null || Object.values(data).every(isNothing);
}

/** Null, or a list of nothing but nulls, as `_entities` gives. */
function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.every((item) => item === null));
}
