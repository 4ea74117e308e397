import { getHeapStatistics } from 'node:v8';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Credential } from '../../access/credential.ts';
import { STALE_AFTER_MS, type StreamChannel } from '../../contract/stream.ts';
import { type ErrorCode, OddsgraphError } from '../../errors/errors.ts';
import { countRefusal, metrics } from '../../observability/metrics.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { invalidResponse, RefusedError, timeoutError } from '../failure.ts';
import type { OutageLog } from '../outage-log.ts';
import { EventReader } from './event-reader.ts';
import { REOPEN_MS, ReconnectBackoff } from './reconnect-backoff.ts';
import { connectionError, newStreamAgent, requestStream } from './stream-connection.ts';
import { FrameReader, isFrameKind } from './stream-frames.ts';
import type { UpstreamStreamListener } from './stream-listener.ts';
import { StreamRefusals } from './stream-refusals.ts';
import type { Connection, StreamState } from './stream-state.ts';

export interface UpstreamStreamOptions {
  readonly baseUrl: URL;
  readonly clock: Clock;
  /** Logs when streams fail and when they recover. */
  readonly outage?: OutageLog;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
  /** Upper bound of the first reconnect delay, 500 by default; doubles per failure, up to ten seconds. */
  readonly backoffMs?: number;
  /** Traces requests and frames; null if nothing is traced. */
  readonly tracing?: Tracing | null;
  /** Whether another process had such a stream, which upstream may still count as open; false by default. */
  readonly replacesEarlier?: boolean;
}

/** The largest snapshot, in bytes: a fifth of the heap, since its rows are kept in memory. */
const SNAPSHOT_BYTES_MAX = Math.floor(getHeapStatistics().heap_size_limit * 0.2);

/** What the listener is told when we replace a connection ourselves. */
const REOPENED = { message: 'The stream is being reopened.', code: null };

/**
 * One SSE stream from upstream. It connects immediately and reconnects until it is closed: after a
 * lost connection (with backoff, and respecting `Retry-After`), after a minute of silence, and on
 * request. It ends when upstream refuses it permanently (see `StreamRefusals`) or its snapshot is too
 * large.
 */
export class UpstreamStream {
  readonly #credential: Credential;
  readonly #options: UpstreamStreamOptions;
  readonly #listener: UpstreamStreamListener;
  readonly #labels: { readonly channel: StreamChannel };
  readonly #agent = newStreamAgent();
  readonly #backoff: ReconnectBackoff;
  readonly #refusals: StreamRefusals;
  #state: StreamState;
  #attempts = 0;
  /** When the last frame came, on the monotonic clock; until the first, when the stream was opened. */
  #frameAt: number;

  constructor(
    credential: Credential,
    channel: StreamChannel,
    options: UpstreamStreamOptions,
    listener: UpstreamStreamListener,
  ) {
    this.#credential = credential;
    this.#options = options;
    this.#listener = listener;
    const { random = Math.random, backoffMs = 500, clock } = options;
    this.#backoff = new ReconnectBackoff(random, backoffMs);
    this.#refusals = new StreamRefusals(clock, options.replacesEarlier);
    this.#labels = { channel };
    this.#frameAt = clock.monotonic();
    this.#state = this.#connect();
  }

  /** Whether upstream has accepted the connection, and it is not lost. */
  get isOpen(): boolean {
    return this.isLive || this.#state.name === 'snapshot';
  }

  /** Whether the connection is open and has brought a whole snapshot. */
  get isLive(): boolean {
    return this.#state.name === 'live';
  }

  /** Milliseconds since the last frame, heartbeats included; until the first, since the stream was opened. */
  get frameAge(): number {
    return this.#options.clock.monotonic() - this.#frameAt;
  }

