import { getHeapStatistics } from 'node:v8';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Agent } from 'undici';
import type { Clock, Timer } from '../../clock.ts';
import { STALE_AFTER_MS, type StreamChannel } from '../../contract/stream.ts';
import { API_PREFIX } from '../../contract/wire.ts';
import type { Credential } from '../../credential.ts';
import { type ErrorCode, OddsgraphError } from '../../errors.ts';
import { countRefusal, upstreamStreams, upstreamStreamsLost } from '../../metrics.ts';
import { invalidResponse, RefusedError, timedOut } from '../failure.ts';
import type { Outage } from '../outage.ts';
import { ReconnectWait } from './reconnect-wait.ts';
import { connectionError, HEADERS_TIMEOUT_MS, requestStream } from './stream-connection.ts';
import { FrameReader, type StreamFrame } from './stream-frames.ts';

/** What a feed tells whoever opened it. */
export interface UpstreamStreamListener {
  /** A frame of a kind that the contract knows, of the right types. */
  onFrame(frame: StreamFrame): void;
  /** The connection is lost or silent; another is being opened. No code where nothing is wrong. */
  onTrouble(state: 'STALE' | 'RECONNECTING', message: string, code: ErrorCode | null): void;
  /** The feed is over: upstream refuses it. */
  onEnd(error: OddsgraphError): void;
}

export interface UpstreamStreamOptions {
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** Told of streams that fail, and that are given again. */
  readonly outage?: Outage;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
  /** The longest wait before the first new try; it doubles up to ten seconds. */
  readonly backoffMs?: number;
}

const BACKOFF_MS = 500;

/** Upstream counts streams, and takes a while to notice that one was given up. */
const REOPEN_MS = 1_000;

/** The largest single event, in characters. */
const EVENT_LENGTH_MAX = 8 * 2 ** 20;

/** The largest snapshot, in bytes: a fifth of the heap, since what is sent is held. */
const SNAPSHOT_BYTES_MAX = Math.floor(getHeapStatistics().heap_size_limit * 0.2);

/** Statuses with which upstream says that trying again is no use. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 403]);

/** How long a 429 may take to pass: upstream may still count a stream that is gone. */
const TOO_MANY_MS = 5 * 60_000;

/** An event's number that can be given back as a header. */
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;

/** A stream that is opened anew though nothing was wrong with it. */
const OPENED_ANEW = { message: 'The stream is opened anew.', code: null };

/**
 * One SSE connection to upstream, kept open: a connection that is lost, or silent for a minute, is
 * opened again after a wait with jitter, and not before `Retry-After`. What upstream itself refuses
 * ends the feed; a 429 only at first, or where it does not pass. Opened at once, until `close` is
 * called.
 */
