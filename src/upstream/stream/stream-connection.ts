import { Agent, type Dispatcher } from 'undici';
import type { Credential } from '../../access/credential.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import { API_PREFIX } from '../../contract/wire.ts';
import type { OddsgraphError } from '../../errors/errors.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';
import type { Clock } from '../../scheduling/clock.ts';
import {
  invalidResponse,
  RefusedError,
  refusalError,
  timeoutError,
  unavailableError,
} from '../failure.ts';
import { headerReader } from '../http/upstream-http.ts';

interface StreamRequest {
  readonly dispatcher: Dispatcher;
  readonly baseUrl: URL;
  readonly channel: StreamChannel;
  readonly credential: Credential;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly tracing?: Tracing | null;
}

/** How long upstream may take to send the response headers. */
const HEADERS_TIMEOUT_MS = 15_000;

/** How much of an error body is read, in bytes, and how long that may take. */
const REFUSAL_BYTES_MAX = 64 * 1024;
const REFUSAL_MS = 10_000;

/** What sends the requests of one stream. */
export function newStreamAgent(): Agent {
  return new Agent({
    bodyTimeout: 0, // `UpstreamStream` notices silence itself.
    headersTimeout: HEADERS_TIMEOUT_MS,
    connections: 1,
  });
}

/** Requests all rows of a channel, whatever their EV or profit. Returns the stream's bytes. Throws if refused. */
export async function requestStream(request: StreamRequest): Promise<AsyncIterable<Buffer>> {
  const { tracing, baseUrl } = request;
  // Its span has no parent: the stream serves all subscribers, not only the operation that opens it.
  const span = tracing?.startUpstreamRequest({ method: 'GET', baseUrl, route: '/stream' }, null);
  try {
    const body = await openStream(request, span?.headers());
    span?.end(200, null);
    return body;
  } catch (error) {
    span?.end(error instanceof RefusedError ? error.status : null, error);
    throw error;
  }
}

async function openStream(
  { dispatcher, baseUrl, channel, credential, signal, clock }: StreamRequest,
  traceHeaders: Readonly<Record<string, string>> = {},
): Promise<AsyncIterable<Buffer>> {
  const basePath = baseUrl.pathname.replace(/\/$/, '');
  const response = await dispatcher.request({
    origin: baseUrl.origin,
    path: `${basePath}${API_PREFIX}/stream?channel=${channel}&min_ev=0&min_profit=0`,
    method: 'GET',
    headers: {
      ...traceHeaders,
      accept: 'text/event-stream',
      'x-api-key': credential.reveal(),
    },
    signal,
  });
  const { statusCode: status } = response;
  const header = headerReader(response.headers);
  if (status !== 200) {
    const timeout = clock.after(REFUSAL_MS, () => response.body.destroy());
    const body = await startOf(response.body);
    timeout.cancel();
    throw refusalError({ status, header, body, credential, mayBeNotFound: false }, clock.now());
  }
  if (!header('content-type')?.toLowerCase().startsWith('text/event-stream')) {
    throw invalidResponse('is not an event stream');
  }
  if ((header('content-encoding') || 'identity').toLowerCase() !== 'identity') {
    throw invalidResponse('is compressed although the request did not allow it');
  }
  return response.body;
}

/** Why a stream could not be opened, or broke. */
export function connectionError(error: unknown): OddsgraphError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'UND_ERR_HEADERS_TIMEOUT'
    ? timeoutError(HEADERS_TIMEOUT_MS)
    : unavailableError(error);
}

async function startOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= REFUSAL_BYTES_MAX) break;
    }
  } catch {
    // The body was cut off, but the status is known.
  }
  return Buffer.concat(chunks).toString();
}
