import {
  type BodyOf,
  isJsonRoute,
  type JsonRoute,
  type PathParams,
  type QueryOf,
  type ResponseOf,
  type Route,
  routeName,
} from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import { neededPart } from '../contract/wire.ts';
import type { Caller, UpstreamClient } from './client.ts';
import { validatorFor } from './failure.ts';
import { type Query, queryString } from './http/query-string.ts';

/** The path parameters, query and body of a request, as far as its route has them. */
export type RequestTo<R extends Route> = {
  /** Replaces the route's `freshForMs`: how long a response may be used again. 0 uses no cached response. */
  readonly freshForMs?: number;
} & (unknown extends PathParams<R['path']> ? unknown : { readonly params: PathParams<R['path']> }) &
  (object extends QueryOf<R> ? { readonly query?: QueryOf<R> } : { readonly query: QueryOf<R> }) &
  (BodyOf<R> extends null ? unknown : { readonly body: BodyOf<R> });

/** Checks the body of a response and gives it its type. Throws `UPSTREAM_INVALID_RESPONSE`. */
export type ResponseReader<T> = (body: unknown) => T & object;

/** A request to any route, without the types that depend on the route. */
interface AnyRequest {
  readonly freshForMs?: number;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Readers are compiled once, when the process starts. */
const READERS: ReadonlyMap<Route, ResponseReader<unknown>> = new Map(
  Object.values<Route>(ROUTES)
    .filter(isJsonRoute)
    .map((route) => [route, validatorFor(neededPart(route.response)) as ResponseReader<unknown>]),
);

/** The upstream service, called by the routes of its contract. */
export class Upstream {
  readonly client: UpstreamClient;

  constructor(client: UpstreamClient) {
    this.client = client;
  }

  /**
   * Calls a route. Reads are retried, and shared while they are fresh; writes are sent once. Throws
   * an `OddsgraphError`.
   */
  call<R extends JsonRoute>(
    route: R,
    caller: Caller,
    request: RequestTo<R>,
  ): Promise<ResponseOf<R>> {
    const read = READERS.get(route);
    if (read === undefined) throw new Error(`${routeName(route)} is not in the route table.`);
    return this.#send(route, read as ResponseReader<ResponseOf<R>>, caller, request);
  }

  /**
   * Calls a route whose response needs another reader than the one of its schema. Callers share what
   * the reader has returned, so all calls of one route have to use the same reader.
   */
  callAs<R extends JsonRoute, T>(
    route: R,
    read: ResponseReader<T>,
    caller: Caller,
    request: RequestTo<R>,
  ): Promise<T> {
    return this.#send(route, read, caller, request);
  }

  #send<T>(
    { method, path, freshForMs }: JsonRoute,
    read: ResponseReader<T>,
    caller: Caller,
    request: AnyRequest,
  ): Promise<T> {
    const { params, query, body } = request;
    const call = {
      method,
      route: path,
      path: (params ? pathWith(path, params) : path) + (query ? queryString(query) : ''),
      ...(body !== undefined && { body }),
      read,
    };
    // `freshForMs` is null for a route that changes something.
    const answer =
      freshForMs === null
        ? this.client.write(caller, call)
        : this.client.read(caller, { ...call, freshForMs: request.freshForMs ?? freshForMs });
    return caller.usage.waitFor(answer, this.client.clock);
  }
}

function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
