import type { FastifyInstance, FastifyRequest } from 'fastify';
import { credentialMissing } from '../../access/identity.ts';
import { excessOf, firstValues } from '../arrival/request-params.ts';
import { HttpError } from '../response/http-error.ts';
import type { McpServerOptions } from './mcp-server.ts';

const PATH = '/mcp';

/** Where clients find who issues tokens for this server (RFC 9728): at the endpoint's path, or else at the root. */
const METADATA_ROOT = '/.well-known/oauth-protected-resource';
const METADATA_PATH = `${METADATA_ROOT}${PATH}`;

/** The package of the protocol checks all values of a message, and its error has a sentence for each wrong one. */
const VALUES_MAX = 1_000;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** What proxies add to a request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto'] as const;

/** Headers that the protocol's package sets on event streams. Here, each answer is sent as a whole. */
const OF_STREAMS = ['cache-control', 'connection', 'x-accel-buffering'];

/** The Model Context Protocol over Streamable HTTP, without sessions, so that any replica can answer each POST. */
export function mcpRoutes(app: FastifyInstance, options: McpServerOptions): void {
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
      checkSize(request.body);
      const response = await answer(request, options);
      reply.status(response.status);
      for (const [name, value] of response.headers) {
        if (!OF_STREAMS.includes(name)) reply.header(name, value);
      }
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

/** Has the protocol's package answer. That is loaded when the first request comes: most servers never get one. */
async function answer(
  { graph, method, headers, body }: FastifyRequest,
  options: McpServerOptions,
): Promise<Response> {
  const { mcpHandler } = await import('./mcp-server.ts');
  const { fetch } = mcpHandler(options, graph);
  const signal = graph.closedSignal;
  const given = { method, headers: headers as Record<string, string>, signal };
  return fetch(new Request(`http://localhost${PATH}`, given), { parsedBody: body });
}

/**
 * Refuses pages of other sites. A server that listens on this machine alone answers to the names of this machine: a page
 * of another site may have got its own name to mean this machine (DNS rebinding). A proxy on this machine may pass on
 * other names; browsers send `Origin` with every POST, so nobody gains by posing as one.
 */
function checkHost({ headers }: FastifyRequest, options: McpServerOptions): void {
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

/** Refuses a message with too many values. The arguments of a tool don't count: they may have as many as variables. */
function checkSize(body: unknown): void {
  const { method, params } = Object(body);
  const uncounted: unknown = method === 'tools/call' ? Object(params).arguments : null;
  const excess = excessOf(uncounted);
  if (excess !== null) throw HttpError.badRequest(`"arguments" ${excess}.`);
  const values = [body]; // It grows while it is walked.
  for (const value of values) {
    if (typeof value !== 'object' || value === null || value === uncounted) continue;
    for (const inner of firstValues(value, VALUES_MAX)) {
      if (values.push(inner) > VALUES_MAX) {
        throw HttpError.badRequest('The message has more than 1,000 values.');
      }
    }
  }
}

/** Refuses callers without a credential, or with one that is not accepted, as the protocol's authorization demands. */
function checkCredential(request: FastifyRequest, { services }: McpServerOptions): void {
  const { identity, record } = request.graph;
  const isRefused = record?.errorCodes.has('UNAUTHENTICATED');
  if (identity.credential !== null && !isRefused) return;
  const { code, message } = identity.refusal ?? credentialMissing(services);
  // A client would give up a good token if it were told that it is invalid.
  if (code === 'FORBIDDEN') throw HttpError.of(403, code, message);
  if (code === 'UPSTREAM_UNAVAILABLE') throw HttpError.unavailable(message);
  const parameters = [
    ...(isRefused || identity.refusal ? ['error="invalid_token"'] : []),
    ...(services.viewers ? [`resource_metadata="${baseOf(request)}${METADATA_PATH}"`] : []),
  ];
  const headers = { 'www-authenticate': `Bearer ${parameters.join(', ')}`.trim() };
  if (isRefused) {
    const extensions = { code: 'UNAUTHENTICATED' }; // The operation has counted it.
    throw new HttpError(401, [{ message: 'The API key is not accepted.', extensions }], headers);
  }
  throw HttpError.of(401, 'UNAUTHENTICATED', message, headers);
}

/** The address of this server as its client sees it. Of several proxies, the first one saw the client. */
function baseOf({ headers, host }: FastifyRequest): string {
  const isSecure = /^\s*https\b/i.test(String(headers['x-forwarded-proto']));
  return `${isSecure ? 'https' : 'http'}://${host}`;
}
