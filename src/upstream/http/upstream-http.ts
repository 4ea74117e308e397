import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { type Dispatcher, errors, Pool } from 'undici';
import { API_PREFIX, HEADERS } from '../../contract/wire.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { Call, Caller } from '../call.ts';
import { invalidResponse, readingError, unavailableError } from '../failure.ts';
import type { HeaderReader } from '../retry-after.ts';

/** The outcome of the last request. `failing`: it got no response, or a 5xx status. */
export type UpstreamState = 'untried' | 'answering' | 'failing';

export interface HttpResponse {
  readonly status: number;
  readonly header: HeaderReader;
  readonly text: string;
}

/** Connections to upstream, and so concurrent requests. */
export const CONNECTIONS = 256;

/** The maximum length of a body, as it is sent and decompressed. */
const BODY_BYTES_MAX = 64 * 2 ** 20;

/**
 * How bodies are decompressed, by their content coding. Not by undici's interceptor, which is experimental and says
 * so on standard error, between the lines of the log.
 */
const DECOMPRESS: Readonly<
  Record<string, (body: ArrayBuffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** The connection pool of the REST service. Sends single requests: no retries, no cache, no quotas. */
export class UpstreamHttp {
  readonly #clock: Clock;
  readonly #baseUrl: URL;
  readonly #tracing: Tracing | null;
  readonly #pool: Pool;
  readonly #basePath: string;
  #state: UpstreamState = 'untried';

  constructor(baseUrl: URL, clock: Clock, tracing: Tracing | null) {
    this.#clock = clock;
    this.#baseUrl = baseUrl;
    this.#tracing = tracing;
    this.#basePath = baseUrl.pathname.replace(/\/$/, '') + API_PREFIX;
    this.#pool = new Pool(baseUrl.origin, {
      connections: CONNECTIONS,
      headersTimeout: 0, // The deadline of the call replaces both timeouts.
      bodyTimeout: 0,
      maxResponseSize: BODY_BYTES_MAX,
    });
  }

  get state(): UpstreamState {
    return this.#state;
  }

  /** Sends a request and reads the whole response. Throws the signal's reason if that aborts it. */
  async send(caller: Caller, call: Call, signal: AbortSignal): Promise<HttpResponse> {
    const startedAt = this.#clock.monotonic();
    const { method, route } = call;
    const outgoing = { method, baseUrl: this.#baseUrl, route };
    const span = this.#tracing?.startUpstreamRequest(outgoing, caller.span ?? null);
    let status = 0; // It stays 0, also in the metric, if no response came, or the connection broke off.
    let failure: unknown = null;
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        method,
        path: this.#basePath + call.path,
        headers: headersOf(caller, call, span?.headers()),
        body: call.body,
        signal,
      });
      const header = headerReader(headers);
      const text = await textOf(body, header('content-encoding')).catch((error) => {
        if (signal.aborted) throw error;
        // The status and the headers of a refusal matter more than its body.
        if (!isSuccess(statusCode)) return '';
        const problem = oddsgraphError(error);
        if (problem.code === 'UPSTREAM_INVALID_RESPONSE') status = statusCode; // A response came.
        throw readingError(problem, { status: statusCode, header, credential: caller.credential });
      });
      status = statusCode;
      return { status, header, text };
    } catch (error) {
      failure = signal.aborted ? signal.reason : oddsgraphError(error);
      throw failure;
    } finally {
      this.#state = status > 0 && status < 500 ? 'answering' : 'failing';
      span?.end(status === 0 ? null : status, failure);
      metrics.upstream_request_duration_seconds.observe(
        { status },
        (this.#clock.monotonic() - startedAt) / 1000,
      );
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function headersOf(
  { credential, requestId }: Caller,
  { body }: Call,
  traceHeaders: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    ...traceHeaders,
    accept: 'application/json',
    'accept-encoding': Object.keys(DECOMPRESS).join(', '),
    'x-api-key': credential.reveal(),
    ...(requestId !== undefined && { [HEADERS.requestId]: requestId }),
    ...(body !== null && { 'content-type': 'application/json' }),
  };
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

async function textOf(body: Dispatcher.ResponseData['body'], coding: string | null) {
  if (!coding || coding.toLowerCase() === 'identity') return body.text();
  const decompress = DECOMPRESS[coding.toLowerCase()];
  const compressed = await body.arrayBuffer();
  if (decompress === undefined)
    throw invalidResponse('has a content coding that was not asked for');
  try {
    const text = await decompress(compressed, { maxOutputLength: BODY_BYTES_MAX });
    return new TextDecoder().decode(text);
  } catch (error) {
    const isTooLarge = error instanceof RangeError; // Node's `ERR_BUFFER_TOO_LARGE`.
    throw invalidResponse(isTooLarge ? 'is too large' : 'cannot be decompressed');
  }
}

/** The first value of a header by its name in lower case; null if it is missing. */
export function headerReader(headers: Dispatcher.ResponseData['headers']): HeaderReader {
  return (name) => {
    const value = headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
}

function oddsgraphError(error: unknown): OddsgraphError {
  if (error instanceof OddsgraphError) return error;
  return error instanceof errors.ResponseExceededMaxSizeError
    ? invalidResponse('is too large')
    : unavailableError(error);
}
