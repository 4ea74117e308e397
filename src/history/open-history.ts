import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Credential } from '../access/credential.ts';
import { asError, OddsgraphError } from '../errors/errors.ts';
import type { LiveHub } from '../live/stream/live-hub.ts';
import type { Log } from '../observability/log.ts';
import type { Clock } from '../scheduling/clock.ts';
import { replyWithin } from '../scheduling/reply-within.ts';
import { fairReads } from './fair-reads.ts';
import type { HistoryRecord, ImportTarget } from './files/import-records.ts';
import { importPast } from './files/past-import.ts';
import type { History } from './history.ts';
import { historyMetrics } from './history-metrics.ts';
import { type HistoryReader, readerAround } from './history-store.ts';
import { Recorder } from './recorder/recorder.ts';
import { coverageOf } from './store/coverage.ts';
import { DAY_MS, dayOf, startOf } from './store/days.ts';
import { StoreConnection } from './store-connection.ts';
import { SQLITE_SCHEME } from './worker/store-thread.ts';

/** Which prices are kept, where, and for how long. */
export interface HistoryOptions {
  /** `sqlite:PATH` or a URL of PostgreSQL; null for a temporary SQLite database. */
  readonly url: string | null;
  /** The account whose board is recorded. */
  readonly credential: Credential;
  readonly days: number;
  /** What a feed tells of its past, for a temporary database; null or left out if it tells nothing. */
  readonly past?: Iterable<HistoryRecord> | null;
}

export interface HistoryParts {
  readonly live: LiveHub;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often old days are forgotten, and the size is measured. */
const CARE_MS = 60_000;

/** For how long what was read for one caller is shared with others, and the most reads that are kept for that. */
const SHARED_MS = 1_000;
const SHARED_MAX = 20;

/** How long a stop waits for the store to close. */
const CLOSE_MS = 1_000;

/**
 * Opens the store. Rejects if the database belongs to a newer release; one that doesn't work is tried again later.
 */
export async function openHistory(options: HistoryOptions, parts: HistoryParts): Promise<History> {
  const { live, clock, log } = parts;
  const { days } = options;
  const folder = options.url === null ? await mkdtemp(join(tmpdir(), 'oddsgraph-history-')) : null;
  const url = options.url ?? `${SQLITE_SCHEME}${join(folder ?? '', 'history.db')}`;
  const connection = new StoreConnection(url, clock);
  // A temporary database can't belong to a newer release: the server starts while it is created.
  if (folder === null) await connection.opened();
  const observe = live.observeOdds.bind(live, options.credential);
  const recorder = new Recorder({ connection, observe, clock, log });
  const care = clock.every(CARE_MS, () => void careFor(connection, clock.now(), days, log));
  let cancelPast = async () => {};
  const reads = readsOf(connection, recorder, log);
  const sharedMoves = sharedBySecond(reads.movesSince, clock);
  const readerFor = fairReads({
    ...reads,
    // Each page of a list of events reads all of them, and moves are found by reading the newest point of every price.
    eventsStartingIn: sharedBySecond(reads.eventsStartingIn, clock),
    movesSince: (filter, since, ...rest) =>
      sharedMoves(filter, since - (since % SHARED_MS), ...rest),
  });
  return {
    readerFor: (operation) => ({
      ...readerFor(operation),
      days,
      settled: () => recorder.settled(),
    }),
    start() {
      recorder.start();
      if (folder === null || !options.past) return;
      const target: ImportTarget = { append: (batch) => connection.store.append(batch) };
      cancelPast = importPast(target, options.past, connection.opened(), log);
    },
    async stop() {
      care.cancel();
      await cancelPast();
      await recorder.stop();
      // What was stored is stored: a database that no longer answers must not use up the time that a stop has.
      await replyWithin(CLOSE_MS, clock, connection.close()).catch(() => {});
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The reads of the store, with the coverage that only the recorder knows. Callers get a temporary error if the store fails. */
function readsOf(connection: StoreConnection, recorder: Recorder, log: Log): HistoryReader {
  const reader = readerAround(
    () => connection.store,
    async (read) => {
      try {
        return await read();
      } catch (error) {
        log.warn({ err: asError(error) }, 'prices over time cannot be read');
        throw new OddsgraphError('UPSTREAM_UNAVAILABLE', 'Prices over time cannot be read now.');
      }
    },
  );
  return {
    ...reader,
    async coverage(range) {
      const { watched } = recorder; // Before the read: what is stored by then reaches at least to its beginning.
      const { spans } = await reader.coverage(range);
      const all = watched === null ? spans : [...spans, watched];
      return coverageOf(
        range,
        all.toSorted((one, other) => one.from - other.from),
      );
    },
  };
}

/** Callers who ask the same within a second share one read; what they may not see of it is left out later. */
function sharedBySecond<Args extends readonly unknown[], Result>(
  read: (...args: Args) => Promise<Result>,
  clock: Clock,
): (...args: Args) => Promise<Result> {
  const shared = new Map<string, Promise<Result>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = shared.get(key);
    if (known !== undefined) return known;
    const result = read(...args);
    if (shared.size >= SHARED_MAX) return result;
    const forget = () => void shared.delete(key);
    shared.set(key, result);
    clock.after(SHARED_MS, forget);
    result.catch(forget);
    return result;
  };
}

/** Forgets days that are over their time, and measures the database. What fails is done a minute later. */
async function careFor(
  connection: StoreConnection,
  now: number,
  days: number,
  log: Log,
): Promise<void> {
  try {
    const { store } = connection;
    await store
      .forgetBefore(startOf(dayOf(now)) - days * DAY_MS)
      .catch((error) => log.warn({ err: asError(error) }, 'old prices could not be forgotten'));
    historyMetrics.history_bytes.set((await store.summary()).size);
  } catch {
    // The recorder reports what is wrong with the store.
  }
}
