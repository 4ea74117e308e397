import Type, { type Static, type TSchema } from 'typebox';

/**
 * A value that upstream may leave out or send as null. Readers take both for "not there";
 * a wrong type stays an error.
 */
export function Maybe<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** A count, no larger than what GraphQL and most databases call an integer. */
export const Count = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

/** Page numbers that paged answers share. `next_offset` is null on the last page. */
export const Pagination = Type.Object({
  limit: Type.Number(),
  offset: Type.Number(),
  has_more: Type.Boolean(),
  next_offset: Maybe(Type.Number()),
  next_cursor: Maybe(Type.String()),
  count: Type.Optional(Type.Number()),
  total: Type.Optional(Count),
});
export type Pagination = Static<typeof Pagination>;

/** The `meta` of an answer that lists things page by page. */
export const PageMeta = Type.Object({
  count: Type.Number(),
  total: Count,
  pagination: Pagination,
  updated_at: Maybe(Type.String()),
});

/** The body of every HTTP error. */
export const ErrorEnvelope = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    docs: Type.Optional(Type.String()),
  }),
});
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;

/** The codes that an error envelope carries. The specification names none for a server's failure. */
export type WireErrorCode =
  | 'missing_api_key'
  | 'unauthorized'
  | 'invalid_request'
  | 'bad_request'
  | 'feature_not_available'
  | 'tier_restricted'
  | 'not_found'
  | 'rate_limited'
  | 'stream_limit_exceeded'
  | 'internal_error';

/** Response headers of data endpoints. `reset` is a Unix timestamp in seconds. */
export const HEADERS = {
  rateLimit: 'x-ratelimit-limit',
  rateRemaining: 'x-ratelimit-remaining',
  rateReset: 'x-ratelimit-reset',
  requestId: 'x-request-id',
  dataDelay: 'x-data-delay',
  deepLinkType: 'x-deep-link-type',
} as const;

/** All paths of the service begin with this. */
export const API_PREFIX = '/api/v1';
