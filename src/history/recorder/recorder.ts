import type { Odds } from '../../contract/odds/odds.ts';
import type { Entry } from '../../live/board/entry-list.ts';
import type { BoardObservation, BoardObserver } from '../../live/board/live-board.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { changesBuffered, historyGaps, newestPointAge, pointsDropped } from '../history-metrics.ts';
import type { Position } from '../history-store.ts';
import { ChangeBuffer, changeOf } from './change-buffer.ts';
import { RecordedPrices } from './recorded-prices.ts';
import { RecordingSpan } from './recording-span.ts';
import { NotWrittenError, RETRY_MS, type RecordedStore, StoreWriter } from './store-writer.ts';
import { takeBoard } from './take-board.ts';

export interface RecorderOptions {
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
/** For how long a reader waits for changes to be stored. */
const SETTLE_MS = 1_000;
/** How long a board may be without a leader if what is recorded goes on without a gap: a lease, and some. */
const TAKEOVER_MS = 10_000;

/**
 * Appends every change of a board to a store. Of several replicas only the one that reads upstream records; the
 * others keep the last changes, so that nothing is missing when one of them takes over.
 */
export class Recorder implements BoardObserver<Odds> {
  readonly #options: RecorderOptions;
  readonly #writer: StoreWriter;
  readonly #span: RecordingSpan;
  readonly #timer: Timer;
  #observation: BoardObservation<Odds> | null = null;
  readonly #buffer = new ChangeBuffer();
  /** Since when the buffer has all changes: the epoch of the board that was complete then. */
  #bufferEpoch: string | null = null;
  /** Null while nothing is recorded. */
  #prices: RecordedPrices | null = null;
  #position: Position | null = null;
  /** What is going on with the store; null if nothing is. */
  #work: Promise<void> | null = null;
  /** Nothing is tried before, on the monotonic clock. */
  #retryAt = 0;
  /** Whether changes have been lost since the store last worked. */
  #hasLost = false;
  #isStopped = false;

  constructor(options: RecorderOptions) {
    const { connection, clock, log } = options;
    this.#options = options;
    this.#writer = new StoreWriter(connection, clock, log);
    this.#span = new RecordingSpan(clock);
    this.#timer = clock.every(FLUSH_MS, () => this.#tick());
    this.#tick();
  }

