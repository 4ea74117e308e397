import type { Odds } from '../../contract/odds/odds.ts';
import type { Entry } from '../../live/board/entry-list.ts';
import type { BoardObservation, BoardObserver } from '../../live/board/live-board.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { historyMetrics } from '../history-metrics.ts';
import type { Span } from '../history-store.ts';
import { beginRecording, TAKEOVER_MS } from './begin-recording.ts';
import { ChangeBuffer, changeOf } from './change-buffer.ts';
import type { RecordedPrices } from './recorded-prices.ts';
import { RecordingSpan } from './recording-span.ts';
import { NotWrittenError, RETRY_MS, type RecordedStore, StoreWriter } from './store-writer.ts';
import { WaitingReaders } from './waiting-readers.ts';

interface RecorderOptions {
  /** Its store may not be open: then it throws. */
  readonly connection: RecordedStore;
  /** Observes the board of the account that is recorded. Throws if it can't be observed now. */
  readonly observe: (observer: BoardObserver<Odds>) => BoardObservation<Odds>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often changes are stored, and how many in a batch. */
export const FLUSH_MS = 250;
const BATCH_MAX = 1_000;
/** The longest wait before a stream that has ended is opened again: upstream may refuse the key for good. */
const REOPEN_MAX_MS = 60_000;

/**
 * Appends every change of a board to a store. Of several replicas only the one that reads upstream records; the
 * others keep the last changes, so that nothing is missing when one of them takes over.
 */
export class Recorder implements BoardObserver<Odds> {
  readonly #options: RecorderOptions;
  readonly #writer: StoreWriter;
  readonly #span: RecordingSpan;
  readonly #readers: WaitingReaders;
  #timer: Timer | null = null;
  #observation: BoardObservation<Odds> | null = null;
  #buffer = new ChangeBuffer();
  /** Null while nothing is recorded. */
  #prices: RecordedPrices | null = null;
  #watched: Span | null = null;
  /** Null while the board is not live. */
  #liveSince: number | null = null;
  /** The reads and writes of the store that are under way; null if there are none. */
  #work: Promise<void> | null = null;
  /** On the monotonic clock. Nothing is tried before `#retryAt`, and no recording begins before `#beginAt`. */
  #retryAt = 0;
  #beginAt = 0;
  /** How many streams have ended since the board was last live. */
  #endedStreams = 0;
  #isStopped = false;

  constructor(options: RecorderOptions) {
    const { connection, clock, log } = options;
    this.#options = options;
    this.#writer = new StoreWriter(connection, clock, log);
    this.#span = new RecordingSpan(clock);
    this.#readers = new WaitingReaders(clock, (version) => this.#hasStored(version));
  }

  /** Observes the board, and begins to record as soon as that is complete. */
  start(): void {
    this.#timer = this.#options.clock.every(FLUSH_MS, () => this.#tick());
    this.#tick();
  }

  onEntry(entry: Entry<Odds>): void {
    const { clock } = this.#options;
    const isWatched = this.#observation?.isFilling === false;
    this.#buffer.add(changeOf(entry, clock.now(), isWatched, clock.monotonic()));
  }

