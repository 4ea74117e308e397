import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Static } from 'typebox';
import { Agent } from 'undici';
import type { Clock, Timer } from '../clock.ts';
import {
  STALE_AFTER_MS,
  STREAM_EVENTS,
  type StreamChannel,
  type StreamEventKind,
} from '../contract/stream.ts';
import { API_PREFIX } from '../contract/wire.ts';
import { OddsgraphError } from '../errors.ts';
import type { Credential } from '../viewer.ts';
import {
  invalidResponse,
  type RefusedError,
  reader,
  refusalError,
  unavailable,
} from './failure.ts';

/** A frame of the stream, checked. */
export type StreamFrame = {
  [Kind in StreamEventKind]: {
    readonly kind: Kind;
    readonly data: Static<(typeof STREAM_EVENTS)[Kind]>;
  };
}[StreamEventKind];

/** What a feed tells whoever opened it. */
export interface FeedListener {
  /** A frame of a kind that the contract knows, of the right types. */
  onFrame(frame: StreamFrame): void;
  /** The connection is lost or silent; another is being opened. */
  onTrouble(state: 'STALE' | 'RECONNECTING', message: string): void;
  /** The feed is over: upstream refuses it. */
  onEnd(error: OddsgraphError): void;
}

export interface FeedOptions {
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
  /** The longest wait before the first new try; it doubles up to half a minute. */
  readonly backoffMs?: number;
}

const BACKOFF_MS = 500;
const BACKOFF_MAX_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;

/** The longest `Retry-After` that is waited for. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/** The largest single event, in characters, and the most that is read of a refusal, in bytes. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;
const REFUSAL_BYTES_MAX = 64 * 1024;

/** Statuses with which upstream says that trying again is no use. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 429]);

const readers = Object.fromEntries(
  Object.entries(STREAM_EVENTS).map(([kind, schema]) => [kind, reader(schema)]),
) as { [Kind in StreamEventKind]: (value: unknown) => Static<(typeof STREAM_EVENTS)[Kind]> };

/**
 * One SSE connection to upstream, kept open: a connection that is lost, or silent for a minute, is
 * opened again after a wait with full jitter, or after what `Retry-After` asks. What upstream
 * refuses for good ends it. Opened at once, until `close` is called.
 */
