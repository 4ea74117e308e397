import type { Odds } from '../../contract/odds/odds.ts';
import type { VersionedRows } from '../../live/board/versioned-rows.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { historyMetrics } from '../history-metrics.ts';
import type { HistoryStore } from '../history-store.ts';
import type { ChangeBuffer } from './change-buffer.ts';
import { RecordedPrices } from './recorded-prices.ts';
import { type RecordingSpan, STORED_MS } from './recording-span.ts';
import type { StoreWriter } from './store-writer.ts';
import { takeBoard } from './take-board.ts';

/**
 * How old the stored coverage may be if another replica goes on without a gap: as far as it is behind upstream's last
 * frame, and until a lease is over and upstream's stream is open again.
 */
export const TAKEOVER_MS = STORED_MS + 20_000;

/** What a recorder begins with. */
interface Beginning {
  readonly store: HistoryStore;
  readonly writer: StoreWriter;
  readonly rows: VersionedRows<Odds>;
  readonly buffer: ChangeBuffer;
  readonly span: RecordingSpan;
  readonly clock: Clock;
}

/** Brings the store up to the board, or goes on where another replica has stopped. Returns what is recorded then. */
export async function beginRecording(beginning: Beginning): Promise<RecordedPrices> {
  const { store, writer, rows, buffer, span } = beginning;
  const { epoch } = rows;
  const stored = await writer.readStored();
  const standing = await store.standing();
  // No `await` from here until `takeBoard` has copied the board, which must not change meanwhile.
  const now = beginning.clock.now();
  // Another replica's work goes on if the buffer has all changes after those that are stored.
  const goesOn = stored?.position.epoch === epoch && stored.position.version >= buffer.since;
  const isGap = stored !== null && (!goesOn || now - stored.span.to > TAKEOVER_MS);
  const version = goesOn ? stored.position.version : rows.version;
  // Before the board is written, during which the clock may be set or the machine may sleep.
  if (goesOn && !isGap) span.resume(stored.span);
  else span.begin(now);
  buffer.dropUpTo(version);
  const watchedSince = goesOn ? stored.span.to : now;
  const prices = new RecordedPrices(standing, watchedSince, stored?.span.to ?? null);
  await takeBoard(writer, prices, rows, goesOn ? buffer : null);
  const nothing = { series: [], events: [], points: [] };
  await writer.record(nothing, { epoch, version }, span.markStored(null));
  if (isGap) historyMetrics.history_gaps_total.inc();
  return prices;
}
