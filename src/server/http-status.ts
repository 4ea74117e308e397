import type { GraphQLFormattedError } from 'graphql';

/** 401 where nothing could be answered for want of a key; null where the door decides. */
export function authenticationStatus(result: {
  readonly data?: unknown;
  readonly errors?: readonly Pick<GraphQLFormattedError, 'extensions'>[];
}): 401 | null {
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