export class UpstreamFeed {
  readonly #credential: Credential;
  readonly #options: FeedOptions;
  readonly #path: string;
  readonly #listener: FeedListener;
  readonly #agent = new Agent({
    bodyTimeout: 0, // Silence is watched here, by the contract's own measure.
    headersTimeout: HEADERS_TIMEOUT_MS,
    connections: 1,
  });
  #connection: AbortController | null = null;
  #lastEventId: string | null = null;
  #failures = 0;
  #silence: Timer | null = null;
  #retry: Timer | null = null;
  #isClosed = false;

  constructor(
    credential: Credential,
    channel: StreamChannel,
    options: FeedOptions,
    listener: FeedListener,
  ) {
    this.#credential = credential;
    this.#options = options;
    this.#listener = listener;
    const { pathname } = options.baseUrl;
    this.#path = `${pathname.replace(/\/$/, '')}${API_PREFIX}/stream?channel=${channel}&min_ev=0&min_profit=0`;
    void this.#connect();
  }

  /** Ends the feed and lets go of its connection and timers. Safe to call again. */
  close(): void {
    this.#isClosed = true;
    this.#drop();
    this.#retry?.cancel();
    void this.#agent.destroy();
  }

  /** Opens the connection anew at once, for instance since the account's rights have changed. */
  reconnect(): void {
    if (this.#isClosed || this.#connection === null) return;
    this.#again('RECONNECTING', 'The stream is opened anew.', 0);
  }

  async #connect(): Promise<void> {
    const connection = new AbortController();
    this.#connection = connection;
    try {
      await this.#read(connection);
      this.#lost(connection, 'The stream ended.');
    } catch (error) {
      this.#failed(connection, error);
    }
  }

  async #read(connection: AbortController): Promise<void> {
    this.#watchSilence();
    const response = await this.#agent.request({
      origin: this.#options.baseUrl.origin,
      path: this.#path,
      method: 'GET',
      headers: {
        accept: 'text/event-stream',
        'x-api-key': this.#credential.reveal(),
        ...(this.#lastEventId !== null && { 'last-event-id': this.#lastEventId }),
      },
      signal: connection.signal,
    });
    const header = (name: string) => {
      const value = response.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    };
    if (response.statusCode !== 200) {
      const body = await beginningOf(response.body, REFUSAL_BYTES_MAX);
      throw refusalError({ status: response.statusCode, header, body }, this.#options.clock.now());
    }
    if (!header('content-type')?.startsWith('text/event-stream')) {
      throw invalidResponse('is no event stream');
    }
    this.#watchSilence();
    let lastId: string | undefined;
    const parser = createParser({
      maxBufferSize: EVENT_LENGTH_MAX,
      onEvent: (event) => {
        const isRepeated = event.id !== undefined && event.id === lastId;
        lastId = event.id ?? lastId;
        if (!isRepeated) this.#take(event);
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw invalidResponse('holds too long an event');
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      if (connection !== this.#connection) return; // Dropped while this was on its way.
      parser.feed(decoder.decode(chunk as Buffer, { stream: true }));
    }
  }

  #take({ event: kind, id, data }: EventSourceMessage): void {
    this.#watchSilence();
    this.#lastEventId = id ?? this.#lastEventId;
    if (kind === undefined || !Object.hasOwn(readers, kind)) return;
    const known = kind as StreamEventKind;
    const frame = { kind: known, data: readers[known](parsed(data)) } as StreamFrame;
    if (known === 'snapshot:complete') this.#failures = 0;
    this.#listener.onFrame(frame);
  }

  #watchSilence(): void {
    this.#silence?.cancel();
    this.#silence = this.#options.clock.after(STALE_AFTER_MS, () => {
      this.#listener.onTrouble('STALE', 'Upstream has been silent for a minute.');
      this.#again('RECONNECTING', 'The stream is opened anew.', 0);
    });
  }

  #failed(connection: AbortController, error: unknown): void {
    if (connection !== this.#connection) return; // Dropped on purpose.
    if (isRefusal(error) && FINAL_STATUSES.has(error.status)) {
      this.close();
      this.#listener.onEnd(error);
      return;
    }
    const wait = isRefusal(error) ? retryAfter(error) : null;
    const message = error instanceof OddsgraphError ? error.message : unavailable().message;
    this.#lost(connection, message, wait);
  }

  #lost(connection: AbortController, message: string, waitMs: number | null = null): void {
    if (connection !== this.#connection) return;
    this.#again('RECONNECTING', message, waitMs ?? this.#backoff());
  }

  #again(state: 'RECONNECTING', message: string, waitMs: number): void {
    this.#drop();
    if (this.#isClosed) return;
    this.#failures += 1;
    this.#listener.onTrouble(state, message);
    this.#retry = this.#options.clock.after(waitMs, () => void this.#connect());
  }

  /** Full jitter: anything from nothing to the bound, which doubles with each failure. */
  #backoff(): number {
    const { random = Math.random, backoffMs = BACKOFF_MS } = this.#options;
    return random() * Math.min(BACKOFF_MAX_MS, backoffMs * 2 ** Math.min(this.#failures, 10));
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = null;
    this.#silence?.cancel();
    connection?.abort();
  }
}

function retryAfter({ retryAfterMs }: RefusedError): number | null {
  return retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalidResponse('is not JSON');
  }
}

async function beginningOf(body: AsyncIterable<Buffer>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(chunks).toString();
}

function isRefusal(error: unknown): error is RefusedError {
  return error instanceof OddsgraphError && 'status' in error;
}
