import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closedSignal } from '../arrival/receive-requests.ts';
import { HttpError } from '../response/http-error.ts';
import type { UnsentResponses } from '../response/unsent-responses.ts';
import type { McpServerOptions } from './mcp-server.ts';

const PATH = '/mcp';

/** Where clients find who issues tokens for this server (RFC 9728): at the endpoint's path, or else at the root. */
const METADATA_ROOT = '/.well-known/oauth-protected-resource';
const METADATA_PATH = `${METADATA_ROOT}${PATH}`;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** What proxies add to a request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto'] as const;

interface McpOptions extends McpServerOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** Origins whose pages may send requests; null if all may, without credentials of the browser's. */
  readonly corsOrigins: readonly string[] | null;
  readonly unsentResponses: UnsentResponses;
}

/** The Model Context Protocol over Streamable HTTP, without sessions, so that any replica can answer each POST. */
export function mcpRoutes(app: FastifyInstance, options: McpOptions): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    exposeHeadRoute: false,
    async handler(request, reply) {
      checkHost(request, options);
      if (Array.isArray(request.body)) {
        throw HttpError.badRequest('Send one message in each request, not a batch.');
      }
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
  for (const path of [METADATA_ROOT, METADATA_PATH]) {
    app.get(path, (request) => ({
      resource: `${baseOf(request)}${PATH}`,
      resource_name: 'Oddsgraph',
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    }));
  }
}

/** The package of the protocol is loaded when the first request comes. Most servers never get one. */
async function answer(
  { graph, method, headers, body }: FastifyRequest,
  reply: FastifyReply,
  options: McpOptions,
): Promise<Response> {
  const { mcpHandler } = await import('./mcp-server.ts');
  const signal = closedSignal(reply);
  const { fetch } = mcpHandler(options, { graph, signal });
  const given = { method, headers: headers as Record<string, string>, signal };
  return fetch(new Request(`http://localhost${PATH}`, given), { parsedBody: body });
}

/**
 * Refuses pages of other sites. A server that listens on this machine alone answers to the names of this machine: a page
 * of another site may have got its own name to mean this machine (DNS rebinding). A proxy on this machine may pass on
 * other names; browsers send `Origin` with every POST, so nobody gains by posing as one.
 */
function checkHost({ headers }: FastifyRequest, options: McpOptions): void {
  const { origin, host } = headers;
  const isOwn = (address: string) => LOOPBACK.includes(URL.parse(address)?.hostname ?? '');
  const isLocal = LOOPBACK.includes(options.host);
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  if (isLocal && !isForwarded && !isOwn(`http://${host}`)) {
    const message =
      'This server listens on this machine alone, and answers to its names, such as localhost.';
    throw HttpError.of(403, 'FORBIDDEN', message);
  }
  if (origin === undefined || options.corsOrigins?.includes(origin)) return;
  if (URL.parse(origin)?.host === host && (!isLocal || isOwn(origin))) return;
  throw HttpError.of(403, 'FORBIDDEN', 'Pages of this origin may not use /mcp: see CORS_ORIGINS.');
}

/** Refuses callers without a credential, or with one that is not accepted, as the protocol's authorization demands. */
function checkCredential(request: FastifyRequest, { services }: McpOptions): void {
  const { identity, record } = request.graph;
  const isRefused = record?.errorCodes.has('UNAUTHENTICATED');
  if (identity.credential !== null && !isRefused) return;
  const parameters = [
    ...(isRefused || identity.refusal ? ['error="invalid_token"'] : []),
    ...(services.viewers ? [`resource_metadata="${baseOf(request)}${METADATA_PATH}"`] : []),
  ];
  const missing = 'Send an API key as "X-API-Key", or a key or token as "Authorization: Bearer".';
  const message =
    identity.refusal?.message ?? (isRefused ? 'The API key is not accepted.' : missing);
  const challenge = `Bearer ${parameters.join(', ')}`.trim();
  throw HttpError.of(401, 'UNAUTHENTICATED', message, { 'www-authenticate': challenge });
}

/** The address of this server as its client sees it. Of several proxies, the first one saw the client. */
function baseOf({ headers, host }: FastifyRequest): string {
  const isSecure = /^\s*https\b/i.test(String(headers['x-forwarded-proto']));
  return `${isSecure ? 'https' : 'http'}://${host}`;
}
