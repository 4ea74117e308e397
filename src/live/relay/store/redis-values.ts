import type { LogEntry } from '../step.ts';
import { FORMAT, type Head, REPLY_BYTES_MAX } from './relay-store.ts';

/** An entry of a Redis stream (a board's log) as XRANGE and XREAD return it. */
export type RawEntry = [id: string, fields: string[]];

/** The Redis keys of a board. In a Redis cluster, the braces would keep them in one slot. */
export function keysOf(board: string) {
  const key = (kind: string) => `oddsgraph:${FORMAT}:{${board}}:${kind}`;
  return { lease: key('lease'), head: key('head'), rows: key('rows'), log: key('log') };
}

/** The Redis keys that belong to all boards. */
export const SHARED_KEYS = {
  knownRun: `oddsgraph:${FORMAT}:run`,
  settling: `oddsgraph:${FORMAT}:settling`,
};

/**
 * Parses an entry of a board's log. Its first field is the header; the others are rows by id. One that is too large
 * gets a header that cannot be decoded.
 */
export function entryOf([id, fields]: RawEntry): LogEntry {
  const length = fields.reduce((sum, field) => sum + field.length, 0);
  if (length > REPLY_BYTES_MAX) return { id, header: '', rows: [] };
  return { id, header: fields[1] ?? '', rows: pairsOf(fields.slice(2)) };
}

/** Parses a flat list of alternating field names (row ids) and values. */
export function pairsOf(fields: readonly string[]) {
  return Array.from({ length: fields.length / 2 }, (_, i) => ({
    id: fields[2 * i] ?? '',
    value: fields[2 * i + 1] ?? '',
  }));
}

/** Parses the head of a board, a Redis hash. Returns null if a field is missing or the format is not `FORMAT`. */
export function headOf(fields: readonly string[]): Head | null {
  const values = new Map(pairsOf(fields).map(({ id, value }) => [id, value]));
  const numbers = ['term', 'offset', 'version', 'forgotten', 'size'].map((name) =>
    Number(values.get(name) ?? Number.NaN),
  );
  const [term = 0, offset = 0, version = 0, forgottenVersion = 0, size = 0] = numbers;
  const [epoch, tail] = [values.get('epoch'), values.get('tail')];
  if (values.get('format') !== FORMAT || !numbers.every(Number.isSafeInteger)) return null;
  if (epoch === undefined || tail === undefined) return null;
  const isComplete = values.get('complete') === '1';
  const status = values.get('status') || null;
  return { epoch, term, offset, version, forgottenVersion, isComplete, status, size, tail };
}
