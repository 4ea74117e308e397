import type { Credential } from '../access/credential.ts';
import {
  type BodyOf,
  isJsonRoute,
  type JsonRoute,
  type PathParams,
  type QueryOf,
  type Route,
  routeName,
} from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import { neededPart } from '../contract/wire.ts';
import type { Span } from '../observability/tracing/tracing.ts';
import { type Query, queryString } from './http/query-string.ts';
import { validatorFor } from './read-json.ts';
import type { Usage } from './request-usage.ts';

/** The path parameters, query and body of a request, as far as its route has them. */
export type RequestTo<R extends Route> = {
  /** 0 if no cached response will do, whatever the route says. The response to an equal request in progress will. */
  readonly freshForMs?: 0;
} & (unknown extends PathParams<R['path']> ? unknown : { readonly params: PathParams<R['path']> }) &
  (object extends QueryOf<R> ? { readonly query?: QueryOf<R> } : { readonly query: QueryOf<R> }) &
  (BodyOf<R> extends null ? unknown : { readonly body: BodyOf<R> });

/** Who makes a call: the key to send, and what counts the upstream requests of its operation. */
export interface Caller {
  readonly credential: Credential;
  readonly usage: Usage;
  /** The id of the viewer for whom the operator's key is sent; left out if there is none. */
  readonly viewer?: string | undefined;
  /** The id of the client's request that the call is for, for upstream's log; left out if there is none. */
  readonly requestId?: string;
  /** The tracing span of the operation, if it is traced. */
  readonly span?: Span | null;
}

/** Checks the body of a response and gives it its type. Throws `UPSTREAM_INVALID_RESPONSE`. */
export type ResponseReader<T> = (body: unknown) => T;

/** A request, ready to be sent. */
export interface Call {
  readonly method: Route['method'];
  /** The path of its route, with the names of parameters in place of their values. */
  readonly route: string;
  /** Whether it names something that upstream may not have: a 404 to any other request means that the route does not exist. */
  readonly mayBeNotFound: boolean;
  /** Below `/api/v1`, with its query string. */
  readonly path: string;
  /** JSON; null if there is none. */
  readonly body: string | null;
  readonly read: ResponseReader<object>;
  /** For how many milliseconds the same credential may get the cached response; null for a change. */
  readonly freshForMs: number | null;
}

/** A request to any route, without the types that depend on the route. */
interface AnyRequest {
  readonly freshForMs?: 0;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Readers are compiled once, when the process starts. */
const READERS: ReadonlyMap<Route, ResponseReader<object>> = new Map(
  Object.values<Route>(ROUTES)
    .filter(isJsonRoute)
    .map((route) => [route, validatorFor(neededPart(route.response)) as ResponseReader<object>]),
);

/** The request to a route; by default its response is read by the needed part of the route's schema. */
export function callOf(
  route: JsonRoute,
  { params = {}, query = {}, body, freshForMs }: AnyRequest,
  read: ResponseReader<object> | undefined = READERS.get(route),
): Call {
  if (read === undefined) throw new Error(`${routeName(route)} is not in the route table.`);
  return {
    method: route.method,
    route: route.path,
    // The routes of splits name events in their query.
    mayBeNotFound: route.path.includes('{') || Boolean(query['event_id']),
    path: pathWith(route.path, params) + queryString(query),
    body: body === undefined ? null : JSON.stringify(body),
    read,
    freshForMs: route.freshForMs === null ? null : (freshForMs ?? route.freshForMs),
  };
}

function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