  onEntry(entry: Entry<Odds>): void {
    if (!this.#isStopped) this.#buffer.add(changeOf(entry, this.#options.clock.now()));
  }

  onState(): void {
    const { isLive = false, rows } = this.#observation ?? {};
    if (!isLive || rows === undefined) this.#span.end();
    else if (this.#bufferEpoch !== rows.epoch) {
      this.#bufferEpoch = rows.epoch;
      this.#buffer.clear(rows.version); // What the board was filled with was not seen as changes.
    }
    this.#tick();
  }

  onEnd(): void {
    this.#span.end();
    this.#observation = null;
    this.#prices = null;
    this.#retryAt = this.#options.clock.monotonic() + RETRY_MS;
  }

  /** Resolves when all changes until now have been stored or dropped, or after a second. */
  async settled(): Promise<void> {
    const version = this.#observation?.rows.version ?? 0;
    const timeout = Promise.withResolvers<boolean>();
    const timer = this.#options.clock.after(SETTLE_MS, () => timeout.resolve(false));
    for (let waits = true; waits && !this.#writer.isFailing && !this.#hasStored(version); ) {
      this.#tick();
      if (this.#work === null) break;
      waits = await Promise.race([timeout.promise, this.#work.then(() => true)]);
    }
    timer.cancel();
  }

  /** Stores what is buffered, if that works at once, and leaves the board. */
  async stop(): Promise<void> {
    this.#timer.cancel();
    await this.settled();
    this.#isStopped = true;
    this.#writer.cancel();
    this.#observation?.stop();
    changesBuffered.set(0);
    newestPointAge.set(Number.NaN);
  }

  #hasStored(version: number): boolean {
    if (this.#prices === null || this.#position === null) return false;
    return this.#buffer.length === 0 || this.#position.version >= version;
  }

  #tick(): void {
    const { clock } = this.#options;
    changesBuffered.set(this.#buffer.length);
    newestPointAge.set(this.#isOther ? Number.NaN : this.#writer.newestPointAge);
    if (this.#isStopped) return;
    if (this.#isOther) this.#follow();
    else if (this.#buffer.isFull(clock.now())) this.#lose();
    if (this.#work !== null || clock.monotonic() < this.#retryAt) return;
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

  /** What has to be done next; null if there is nothing. */
  #next(): Promise<void> | null {
    const observation = this.#observation ?? this.#observe();
    if (observation === null || this.#isOther) return null;
    if (this.#position?.epoch !== observation.rows.epoch) this.#prices = null;
    if (this.#prices === null) return observation.isLive ? this.#begin(observation) : null;
    if (observation.isLive && this.#span.extend(observation.frameAge ?? 0)) historyGaps.inc();
    return this.#buffer.length > 0 || this.#span.isDue ? this.#flush(this.#prices) : null;
  }

  #observe(): BoardObservation<Odds> | null {
    try {
      this.#observation = this.#options.observe(this);
      this.#bufferEpoch = null;
    } catch (error) {
      this.#fail(error);
    }
    return this.#observation;
  }

  #fail(error: unknown): void {
    if (!(error instanceof NotWrittenError)) this.#writer.reportFailure(error);
    this.#prices = null;
    this.#retryAt = this.#options.clock.monotonic() + RETRY_MS;
  }

  /** Another replica records: keeps the last changes, in case that one is lost. */
  #follow(): void {
    this.#buffer.trim(this.#options.clock.now());
    this.#prices = null;
    this.#writer.cancel();
  }

  /** The store has not worked for too long. What could not be written is a gap. */
  #lose(): void {
    const version = this.#observation?.rows.version ?? 0;
    const changes = this.#buffer.clear(version);
    this.#prices = null;
    this.#writer.cancel();
    pointsDropped.inc(changes);
    if (!this.#hasLost) this.#options.log.warn({ changes }, 'changes of prices were not recorded');
    this.#hasLost = true;
  }

  /** Begins to record: brings the store up to the board, or goes on where another replica has stopped. */
  async #begin({ rows }: BoardObservation<Odds>): Promise<void> {
    const { connection, clock } = this.#options;
    const now = clock.now();
    const { epoch } = rows;
    await connection.opened();
    const { store } = connection;
    const stored = await store.position();
    const standing = await store.standing();
    const goesOn =
      stored !== null &&
      stored.position.epoch === epoch &&
      stored.position.version >= this.#buffer.since &&
      now - stored.span.to <= TAKEOVER_MS;
    const version = goesOn ? stored.position.version : rows.version;
    this.#buffer.dropUpTo(version);
    const prices = new RecordedPrices(
      standing,
      goesOn ? stored.span.to : now,
      stored?.span.to ?? null,
    );
    await takeBoard(this.#writer, prices, rows, goesOn ? this.#buffer : null);
    if (goesOn) this.#span.resume(stored.span);
    else this.#span.begin(now);
    await this.#writer.write({
      ...(goesOn ? NOTHING : prices.absent(clock.now())),
      coverage: this.#span.storable(null),
      position: { after: stored?.position ?? null, to: { epoch, version } },
    });
    if (!goesOn && stored !== null) historyGaps.inc();
    this.#position = { epoch, version };
    this.#prices = prices;
    this.#hasLost = false;
  }

  async #flush(prices: RecordedPrices): Promise<void> {
    do {
      const changes = this.#buffer.oldest(BATCH_MAX);
      const batch = prices.pointsOf(changes);
      const after = this.#position;
      const version = changes.at(-1)?.version ?? after?.version ?? 0;
      const to = { epoch: after?.epoch ?? '', version };
      const coverage = this.#span.storable(this.#buffer.seenAt(changes.length));
      const { seriesIds } = await this.#writer.write({
        ...batch,
        coverage,
        position: { after, to },
      });
      this.#buffer.dropUpTo(version); // Not before: if another replica has gone on, they have yet to be stored.
      prices.learn(batch, seriesIds);
      this.#position = to;
    } while (this.#buffer.length >= BATCH_MAX && this.#prices === prices);
  }
}

const NOTHING = { series: [], events: [], points: [] };
