import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import type { BodyOf, JsonRoute, PathParams, Route, SentBy } from '../../contract/route.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import { API_PREFIX } from '../../contract/wire.ts';
import { type Access, authorize } from '../access.ts';
import type { KeyHolder } from '../key-store.ts';
import type { TierView, TierViews } from '../tier-views.ts';
import { bodyReader, queryReader } from './read-request.ts';

/** A request whose parts fit the schemas of its route. */
export interface RouteRequest<R extends Route> {
  /** The holder of the API key, and what its tier sees; null on routes that need no key. */
  readonly caller: R['tier'] extends null ? null : KeyHolder;
  readonly view: R['tier'] extends null ? null : TierView;
  readonly params: PathParams<R['path']>;
  readonly query: Static<R['query']>;
  readonly body: BodyOf<R>;
}

/** Answers a request of a route that is allowed and well-formed: returns the JSON body, or sends the reply itself. */
export type RouteHandler<R extends Route> = R extends JsonRoute
  ? (request: RouteRequest<R>) => SentBy<R>
  : (request: RouteRequest<R>, reply: FastifyReply) => FastifyReply;

/** A handler for every route of the contract. */
export type RouteHandlers = { readonly [Name in keyof Routes]: RouteHandler<Routes[Name]> };

type AnyHandler = (request: RouteRequest<Route>, reply: FastifyReply) => unknown;

/** The routes whose `sportsbook` may name any book: betting splits are for all tiers, and their sources are fixed. */
const OF_ALL_BOOKS: ReadonlySet<Route> = new Set([ROUTES.splits, ROUTES.splitsHistory]);

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder of the API key that came with a request to the embedded origin; null on routes that need no key. */
    caller: KeyHolder | null;
  }
}

/** Serves the routes of the contract. Keys, tiers, parameters and bodies are checked as its route table says. */
export function serveRoutes(
  app: FastifyInstance,
  handlers: RouteHandlers,
  access: Access,
  views: TierViews,
): void {
  app.decorateRequest('caller', null);
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    // The compiler has checked each against its route; here the name is any of them.
    const handle = handlers[name as keyof Routes] as unknown as AnyHandler;
    const readQuery = queryReader(route);
    const readBody = bodyReader(route);
    app.route({
      method: route.method,
      url: API_PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1'),
      // A HEAD request would read a stream that never ends.
      exposeHeadRoute: route.method === 'GET' && route.response !== 'event-stream',
      // Keys are checked before a body is read.
      onRequest: async (request, reply) => {
        if (route.tier !== null) request.caller = access.authenticate(request, reply, route);
      },
      handler: (request, reply) => {
        const { caller, params } = request;
        if (caller !== null) {
          access.requireStillValid(request, caller);
          authorize(caller, route);
        }
        reply.status(route.status);
        const query = readQuery(request.query);
        const view = caller && views.of(caller.tier);
        if (!OF_ALL_BOOKS.has(route)) view?.assertBooksVisible(Object(query).sportsbook);
        const body = readBody(request.body);
        return handle({ caller, view, params, query, body } as RouteRequest<Route>, reply);
      },
    });
  }
}