export class UpstreamStream {
  readonly #credential: Credential;
  readonly #options: UpstreamStreamOptions;
  readonly #path: string;
  readonly #listener: UpstreamStreamListener;
  readonly #labels: { readonly channel: StreamChannel };
  readonly #agent = new Agent({
    bodyTimeout: 0, // Silence is watched here, by the contract's own measure.
    headersTimeout: HEADERS_TIMEOUT_MS,
    connections: 1,
  });
  readonly #wait: ReconnectWait;
  #connection: AbortController | null = null;
  #lastEventId: string | null = null;
  #isFirstTry = true;
  /** Since when upstream has answered with nothing but 429; null where it has not. */
  #tooManySince: number | null = null;
  /** Since when the connection has been in order; null while it is not. */
  #wholeSince: number | null = null;
  #silence: Timer | null = null;
  #retry: Timer | null = null;
  #isClosed = false;

  constructor(
    credential: Credential,
    channel: StreamChannel,
    options: UpstreamStreamOptions,
    listener: UpstreamStreamListener,
  ) {
    this.#credential = credential;
    this.#options = options;
    this.#listener = listener;
    this.#wait = new ReconnectWait(options.random ?? Math.random, options.backoffMs ?? BACKOFF_MS);
    const { pathname } = options.baseUrl;
    this.#path = `${pathname.replace(/\/$/, '')}${API_PREFIX}/stream?channel=${channel}&min_ev=0&min_profit=0`;
    this.#labels = { channel };
    upstreamStreams.inc(this.#labels);
    void this.#connect();
  }

  /** Ends the feed and lets go of its connection and timers. Safe to call again. */
  close(): void {
    if (!this.#isClosed) upstreamStreams.dec(this.#labels);
    this.#isClosed = true;
    this.#drop();
    this.#options.outage?.forget(this);
    this.#retry?.cancel();
    void this.#agent.destroy();
  }

  /** Opens the connection anew, for instance since the account's rights have changed. */
  reconnect(): void {
    if (this.#isClosed || this.#connection === null) return;
    this.#giveUp(OPENED_ANEW);
  }

  async #connect(): Promise<void> {
    const connection = new AbortController();
    this.#connection = connection;
    try {
      await this.#read(connection);
      this.#lost(connection, new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The stream ended.'));
    } catch (error) {
      this.#failed(connection, error);
    }
  }

  async #read(connection: AbortController): Promise<void> {
    this.#watchSilence();
    const body = await requestStream({
      dispatcher: this.#agent,
      origin: this.#options.baseUrl.origin,
      path: this.#path,
      credential: this.#credential,
      lastEventId: this.#lastEventId,
      signal: connection.signal,
      clock: this.#options.clock,
    });
    this.#watchSilence();
    this.#tooManySince = null;
    const frames = new FrameReader();
    let lastId: string | undefined;
    const parser = createParser({
      maxBufferSize: EVENT_LENGTH_MAX,
      onEvent: (event) => {
        const isRepeated = event.id !== undefined && event.id === lastId;
        lastId = event.id ?? lastId;
        if (!isRepeated && connection === this.#connection) this.#take(event, frames);
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw invalidResponse('holds too long an event');
      },
    });
    let bytes = 0;
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      if (connection !== this.#connection) return; // Dropped while this was on its way.
      if (!frames.isWhole) bytes += chunk.length;
      if (bytes > SNAPSHOT_BYTES_MAX) {
        countRefusal('snapshot_bytes');
        this.#end(invalidResponse('holds a snapshot without a measure'));
        return;
      }
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
  }

  #take({ event: kind, id, data }: EventSourceMessage, frames: FrameReader): void {
    // A heartbeat is no sign that a snapshot gets on.
    if (kind !== 'heartbeat' || frames.isWhole) this.#watchSilence();
    if (id !== undefined && EVENT_ID.test(id)) this.#lastEventId = id;
    for (const frame of frames.read(kind, data)) this.#listener.onFrame(frame);
    if (!frames.isWhole || this.#wholeSince !== null) return;
    this.#wholeSince = this.#options.clock.monotonic();
    this.#options.outage?.succeeded(this);
  }

  #watchSilence(): void {
    this.#silence?.cancel();
    this.#silence = this.#options.clock.after(STALE_AFTER_MS, () => {
      const code = 'UPSTREAM_TIMEOUT';
      this.#options.outage?.failed(this, timedOut(STALE_AFTER_MS));
      this.#listener.onTrouble('STALE', 'Upstream has been silent for a minute.', code);
      this.#giveUp({ ...OPENED_ANEW, code });
    });
  }

  #failed(connection: AbortController, error: unknown): void {
    if (connection !== this.#connection) return; // Dropped on purpose.
    if (!(error instanceof RefusedError)) {
      this.#lost(connection, error instanceof OddsgraphError ? error : connectionError(error));
    } else if (this.#isFinal(error)) {
      this.#end(error);
    } else {
      const isForeign = !error.isOfContract && FINAL_STATUSES.has(error.status);
      const told = isForeign ? invalidResponse('is no error of its contract') : error;
      this.#lost(connection, told, error.retryAfterMs ?? 0);
    }
  }

  #end(error: OddsgraphError): void {
    const account = this.#credential.fingerprint;
    this.#options.outage?.refused(this, { ...this.#labels, account, code: error.code });
    this.close();
    this.#listener.onEnd(error);
  }

  /** Whether it is upstream itself that refuses, and for good. */
  #isFinal({ status, isOfContract }: RefusedError): boolean {
    if (status !== 429) return isOfContract && FINAL_STATUSES.has(status);
    const now = this.#options.clock.monotonic();
    this.#tooManySince ??= now;
    return isOfContract && (this.#isFirstTry || now - this.#tooManySince >= TOO_MANY_MS);
  }

  #lost(connection: AbortController, error: OddsgraphError, waitMs = 0): void {
    if (connection !== this.#connection) return;
    this.#options.outage?.failed(this, error);
    const { clock } = this.#options;
    const heldMs = this.#wholeSince === null ? null : clock.monotonic() - this.#wholeSince;
    this.#again(error, Math.max(waitMs, this.#wait.next(heldMs)));
  }

  /** Gives up a connection that upstream has not ended: it is to notice that before another is opened. */
  #giveUp(reason: { message: string; code: ErrorCode | null }): void {
    this.#again(reason, REOPEN_MS);
  }

  #again({ message, code }: { message: string; code: ErrorCode | null }, waitMs: number): void {
    this.#drop();
    if (this.#isClosed) return;
    this.#isFirstTry = false;
    upstreamStreamsLost.inc(this.#labels);
    this.#listener.onTrouble('RECONNECTING', message, code);
    this.#retry = this.#options.clock.after(waitMs, () => void this.#connect());
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = null;
    this.#wholeSince = null;
    this.#silence?.cancel();
    connection?.abort();
  }
}
