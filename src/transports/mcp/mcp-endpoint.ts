import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closedSignal } from '../arrival/graph-request.ts';
import { HttpError } from '../response/http-error.ts';
import type { UnsentResponses } from '../response/unsent-responses.ts';
import type { McpServerOptions } from './mcp-server.ts';

const PATH = '/mcp';

/** Where clients find who issues tokens for this server (RFC 9728). */
const METADATA_PATH = `/.well-known/oauth-protected-resource${PATH}`;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

interface McpOptions extends McpServerOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** Origins whose pages may send requests; null if all may, without credentials of the browser's. */
  readonly corsOrigins: readonly string[] | null;
  readonly unsentResponses: UnsentResponses;
}

/**
 * The Model Context Protocol over Streamable HTTP, without sessions: each POST is answered for itself, so that any
 * replica can answer it.
 */
export function mcpRoutes(app: FastifyInstance, options: McpOptions): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    exposeHeadRoute: false,
    async handler(request, reply) {
      checkOrigin(request, options);
      if (Array.isArray(request.body)) throw batched();
      checkCredential(request, options);
      const response = await answer(request, reply, options);
      reply.status(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      const body = Buffer.from(await response.arrayBuffer());
      checkCredential(request, options); // Upstream may just have refused the key.
      options.unsentResponses.send(reply, [body]);
      return reply;
    },
  });
  const issuer = options.services.viewers?.issuer;
  if (issuer === undefined) return;
  app.get(METADATA_PATH, (request) => ({
    resource: `${baseOf(request)}${PATH}`,
    resource_name: 'Oddsgraph',
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
  }));
}

/** The package of the protocol is loaded when the first request comes. Most servers never get one. */
async function answer(
  { graph, method, headers, body }: FastifyRequest,
  reply: FastifyReply,
  options: McpOptions,
): Promise<Response> {
  const { mcpHandler } = await import('./mcp-server.ts');
  const signal = closedSignal(reply);
  const { fetch } = mcpHandler(options, graph, signal);
  const given = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  const request = new Request(`http://localhost${PATH}`, { method, headers: given, signal });
  return fetch(request, { parsedBody: body });
}

/** Each request is one operation for limits, budgets and the log. */
function batched(): HttpError {
  return HttpError.of(400, 'BAD_USER_INPUT', 'Send one message in each request, not a batch.');
}

/**
 * Refuses pages of other sites. A server that listens on this machine alone has pages of its own only under the names of
 * this machine: a page of another site may have got its name to mean this machine (DNS rebinding).
 */
function checkOrigin({ headers: { origin, host } }: FastifyRequest, options: McpOptions): void {
  if (origin === undefined || options.corsOrigins?.includes(origin)) return;
  const page = URL.parse(origin);
  const isNamed = !LOOPBACK.includes(options.host) || LOOPBACK.includes(page?.hostname ?? '');
  if (page?.host === host && isNamed) return;
  throw HttpError.of(403, 'FORBIDDEN', 'Pages of this origin may not use /mcp: see CORS_ORIGINS.');
}

/** Refuses callers without a credential, or with one that is not accepted, as the protocol's authorization demands. */
function checkCredential(request: FastifyRequest, { services }: McpOptions): void {
  const { identity, record } = request.graph;
  const isRefused = record?.errorCodes.has('UNAUTHENTICATED');
  if (identity.credential !== null && !isRefused) return;
  const metadata = `${baseOf(request)}${METADATA_PATH}`;
  const challenge = services.viewers === null ? 'Bearer' : `Bearer resource_metadata="${metadata}"`;
  const message =
    identity.refusal?.message ??
    (isRefused
      ? 'The API key is not accepted.'
      : 'Send an API key as "X-API-Key", or a key or token as "Authorization: Bearer".');
  throw HttpError.of(401, 'UNAUTHENTICATED', message, { 'www-authenticate': challenge });
}

/** The address of this server as its client sees it. */
function baseOf({ headers, host }: FastifyRequest): string {
  const isSecure = headers['x-forwarded-proto'] === 'https';
  return `${isSecure ? 'https' : 'http'}://${host}`;
}
