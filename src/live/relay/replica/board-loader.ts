import { VersionedBoard } from '../../board/versioned-board.ts';
import { type Decode, decodeHeader, decodeRow, overwrite, versionOf } from '../step.ts';
import type { Head, LogEntry, RelayStore } from '../store/relay-store.ts';

/** A board as it was at one step. */
export interface LoadedBoard<Value> {
  readonly head: Head;
  readonly versions: VersionedBoard<Value>;
}

/** How often a read is attempted if the board changes too much meanwhile. */
const ATTEMPTS_MAX = 3;

/**
 * Reads a whole board while its leader writes it: notes the id of the last log entry, reads the rows in
 * pages, and replays the steps since that entry. Rows may already be newer than a
 * replayed step; the higher version wins.
 *
 * Null if there is no board. Throws `UnreadableError`, an error if no attempt was consistent, and errors
 * of the store.
 */
export async function loadBoard<Value>(
  store: RelayStore,
  board: string,
  decode: Decode<Value>,
): Promise<LoadedBoard<Value> | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await store.head(board);
    if (before === null) return null;
    const rows = await readRows(store, board);
    const after = await store.head(board);
    if (after === null) return null;
    if (after.epoch !== before.epoch) continue;
    const entries = await readLog(store, board, before.tail, after.tail);
    const offset = replay(rows, entries, before);
    if (offset !== after.offset) continue; // The log was trimmed.
    const versions = buildBoard(rows, after, decode);
    // Otherwise rows are missing, or newer than the head after a failover.
    if (versions?.size === after.size) return { head: after, versions };
  }
  throw new Error('The board in Redis is inconsistent, or changes faster than it can be read.');
}

async function readRows(store: RelayStore, board: string): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  let cursor = '0';
  do {
    const page = await store.scan(board, cursor);
    for (const { id, value } of page.rows) keepNewer(rows, id, value);
    cursor = page.cursor;
  } while (cursor !== '0');
  return rows;
}

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

/** Applies logged steps to the rows. Returns the number of the last step before the first gap. */
function replay(rows: Map<string, string>, entries: readonly LogEntry[], before: Head): number {
  let { offset } = before;
  for (const entry of entries) {
    const header = decodeHeader(entry.header);
    if (header === 'release') continue; // It has neither a number nor rows.
    if (header.epoch !== before.epoch || header.offset !== offset + 1) return offset;
    for (const { id, value } of entry.rows) {
      const stored = overwrite(rows.get(id), value);
      if (stored !== undefined) keepNewer(rows, id, stored);
    }
    offset = header.offset;
  }
  return offset;
}

function keepNewer(rows: Map<string, string>, id: string, stored: string): void {
  const held = rows.get(id);
  if (held === undefined || versionOf(held) < versionOf(stored)) rows.set(id, stored);
}

/** Null if a row is newer than the head. */
function buildBoard<Value>(
  rows: ReadonlyMap<string, string>,
  { epoch, version, forgottenVersion }: Head,
  decode: Decode<Value>,
): VersionedBoard<Value> | null {
  // Removals up to `forgottenVersion` are no longer remembered, though the scan may still find some.
  const changes = Array.from(rows, ([id, value]) => decodeRow({ id, value }, decode))
    .filter((change) => !change.isRemoved || change.version > forgottenVersion)
    .sort((one, other) => one.version - other.version);
  const versions = new VersionedBoard<Value>();
  versions.startEpoch(epoch, 0);
  for (const change of changes) versions.replicate(change);
  if (versions.version > version) return null;
  versions.advanceTo(version);
  versions.forgetRemovals(forgottenVersion);
  return versions;
}
