import { errors, Pool } from 'undici';
import type { Clock } from '../../clock.ts';
import { API_PREFIX, HEADERS } from '../../contract/wire.ts';
import type { Credential } from '../../credential.ts';
import { upstreamSeconds } from '../../metrics.ts';
import type { Span, Tracing } from '../../tracing/tracing.ts';
import { type HeaderReader, invalidResponse, unavailableError } from '../failure.ts';

/** `failing`: the last request got no response, or a 5xx status. */
export type UpstreamState = 'untried' | 'answering' | 'failing';

export interface HttpRequest {
  readonly credential: Credential;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path of its route, with the names of parameters in place of their values. */
  readonly route: string;
  /** Below `/api/v1`, with its query string. */
  readonly path: string;
  /** JSON. */
  readonly body: string | null;
  readonly signal: AbortSignal;
  /** The id of the caller's request, for upstream's log; left out if it belongs to none. */
  readonly requestId?: string;
  /** The tracing span of the operation that needs the response; null if there is none. */
  readonly span: Span | null;
}

export interface HttpResponse {
  readonly status: number;
  readonly header: HeaderReader;
  readonly text: string;
}

/** Connections to upstream, and so concurrent requests. */
export const CONNECTIONS = 256;

const BODY_BYTES_MAX = 64 * 2 ** 20;

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

  /** The outcome of the last request. */
  get state(): UpstreamState {
    return this.#state;
  }

  /** Sends a request and reads the whole response. Throws the signal's reason if that aborts it. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const startedAt = this.#clock.monotonic();
    const { method, route, span: operation } = request;
    const baseUrl = this.#baseUrl;
    const span = this.#tracing?.startUpstreamRequest({ method, baseUrl, route }, operation);
    let status = 0; // It stays 0, also in the metric, if there is no response.
    let failure: unknown = null;
    try {
      const response = await this.#send(request, span?.headers());
      status = response.status;
      this.#state = status < 500 ? 'answering' : 'failing';
      return response;
    } catch (error) {
      this.#state = 'failing';
      failure = error;
      throw error;
    } finally {
      span?.end(status === 0 ? null : status, failure);
      upstreamSeconds.observe({ status }, (this.#clock.monotonic() - startedAt) / 1000);
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #send(
    { credential, method, path, body, signal, requestId }: HttpRequest,
    traceHeaders: Readonly<Record<string, string>> = {},
  ): Promise<HttpResponse> {
    try {
      const response = await this.#pool.request({
        method,
        path: this.#basePath + path,
        headers: {
          ...traceHeaders,
          accept: 'application/json',
          'x-api-key': credential.reveal(),
          ...(requestId !== undefined && { [HEADERS.requestId]: requestId }),
          ...(body !== null && { 'content-type': 'application/json' }),
        },
        body,
        signal,
      });
      const { headers, statusCode: status } = response;
      const header = (name: string) => {
        const value = headers[name];
        return (Array.isArray(value) ? value[0] : value) ?? null;
      };
      return { status, header, text: await response.body.text() };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof errors.ResponseExceededMaxSizeError) {
        throw invalidResponse('is too large');
      }
      throw unavailableError(error);
    }
  }
}