  onState(): void {
    if (this.#observation?.isLive) {
      this.#beginAt = 0;
      this.#endedStreams = 0;
      this.#liveSince ??= this.#options.clock.now();
      if (this.#buffer.start(this.#observation.rows)) this.#prices = null;
    } else this.#endSpan();
    this.#tick();
  }

  onEnd(error: Error | null): void {
    this.#endSpan();
    this.#observation = null;
    this.#buffer = new ChangeBuffer();
    this.#fail(error, Math.min(RETRY_MS * 2 ** this.#endedStreams, REOPEN_MAX_MS));
    this.#endedStreams += 1;
  }

  /** Resolves when all changes until now have been stored or dropped, or after a second. */
  async settled(): Promise<void> {
    this.#tick(); // Perhaps the machine has slept, and a new span begins.
    const at = this.#options.clock.now();
    const version = this.#observation?.rows.version ?? 0;
    await this.#readers.wait(version, () => {
      if (this.#writer.isFailing && !this.#isFollower) return null;
      this.#tick();
      return this.#work;
    });
    const { span } = this.#writer.stored ?? {};
    if (span === undefined || !this.#hasStored(version) || !this.#observation?.isLive) return;
    // What another replica has watched and not stored is known only since the board was last live here.
    const from = this.#isFollower ? Math.max(span.to, this.#liveSince ?? at) : span.to;
    this.#watched = { from, to: at + 1 };
  }

  /** What was watched after all stored coverage, until readers last settled; null if that isn't known. */
  get watched(): Span | null {
    return this.#watched;
  }

  /** Stores what is buffered, if that works at once, and leaves the board. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    if (this.#observation !== null && !this.#isFollower) await this.settled();
    this.#isStopped = true;
    this.#writer.cancel();
    this.#observation?.stop();
    historyMetrics.history_changes_buffered.set(0);
    historyMetrics.history_newest_point_age_seconds.set(Number.NaN);
  }

  /** Whether the board is stored up to this version and, if this replica records, in the span that is being watched now. */
  #hasStored(version: number): boolean {
    const { position, span } = this.#writer.stored ?? {};
    if (!this.#isFollower) {
      const isNewSpanDue = this.#observation?.isLive && this.#span.hasEnded;
      if (this.#prices === null || isNewSpanDue || span?.from !== this.#span.from) return false;
    }
    return position?.epoch === this.#observation?.rows.epoch && (position?.version ?? 0) >= version;
  }

  #endSpan(): void {
    this.#span.end();
    this.#watched = null;
    this.#liveSince = null;
    // If recording was just beginning: what is written last would store a span that covers this outage.
    if (this.#prices === null) this.#writer.cancel();
  }

  #tick(): void {
    const now = this.#options.clock.monotonic();
    historyMetrics.history_changes_buffered.set(this.#buffer.length);
    historyMetrics.history_newest_point_age_seconds.set(
      this.#isFollower ? Number.NaN : this.#writer.newestPointAge,
    );
    if (this.#isStopped) return;
    if (this.#isFollower) this.#follow();
    else if (!this.#needsStore) this.#buffer.trim(now);
    else if (this.#buffer.isFull(now, this.#writer.takenAt)) this.#dropChanges();
    if (this.#work !== null || now < this.#retryAt) return;
    this.#writer.start();
    const work = this.#beginWork();
    if (work === null) return;
    this.#work = work
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#work = null;
      });
  }

  /** Whether another replica reads upstream, and records. */
  get #isFollower(): boolean {
    return this.#observation !== null && this.#observation.frameAge === null;
  }

  /**
   * Whether the buffered changes wait for the store. Otherwise old ones can be dropped: another replica has stored them, or
   * recording begins with a gap anyway.
   */
  get #needsStore(): boolean {
    return this.#prices !== null || this.#writer.isWriting || this.#writer.isFailing;
  }

  /** Begins what has to be done next; null if there is nothing. */
  #beginWork(): Promise<void> | null {
    const observation = this.#observation ?? this.#observe();
    if (observation === null) return null;
    const { rows, isLive, frameAge } = observation;
    if (this.#isFollower) return this.#readers.areServed ? null : this.#readers.look(this.#writer);
    if (!this.#buffer.isOf(rows)) this.#prices = null; // All rows were made anew, and may not be complete yet.
    if (this.#prices === null) {
      const isDue = isLive && this.#options.clock.monotonic() >= this.#beginAt;
      return isDue ? this.#begin(observation) : null;
    }
    if (isLive && this.#span.extend(frameAge ?? 0)) historyMetrics.history_gaps_total.inc();
    const isDue = this.#buffer.length > 0 || this.#span.isDue || !this.#hasStored(rows.version);
    return isDue ? this.#flush(this.#prices, observation) : null;
  }

  #observe(): BoardObservation<Odds> | null {
    try {
      this.#observation = this.#options.observe(this);
      if (this.#observation.isLive) {
        this.#liveSince = this.#options.clock.now();
        this.#buffer.start(this.#observation.rows);
      }
    } catch (error) {
      this.#fail(error);
    }
    return this.#observation;
  }

  /** Nothing is recorded, or tried, for so many milliseconds. */
  #fail(error: unknown, wait = RETRY_MS): void {
    if (!(error instanceof NotWrittenError || this.#isStopped)) this.#writer.reportFailure(error);
    this.#prices = null;
    this.#retryAt = this.#options.clock.monotonic() + wait;
  }

  /**
   * Another replica records: this one only keeps the last changes, in case that one is lost. When this one takes over, the
   * board may still look live, as the other one left it. So recording begins when this replica's own stream says that the
   * board is live (`onState`), or when so much time has passed that there is a gap anyway.
   */
  #follow(): void {
    const now = this.#options.clock.monotonic();
    this.#beginAt = now + TAKEOVER_MS;
    this.#buffer.trim(now);
    this.#prices = null;
    this.#writer.cancel();
  }

  /** The store has not worked for too long, or is too slow. What could not be written is a gap. */
  #dropChanges(): void {
    this.#prices = null;
    this.#writer.giveUp(this.#buffer.clear(this.#observation?.rows.version ?? 0));
  }

  async #begin({ rows }: BoardObservation<Odds>): Promise<void> {
    const { connection, clock } = this.#options;
    await connection.opened();
    const { store } = connection;
    const [writer, buffer, span] = [this.#writer, this.#buffer, this.#span];
    const prices = await beginRecording({ store, writer, rows, buffer, span, clock });
    writer.throwIfCancelled(); // Perhaps it was while the last batch was on its way to the store.
    this.#prices = prices;
  }

  async #flush(prices: RecordedPrices, { rows }: BoardObservation<Odds>): Promise<void> {
    const { epoch } = rows; // Of all that is in the buffer now, also if the board has another one by then.
    do {
      const changes = this.#buffer.oldest(BATCH_MAX);
      const batch = prices.pointsOf(changes);
      if (this.#span.restartIfMissed(batch.unseenAt, this.#liveSince))
        historyMetrics.history_gaps_total.inc();
      const version = changes.at(-1)?.version ?? rows.version;
      const span = this.#span.markStored(this.#buffer.knownTo(changes.length));
      const seriesIds = await this.#writer.record(batch, { epoch, version }, span);
      this.#readers.encourage();
      this.#buffer.dropUpTo(version); // Not before: if another replica has gone on, they have yet to be stored.
      prices.learn(batch, seriesIds);
    } while (this.#buffer.length >= BATCH_MAX && this.#prices === prices);
  }
}
