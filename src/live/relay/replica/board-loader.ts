import type { ReplicatedChange } from '../../board/versioned-rows.ts';
import {
  type Decode,
  decodeHeader,
  decodeRow,
  inOrder,
  type LogEntry,
  overwrite,
  UndecodableError,
  versionOf,
} from '../step.ts';
import type { Head, RelayStore } from '../store/relay-store.ts';

/** A board as Redis stored it after one step. */
export interface LoadedBoard<Value> {
  readonly head: Head;
  /** Its rows and removals, also such as are forgotten by now, in the order of their versions. */
  readonly changes: readonly ReplicatedChange<Value>[];
}

/** How many attempts are made to read a board that changes too much while it is read. */
const ATTEMPTS_MAX = 3;

/**
 * Reads a whole board from Redis while its leader may change it: notes the id of the log's last entry, reads
 * the rows in pages, and replays the steps that the log has after that entry. A row may already be newer than a
 * replayed step; the higher version wins.
 *
 * Returns null if there is no board. Throws `UndecodableError` if the board cannot be used, an error if no
 * attempt was consistent, and errors of the store.
 */
export async function loadBoard<Value>(
  store: RelayStore,
  board: string,
  decode: Decode<Value>,
): Promise<LoadedBoard<Value> | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await store.head(board);
    if (before === null) return null;
    const storedRows = await readRows(store, board);
    const after = await store.head(board);
    if (after === null) return null;
    if (after.epoch !== before.epoch) continue;
    const entries = await readLog(store, board, before.tail, after.tail);
    const offset = replay(storedRows, entries, before);
    if (offset !== after.offset) continue; // Some steps had been trimmed from the log.
    const rows = Array.from(storedRows, ([id, value]) => decodeRow({ id, value }, decode));
    const changes = inOrder(rows);
    const size = changes.filter(({ isRemoved }) => !isRemoved).length;
    // Rows may be missing, or newer than the head, for instance after a failover.
    const isNewer = (changes.at(-1)?.version ?? 0) > after.version;
    if (size === after.size && !isNewer) return { head: after, changes };
    // Nobody has changed the board meanwhile, so another attempt would find the same.
    if (offset === before.offset) {
      throw new UndecodableError(
        'a board',
        'whose rows do not fit its head: some were lost, or are newer',
      );
    }
  }
  throw new Error('The board in Redis is inconsistent, or changes faster than it can be read.');
}

/** Reads the stored rows and the records of removed rows: the encoded values by id. */
async function readRows(store: RelayStore, board: string): Promise<Map<string, string>> {
  const storedRows = new Map<string, string>();
  let cursor = '0';
  do {
    const page = await store.scan(board, cursor);
    for (const { id, value } of page.rows) keepNewer(storedRows, id, value);
    cursor = page.cursor;
  } while (cursor !== '0');
  return storedRows;
}

/** Reads the log's entries with ids after `after` and up to `upTo`. */
async function readLog(store: RelayStore, board: string, after: string, upTo: string) {
  const entries: LogEntry[] = [];
  for (let last = after; last !== upTo; ) {
    const page = await store.range(board, last, upTo);
    if (page.length === 0) break;
    entries.push(...page);
    last = page.at(-1)?.id ?? upTo;
  }
  return entries;
}

/** Applies logged steps to the stored rows. Returns the number of the last step before the first gap. */
function replay(
  storedRows: Map<string, string>,
  entries: readonly LogEntry[],
  before: Head,
): number {
  let { offset } = before;
  for (const entry of entries) {
    const header = decodeHeader(entry.header);
    if (header === 'release') continue; // The leader released its lease: not a step.
    if (header.epoch !== before.epoch || header.offset !== offset + 1) return offset;
    for (const { id, value } of entry.rows) {
      // The log's entry of a removal lacks the row's last value, so `overwrite` takes it from the stored row.
      const stored = overwrite(storedRows.get(id), value);
      if (stored !== undefined) keepNewer(storedRows, id, stored);
    }
    offset = header.offset;
  }
  return offset;
}

/** Stores an encoded row unless there is one with the same or a higher version. */
function keepNewer(storedRows: Map<string, string>, id: string, stored: string): void {
  const existing = storedRows.get(id);
  if (existing === undefined || versionOf(existing) < versionOf(stored)) storedRows.set(id, stored);
}
