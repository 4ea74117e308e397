import { type ErrorCode, OddsgraphError } from '../../errors/errors.ts';
import type { StreamStatus } from '../board/live-board.ts';
import type { ReplicatedChange } from '../board/versioned-rows.ts';

/** The status from when a new leader takes over a board until the stream is open again. */
export const TAKEOVER: StreamStatus = {
  state: 'RECONNECTING',
  code: null,
  message: 'A replica is opening the upstream stream again.',
};

/** The error with which upstream has ended the stream permanently. */
export interface StreamEnd {
  readonly message: string;
  readonly extensions: { readonly code: ErrorCode };
}

/** A row or a removal. `value` is encoded by `encodePut` or `encodeRemoval`. */
export interface StoredRow {
  readonly id: string;
  readonly value: string;
}

/** An entry of a board's log, which is a Redis stream, so ids only increase. */
export interface LogEntry {
  readonly id: string;
  readonly header: string;
  readonly rows: readonly StoredRow[];
}

/** A step (an atomic change of a board, stored as one entry of its log in Redis) without its rows. */
export interface StepHeader {
  readonly kind: 'step';
  readonly epoch: string;
  /** The number of the step in its epoch. */
  readonly offset: number;
  /** The step changes the board's version from `from` to `to`. */
  readonly from: number;
  readonly to: number;
  /** Removals of rows up to this version are no longer remembered for subscribers that lag behind. */
  readonly forgotten: number;
  /** Whether the board has had a whole snapshot in this epoch. */
  readonly complete: boolean;
  /** The number of rows on the board after the step. */
  readonly size: number;
  /** In order of arrival. They apply after the rows. */
  readonly statuses: readonly StreamStatus[];
  /** Null unless upstream has ended the stream. */
  readonly end: StreamEnd | null;
  /** The trace context of the leader's span that appended the step, if the leader traces. */
  readonly traceparent?: string;
  /**
   * When the oldest upstream frame in this step arrived: milliseconds since the Unix epoch, by the leader's
   * clock.
   */
  readonly at?: number;
}

/** An atomic change of a board: replicas apply it as a whole. */
export interface Step<Value> extends StepHeader {
  /** In ascending order of versions. */
  readonly changes: readonly ReplicatedChange<Value>[];
}

/** Validates a row's parsed JSON; null if another version of the server has written it. */
export type Decode<Value> = (json: unknown) => Value | null;

/** Redis holds a value that this version of the server cannot use. */
export class UndecodableError extends Error {
  constructor(what: string, problem = 'that this release cannot read') {
    super(`Redis holds ${what} ${problem}.`);
  }
}

/** Encodes a row for the log and for the Redis hash of rows: its version, then its value. */
export function encodePut(version: number, value: unknown): string {
  return `${version}:${JSON.stringify(value)}`;
}

/** Encodes a removal for the log. In the hash of rows, `:` and the row's last value are appended. */
export function encodeRemoval(version: number): string {
  return `-${version}`;
}

/**
 * What the hash of rows holds after a step has written `value` over `stored`. A removal keeps the row's last
 * value; undefined if there is none.
 */
export function overwrite(stored: string | undefined, value: string): string | undefined {
  if (!value.startsWith('-')) return value;
  return stored && value + stored.slice(stored.indexOf(':'));
}

/** Reads the version from an encoded row or removal. */
export function versionOf(stored: string): number {
  return Math.abs(Number.parseInt(stored, 10));
}

/** Decodes a row or removal. Throws `UndecodableError`. */
export function decodeRow<Value>({ id, value: stored }: StoredRow, decode: Decode<Value>) {
  const version = versionOf(stored);
  const isRemoved = stored.startsWith('-');
  const colon = stored.indexOf(':');
  if (colon < 0) return { id, version, isRemoved, value: null };
  const value = decode(parse(stored.slice(colon + 1)));
  if (value === null) throw new UndecodableError('a row');
  return { id, version, isRemoved, value };
}

/** Decodes an entry of the log, with its rows. Throws `UndecodableError`. */
export function decodeEntry<Value>(
  { header: json, rows }: LogEntry,
  decode: Decode<Value>,
): Step<Value> | 'release' {
  const header = decodeHeader(json);
  if (header === 'release') return header;
  return { ...header, changes: inOrder(rows.map((row) => decodeRow(row, decode))) };
}

/** Sorts changes by their versions. */
export function inOrder<Change extends { readonly version: number }>(changes: Change[]): Change[] {
  return changes.sort((one, other) => one.version - other.version);
}

/** Decodes an entry's header. Throws `UndecodableError`. */
export function decodeHeader(json: string): StepHeader | 'release' {
  const header = parse<StepHeader | { readonly kind: 'release' }>(json);
  return header.kind === 'release' ? 'release' : header;
}

/** Decodes a board's stored status; null if there is none. Throws `UndecodableError`. */
export function decodeStatus(json: string | null): StreamStatus | null {
  return json === null ? null : parse(json);
}

export function encodeEnd({ message, code, extensions }: OddsgraphError): StreamEnd {
  return { message, extensions: { ...extensions, code } };
}

export function decodeEnd({ message, extensions }: StreamEnd): OddsgraphError {
  const { code, ...details } = extensions;
  return new OddsgraphError(code, message, details);
}

function parse<T>(json: string): T {
  try {
    return JSON.parse(json);
  } catch {
    throw new UndecodableError('a value');
  }
}
