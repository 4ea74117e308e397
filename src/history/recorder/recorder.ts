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
  /** What is going on with the store; null if nothing is. */
  #work: Promise<void> | null = null;
  /** On the monotonic clock. Nothing is tried before `#retryAt`, and no recording begins before `#beginAt`. */
  #retryAt = 0;
  #beginAt = 0;
  /** How many streams have ended since the board was last live. */
  #ended = 0;
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
      this.#ended = 0;
      this.#liveSince ??= this.#options.clock.now();
      if (this.#buffer.start(this.#observation.rows)) this.#prices = null;
    } else this.#endSpan();
    this.#tick();
  }

  onEnd(error: Error | null): void {
    this.#endSpan();
    this.#observation = null;
    this.#buffer = new ChangeBuffer();
    this.#fail(error);
    const wait = Math.min(RETRY_MS * 2 ** this.#ended, REOPEN_MAX_MS);
    this.#ended += 1;
    this.#retryAt = this.#options.clock.monotonic() + wait;
  }

  /** Resolves when all changes until now have been stored or dropped, or after a second. */
  async settled(): Promise<void> {
    this.#tick(); // Perhaps the machine has slept, and a new span begins.
    const at = this.#options.clock.now();
    const version = this.#observation?.rows.version ?? 0;
    await this.#readers.wait(version, () => {
      if (this.#writer.isFailing && !this.#isOther) return null;
      this.#tick();
      return this.#work;
    });
    const { span } = this.#writer.stored ?? {};
    if (span === undefined || !this.#hasStored(version) || !this.#observation?.isLive) return;
    // What another replica has watched and not stored is known only since the board was last live here.
    const from = this.#isOther ? Math.max(span.to, this.#liveSince ?? at) : span.to;
    this.#watched = { from, to: at + 1 };
  }

  /** What was watched after all stored coverage, until readers last settled; null if that isn't known. */
  get watched(): Span | null {
    return this.#watched;
  }

  /** Stores what is buffered, if that works at once, and leaves the board. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    if (this.#observation !== null && !this.#isOther) await this.settled();
    this.#isStopped = true;
    this.#writer.cancel();
    this.#observation?.stop();
    historyMetrics.history_changes_buffered.set(0);
    historyMetrics.history_newest_point_age_seconds.set(Number.NaN);
  }

  #hasStored(version: number): boolean {
    const { position, span } = this.#writer.stored ?? {};
    if (!this.#isOther) {
      const isNewSpanDue = this.#observation?.isLive && this.#span.hasEnded;
      if (this.#prices === null || isNewSpanDue || span?.from !== this.#span.from) return false;
    }
    return position?.epoch === this.#observation?.rows.epoch && (position?.version ?? 0) >= version;
  }

  #endSpan(): void {
    this.#span.end();
    this.#watched = null;
    this.#liveSince = null;
    if (this.#prices === null) this.#writer.cancel(); // Else a span would begin that covers this.
  }

  #tick(): void {
    const { clock } = this.#options;
    historyMetrics.history_changes_buffered.set(this.#buffer.length);
    historyMetrics.history_newest_point_age_seconds.set(
      this.#isOther ? Number.NaN : this.#writer.newestPointAge,
    );
    if (this.#isStopped) return;
    if (this.#isOther) this.#follow();
    else if (!this.#needsStore) this.#buffer.trim(clock.monotonic());
    else if (this.#buffer.isFull(clock.monotonic(), this.#writer.takenAt)) this.#lose();
    if (this.#work !== null || clock.monotonic() < this.#retryAt) return;
    this.#writer.start();
    this.#work =
      this.#next()
        ?.catch((error) => this.#fail(error))
        .finally(() => {
          this.#work = null;
        }) ?? null;
  }

  /** Whether another replica reads upstream, and records. */
  get #isOther(): boolean {
    return this.#observation !== null && this.#observation.frameAge === null;
  }

  /**
   * Whether changes wait for the store. Before recording begins they wait for the stream: then another replica has stored
   * those that are dropped, or there will be a gap.
   */
  get #needsStore(): boolean {
    return this.#prices !== null || this.#writer.isWriting || this.#writer.isFailing;
  }

  /** What has to be done next; null if there is nothing. */
  #next(): Promise<void> | null {
    const observation = this.#observation ?? this.#observe();
    if (observation === null) return null;
    const { rows, isLive, frameAge } = observation;
    if (this.#isOther) return this.#readers.areServed ? null : this.#readers.look(this.#writer);
    if (!this.#buffer.isOf(rows)) this.#prices = null;
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

  #fail(error: unknown): void {
    if (!(error instanceof NotWrittenError || this.#isStopped)) this.#writer.reportFailure(error);
    this.#prices = null;
    this.#retryAt = this.#options.clock.monotonic() + RETRY_MS;
  }

  /**
   * Another replica records: keeps the last changes, in case that one is lost. After a takeover, the board may still look
   * live as that one left it: this replica's stream says it again, or recording begins once a takeover can't be without
   * a gap any more.
   */
  #follow(): void {
    const now = this.#options.clock.monotonic();
    this.#beginAt = now + TAKEOVER_MS;
    this.#buffer.trim(now);
    this.#prices = null;
    this.#writer.cancel();
  }

  /** The store has not worked for too long, or is too slow. What could not be written is a gap. */
  #lose(): void {
    this.#prices = null;
    this.#writer.giveUp(this.#buffer.clear(this.#observation?.rows.version ?? 0));
  }

  async #begin({ rows }: BoardObservation<Odds>): Promise<void> {
    const { connection, clock } = this.#options;
    await connection.opened();
    const prices = await beginRecording({
      store: connection.store,
      writer: this.#writer,
      rows,
      buffer: this.#buffer,
      span: this.#span,
      clock,
    });
    this.#writer.check();
    this.#prices = prices;
  }

  async #flush(prices: RecordedPrices, { rows }: BoardObservation<Odds>): Promise<void> {
    const { epoch } = rows; // Of all that is in the buffer now, also if the board has another one by then.
    do {
      const changes = this.#buffer.oldest(BATCH_MAX);
      const batch = prices.pointsOf(changes);
      if (this.#span.miss(batch.unseenAt, this.#liveSince)) historyMetrics.history_gaps_total.inc();
      const version = changes.at(-1)?.version ?? rows.version;
      const span = this.#span.storable(this.#buffer.knownTo(changes.length));
      const seriesIds = await this.#writer.record(batch, { epoch, version }, span);
      this.#readers.encourage();
      this.#buffer.dropUpTo(version); // Not before: if another replica has gone on, they have yet to be stored.
      prices.learn(batch, seriesIds);
    } while (this.#buffer.length >= BATCH_MAX && this.#prices === prices);
  }
}