  /** Releases the connection and all timers. Idempotent. */
  close(): void {
    if (this.#state.name === 'closed') return;
    this.#release();
    this.#state = { name: 'closed' };
    this.#options.outage?.forget(this);
    void this.#agent.destroy();
  }

  /** Replaces the connection, for instance because the account's entitlements have changed. */
  reconnect(): void {
    this.#replaceConnection(REOPENED, REOPEN_MS);
  }

  #connect(): StreamState {
    this.#attempts += 1;
    const connection = { abort: new AbortController(), idle: this.#startIdle() };
    // Before its first `await`, `#read` must not set the state: the caller sets the one that is returned here.
    this.#read(connection).catch((error) => {
      if (!connection.abort.signal.aborted) this.#onFailure(error);
    });
    return { name: 'connecting', connection };
  }

  /** Reads until the connection is lost, and then throws; returns if it was aborted. */
  async #read(connection: Connection): Promise<void> {
    const { signal } = connection.abort;
    const body = await requestStream({
      ...this.#options,
      ...this.#labels,
      dispatcher: this.#agent,
      credential: this.#credential,
      signal,
    });
    if (signal.aborted) return;
    this.#onAccepted(connection);
    const events = new EventReader(this.#options.clock);
    const frames = new FrameReader(this.#credential.reveal());
    let snapshotBytes = 0;
    for await (const chunk of body) {
      if (signal.aborted) return; // Aborted while this chunk was in flight.
      // From 0 again when the snapshot is complete: another may follow on this connection.
      snapshotBytes = this.#state.name === 'snapshot' ? snapshotBytes + chunk.length : 0;
      if (snapshotBytes > SNAPSHOT_BYTES_MAX) {
        countRefusal('snapshot_bytes');
        const problem = `contains a snapshot of more than ${SNAPSHOT_BYTES_MAX} bytes`;
        return this.#end(invalidResponse(problem), 'closed because the snapshot is too large');
      }
      for await (const event of events.read(chunk)) {
        if (signal.aborted) return;
        this.#onEvent(event, frames, connection);
      }
    }
    throw new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The stream ended.');
  }

  #onAccepted(connection: Connection): void {
    this.#refusals.accepted();
    connection.idle = this.#startIdle(connection.idle);
    this.#state = { name: 'snapshot', connection };
    metrics.upstream_streams.inc(this.#labels);
  }

  /** Heartbeats and unknown events change nothing, so they are not traced. */
  #onEvent(event: EventSourceMessage, frames: FrameReader, connection: Connection): void {
    const { tracing } = this.#options;
    const { event: kind = '' } = event;
    const handle = () => this.#handleEvent(event, frames, connection);
    if (!tracing || kind === 'heartbeat' || !isFrameKind(kind)) handle();
    else tracing.traceFrame({ ...this.#labels, kind }, handle);
  }

  #handleEvent(
    { event, data }: EventSourceMessage,
    frames: FrameReader,
    connection: Connection,
  ): void {
    // Heartbeats are no sign that a snapshot makes progress.
    if (event !== 'heartbeat' || this.#state.name === 'live')
      connection.idle = this.#startIdle(connection.idle);
    for (const frame of frames.read(event, data)) {
      this.#frameAt = this.#options.clock.monotonic();
      this.#listener.onFrame(frame);
      // Something between us and upstream has connected again, so another snapshot follows.
      if (frame.kind === 'connected' && this.#state.name === 'live')
        this.#state = { name: 'snapshot', connection };
      if (frame.kind === 'snapshot:complete') this.#onSnapshotComplete();
    }
  }

  #onSnapshotComplete(): void {
    if (this.#state.name !== 'snapshot') return;
    const { connection } = this.#state;
    this.#state = { name: 'live', connection, since: this.#options.clock.monotonic() };
    this.#options.outage?.succeeded(this);
  }

  #startIdle(earlier?: Timer): Timer {
    earlier?.cancel();
    return this.#options.clock.after(STALE_AFTER_MS, () => this.#onSilence());
  }

  /** Reports `STALE`, and then `RECONNECTING`, as for every connection that is replaced. */
  #onSilence(): void {
    const code = 'UPSTREAM_TIMEOUT';
    this.#options.outage?.failed(this, timeoutError(STALE_AFTER_MS));
    const message = `Upstream has sent no data for ${STALE_AFTER_MS / 1000} seconds.`;
    this.#listener.onDegraded('STALE', message, code);
    metrics.upstream_streams_lost_total.inc(this.#labels);
    this.#replaceConnection({ ...REOPENED, code }, REOPEN_MS);
  }

  #onFailure(error: unknown): void {
    if (this.#refusals.isFinal(error, this.#attempts === 1)) this.#end(error, 'refused');
    else if (error instanceof RefusedError) this.#onLost(error, error.retryAfterMs ?? 0);
    else this.#onLost(error instanceof OddsgraphError ? error : connectionError(error));
  }

  /** `outcome` is for the log. */
  #end(error: OddsgraphError, outcome: string): void {
    const account = this.#credential.fingerprint;
    this.#options.outage?.ended(this, outcome, { ...this.#labels, account, code: error.code });
    this.close();
    this.#listener.onEnd(error);
  }

  #onLost(error: OddsgraphError, retryAfterMs = 0): void {
    const { clock, outage } = this.#options;
    outage?.failed(this, error);
    const liveMs = this.#state.name === 'live' ? clock.monotonic() - this.#state.since : null;
    metrics.upstream_streams_lost_total.inc(this.#labels);
    this.#replaceConnection(error, Math.max(retryAfterMs, this.#backoff.nextWaitMs(liveMs)));
  }

  /** Does nothing while a reconnect is already scheduled. */
  #replaceConnection(
    { message, code }: { readonly message: string; readonly code: ErrorCode | null },
    waitMs: number,
  ): void {
    if (this.#state.name === 'waiting' || this.#state.name === 'closed') return;
    this.#release();
    const retry = this.#options.clock.after(waitMs, () => {
      this.#state = this.#connect();
    });
    this.#state = { name: 'waiting', retry };
    this.#listener.onDegraded('RECONNECTING', message, code);
  }

  #release(): void {
    if (this.isOpen) metrics.upstream_streams.dec(this.#labels);
    if (this.#state.name === 'waiting') this.#state.retry.cancel();
    if (!('connection' in this.#state)) return;
    this.#state.connection.idle.cancel();
    this.#state.connection.abort.abort();
  }
}
