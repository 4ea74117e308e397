import type { LogEntry } from '../step.ts';
import { FORMAT, type Head } from './relay-store.ts';

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

/** Parses an entry of a board's log. Its first field is the header; the others are rows by id. */
export function entryOf([id, fields]: RawEntry): LogEntry {
  return { id, header: fields[1] ?? '', rows: pairsOf(fields.slice(2)) };
}

/** Parses a flat list of alternating field names (row ids) and values. */
export function pairsOf(fields: readonly string[]) {
  return Array.from({ length: fields.length / 2 }, (_, i) => ({
    id: fields[2 * i] ?? '',
    value: fields[2 * i + 1] ?? '',
  }));
}

/** Parses the head of a board, a Redis hash. Returns null if there is none, or one of another format. */
export function headOf(fields: readonly string[]): Head | null {
  const values = new Map(pairsOf(fields).map(({ id, value }) => [id, value]));
  if (values.get('format') !== FORMAT) return null;
  return {
    epoch: values.get('epoch') ?? '',
    term: Number(values.get('term')),
    offset: Number(values.get('offset')),
    version: Number(values.get('version')),
    forgottenVersion: Number(values.get('forgotten')),
    isComplete: values.get('complete') === '1',
    status: values.get('status') || null,
    size: Number(values.get('size')),
    tail: values.get('tail') ?? '0-0',
  };
}
