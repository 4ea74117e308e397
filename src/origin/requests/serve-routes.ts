import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import {
  type BodyOf,
  type JsonRoute,
  type PathParams,
  type Route,
  routeName,
  type SentBy,
} from '../../contract/route.ts';
import { ROUTES, type Routes } from '../../contract/routes.ts';
import { API_PREFIX } from '../../contract/wire.ts';
import { type Access, authorize } from '../access.ts';
import type { KeyHolder } from '../key-store.ts';
import { bodyReader, queryReader } from './read-request.ts';

/** A request whose parts fit the schemas of its route. */
export interface RouteRequest<R extends Route> {
  /** The holder of the API key; null on routes that need no key. */
  readonly caller: R['tier'] extends null ? null : KeyHolder;
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

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder of the API key that came with a request to the embedded origin; null on routes that need no key. */
    caller: KeyHolder | null;
  }
}

/** Serves the routes of the contract. Keys, tiers, parameters and bodies are checked as its route table says. */
export async function serveRoutes(
  app: FastifyInstance,
  handlers: RouteHandlers,
  access: Access,
): Promise<void> {
  requireExactlyTheContract(app);
  app.decorateRequest('caller', null);
  await app.register(
    async (api) => {
      for (const [name, route] of Object.entries<Route>(ROUTES)) {
        const handler: unknown = handlers[name as keyof Routes];
        if (handler === undefined) continue; // `requireExactlyTheContract` reports it at the start.
        serve(api, route, handler as AnyHandler, access);
      }
    },
    { prefix: API_PREFIX },
  );
}

function serve(api: FastifyInstance, route: Route, handler: AnyHandler, access: Access): void {
  const readQuery = queryReader(route);
  const readBody = bodyReader(route);
  api.route({
    method: route.method,
    url: urlOf(route),
    // A HEAD request would read a stream that never ends.
    exposeHeadRoute: route.method === 'GET' && route.response !== 'event-stream',
    // Keys are checked before a body is read.
    onRequest: async (request, reply) => {
      if (route.tier !== null) request.caller = access.authenticate(request, reply, route);
    },
    handler: (request, reply) => {
      const { caller, params } = request;
      if (caller !== null) authorize(caller, route);
      reply.status(route.status);
      const query = readQuery(request.query);
      const body = readBody(request.body);
      return handler({ caller, params, query, body } as RouteRequest<Route>, reply);
    },
  });
}

function urlOf({ path }: Route): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Lets the server start only if its routes below `/api/v1` are those of the contract, no more and no fewer. */
function requireExactlyTheContract(app: FastifyInstance): void {
  const served = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) {
      const isServed = url.startsWith(API_PREFIX) && name !== 'HEAD' && name !== 'OPTIONS';
      if (isServed) served.add(`${name} ${url}`);
    }
  });
  app.addHook('onReady', async () => {
    const promised = new Set(
      Object.values<Route>(ROUTES).map((route) =>
        routeName({ method: route.method, path: API_PREFIX + urlOf(route) }),
      ),
    );
    const missing = [...promised.difference(served)];
    const foreign = [...served.difference(promised)];
    if (missing.length > 0) throw new Error(`The origin does not serve ${missing.join(', ')}.`);
    if (foreign.length > 0) {
      throw new Error(`The origin serves ${foreign.join(', ')}, which the route table lacks.`);
    }
  });
}
