import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/**
 * A value that the odds service may leave out or send as null. Readers treat both as "not there"; a wrong
 * type is still an error.
 */
export function Maybe<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** The part of a response schema that a reader needs; the whole schema if it does not mark a part as needed. */
export type NeededPart<T extends TSchema> = T extends { readonly needed: infer N extends TSchema }
  ? N
  : T;

export type TResponseBody<Needed extends TProperties, Informative extends TProperties> = TObject<
  Needed & Informative
> & { readonly needed: TObject<NeededParts<Needed>> };

type NeededParts<Needed extends TProperties> = { [Name in keyof Needed]: NeededPart<Needed[Name]> };

/**
 * A response body, or an object in one. The contract promises all of its fields: the embedded origin
 * (`src/origin`) is type-checked against them and the contract tests check them. The GraphQL server uses only the
 * `needed` ones, so a response without the `informative` ones must not fail a query: readers check only `needed`.
 */
export function ResponseBody<
  Needed extends TProperties,
  Informative extends TProperties = Record<never, never>,
>(
  needed: Needed,
  informative: Informative = {} as Informative,
): TResponseBody<Needed, Informative> {
  const parts = Object.entries<TSchema>(needed).map(([name, schema]) => [name, neededPart(schema)]);
  return Object.assign(Type.Object<Needed & Informative>({ ...needed, ...informative }), {
    needed: Type.Object(Object.fromEntries(parts) as NeededParts<Needed>),
  });
}

/** Rows of which the contract promises more than readers need: `needed` is all that they check. */
export function Rows<Promised extends TSchema, Needed extends TSchema>(
  promised: Promised,
  needed: Needed,
): Promised & { readonly needed: Needed } {
  return Object.assign(promised, { needed });
}

/** The schema by which a reader checks a response. */
export function neededPart<T extends TSchema>(schema: T): NeededPart<T> {
  return ('needed' in schema ? schema.needed : schema) as NeededPart<T>;
}

/** A count, at most the largest `Int` of GraphQL. */
export const Count = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

/**
 * A time, ISO 8601. Only the contract tests define the format and check it: a time of another form must
 * not fail a query, so readers accept any string.
 */
export const Time = Type.String({ format: 'wire-time' });

/** A page's position in its list. `next_offset` is null on the last page. */
export const Pagination = Type.Object({
  limit: Type.Number(),
  offset: Type.Number(),
  has_more: Type.Boolean(),
  next_offset: Maybe(Type.Number()),
  next_cursor: Maybe(Type.String()),
});
export type Pagination = Static<typeof Pagination>;

/** The `meta` of a response that lists things page by page, with further informative fields. */
export function PageMeta<More extends TProperties>(more: More) {
  return ResponseBody(
    { total: Count, pagination: Pagination },
    { count: Type.Number(), updated_at: Time, ...more },
  );
}

/** The filters of a request, as `meta.filters` repeats them; null where none was given. */
export const FilterEcho = Type.Record(Type.String(), Type.Unknown());

/** The response of a route that lists rows page by page and repeats the filters. */
export function ListPage<Row extends TSchema>(row: Row) {
  return ResponseBody({ data: Type.Array(row), meta: PageMeta({ filters: FilterEcho }) });
}

/**
 * A page of a list, with `More` fields about the list, such as its total. Most routes have these fields in `meta`,
 * beside `pagination`; two routes have `pagination` at the top level, with these fields in it.
 */
export type PageOf<More> =
  | { readonly meta: More & { readonly pagination: Pagination } }
  | { readonly pagination: More & Pagination };

/** A page that says how many items its list has. */
export type CountedPage = PageOf<{ readonly total: number }>;

export function paginationOf(page: PageOf<unknown>): Pagination {
  return 'pagination' in page ? page.pagination : page.meta.pagination;
}

export function totalOf(page: CountedPage): number {
  return 'pagination' in page ? page.pagination.total : page.meta.total;
}

/** Which part of a list is asked for. */
export interface Part {
  readonly limit: number;
  readonly offset?: number | null | undefined;
}

/** A page of a list that is in memory as a whole, in the form in which most routes answer. */
export function pageOf<T>(list: readonly T[], { limit, offset: from }: Part) {
  const offset = from ?? 0;
  const data = list.slice(offset, offset + limit);
  const end = offset + data.length;
  const has_more = end < list.length;
  const pagination = { limit, offset, has_more, next_offset: has_more ? end : null };
  return { data, meta: { count: data.length, total: list.length, pagination } };
}

/** The body of every HTTP error. */
export const ErrorEnvelope = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    docs: Maybe(Type.String()),
  }),
});
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;

/**
 * The codes in error envelopes. `internal_error` is for a failure of the server, for which the specification of the
 * odds service names no code.
 */
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

/** Response headers of the odds service. `rateReset` is a Unix timestamp in seconds. */
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
