import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ERROR_CODES, OddsgraphError } from '../../errors/errors.ts';
import type { StreamStatus } from '../board/live-board.ts';
import type { ReplicatedChange } from '../board/versioned-rows.ts';

/** A `StreamStatus`. */
const Status = Type.Object({
  state: Type.Enum(['CONNECTED', 'READY', 'STALE', 'RECONNECTING', 'NOTICE']),
  code: Type.Union([Type.String(), Type.Null()]),
  message: Type.Union([Type.String(), Type.Null()]),
});

/** The status from when a new leader takes over a board until the stream is open again. */
export const TAKEOVER: StreamStatus = {
  state: 'RECONNECTING',
  code: null,
  message: 'A replica is opening the upstream stream again.',
};

/** The error with which upstream has ended the stream permanently. */
const StreamEnd = Type.Object({
  message: Type.String(),
  extensions: Type.Object({ code: Type.Enum([...ERROR_CODES]) }),
});
export type StreamEnd = Static<typeof StreamEnd>;

/** A row or a removal. `value` is encoded by `encodeRow` or `encodeRemoval`. */
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
const StepHeader = Type.Object({
  kind: Type.Literal('step'),
  epoch: Type.String(),
  /** The number of the step in its epoch. */
  offset: Type.Integer({ minimum: 1 }),
  /** The step changes the board's version from `from` to `to`. */
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  /** Removals of rows up to this version are no longer remembered for subscribers that lag behind. */
  forgotten: Type.Integer({ minimum: 0 }),
  /** Whether the board has had a whole snapshot in this epoch. */
  complete: Type.Boolean(),
  /** The number of rows on the board after the step. */
  size: Type.Integer({ minimum: 0 }),
  /** In order of arrival. They apply after the rows. */
  statuses: Type.Array(Status),
  /** Null unless upstream has ended the stream. */
  end: Type.Union([StreamEnd, Type.Null()]),
  /** The trace context of the leader's span that appended the step, if the leader traces. */
  traceparent: Type.Optional(Type.String({ maxLength: 100 })),
  /**
   * When the oldest upstream frame in this step arrived: milliseconds since the Unix epoch, by the leader's
   * clock.
   */
  at: Type.Optional(Type.Number()),
});
export type StepHeader = Static<typeof StepHeader>;

/** A log entry that is not a step: a leader has released its lease. */
const Release = Type.Object({ kind: Type.Literal('release') });

const isHeader = Compile(StepHeader);
const isRelease = Compile(Release);
const isStatus = Compile(Status);

/** An atomic change of a board: replicas apply it as a whole. */
export interface Step<Value> extends StepHeader {
  /** In ascending order of versions. */
  readonly changes: readonly ReplicatedChange<Value>[];
}

/** Validates a row's parsed JSON; returns null if it is invalid, or not the row with this id. */
export type Decode<Value> = (json: unknown, id: string) => Value | null;

/** Redis holds a value that this version of the server cannot use. */
export class UndecodableError extends Error {
  constructor(what: string, problem = 'that this release cannot read') {
    super(`Redis holds ${what} ${problem}.`);
  }
}

/** Encodes a row for the log and for the Redis hash of rows: its version, then its value. */
export function encodeRow(version: number, value: unknown): string {
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

/** Reads the version from an encoded row or removal. Throws `UndecodableError`. */
export function versionOf(stored: string): number {
  const version = Math.abs(Number.parseInt(stored, 10));
  if (!Number.isSafeInteger(version) || version < 1) throw new UndecodableError('a row');
  return version;
}

/** Decodes a row or removal. Throws `UndecodableError`. */
export function decodeRow<Value>({ id, value: stored }: StoredRow, decode: Decode<Value>) {
  const version = versionOf(stored);
  const isRemoved = stored.startsWith('-');
  const colon = stored.indexOf(':');
  if (colon < 0 && isRemoved) return { id, version, isRemoved, value: null };
  const value = decode(parse(stored.slice(colon + 1)), id);
  if (colon < 0 || value === null) throw new UndecodableError('a row');
  return { id, version, isRemoved, value };
}

/** Decodes an entry of the log, with its rows. Throws `UndecodableError`. */
export function decodeEntry<Value>(
  { header: json, rows }: LogEntry,
  decode: Decode<Value>,
): Step<Value> | 'release' {
  const header = decodeHeader(json);
  if (header === 'release') return header;
  const changes = inOrder(rows.map((row) => decodeRow(row, decode)));
  const [first, last] = [changes[0], changes.at(-1)];
  const isOutside = first && last && (first.version <= header.from || last.version > header.to);
  if (isOutside || header.to < header.from) throw new UndecodableError('a step');
  return { ...header, changes };
}

/** Sorts changes by their versions. Throws `UndecodableError` if two have the same one. */
export function inOrder<Change extends { readonly version: number }>(changes: Change[]): Change[] {
  changes.sort((one, other) => one.version - other.version);
  const isRepeated = changes.some(({ version }, i) => version === changes[i - 1]?.version);
  if (isRepeated) throw new UndecodableError('rows');
  return changes;
}

/** Decodes an entry's header. Throws `UndecodableError`. */
export function decodeHeader(json: string): StepHeader | 'release' {
  const header = parse(json);
  if (isRelease.Check(header)) return 'release';
  if (!isHeader.Check(header)) throw new UndecodableError('a step');
  return header;
}

/** Decodes a board's stored status; null if there is none, or an unreadable one. */
export function decodeStatus(json: string | null): StreamStatus | null {
  const status = json === null ? null : parse(json);
  return isStatus.Check(status) ? status : null;
}

export function encodeEnd({ message, code, extensions }: OddsgraphError): StreamEnd {
  return { message, extensions: { ...extensions, code } };
}

export function decodeEnd({ message, extensions }: StreamEnd): OddsgraphError {
  const { code, ...details } = extensions;
  return new OddsgraphError(code, message, details);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
