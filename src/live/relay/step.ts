import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { type ErrorCode, OddsgraphError } from '../../errors.ts';
import type { Change } from '../board/versioned-board.ts';
import type { LogEntry, StoredRow } from './store/relay-store.ts';

/** The state of the upstream stream, as all replicas show it. */
export const RelayStatus = Type.Object({
  state: Type.Enum(['CONNECTED', 'READY', 'STALE', 'RECONNECTING', 'NOTICE']),
  code: Type.Union([Type.String(), Type.Null()]),
  message: Type.Union([Type.String(), Type.Null()]),
});
export type RelayStatus = Static<typeof RelayStatus>;

/** The error with which upstream has ended the stream permanently. */
const StreamEnd = Type.Object({
  message: Type.String(),
  extensions: Type.Record(Type.String(), Type.Unknown()),
});
export type StreamEnd = Static<typeof StreamEnd>;

/** A step without its rows. */
const StepHeader = Type.Object({
  kind: Type.Literal('step'),
  epoch: Type.String(),
  /** The number of the step in its epoch. */
  offset: Type.Integer({ minimum: 1 }),
  /** It takes the board from version `from` to `to`; removals up to version `forgotten` are forgotten. */
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  forgotten: Type.Integer({ minimum: 0 }),
  complete: Type.Boolean(),
  /** Rows on the board after the step. */
  size: Type.Integer({ minimum: 0 }),
  /** In order of arrival. They follow the rows. */
  statuses: Type.Array(RelayStatus),
  end: Type.Union([StreamEnd, Type.Null()]),
  /** The span that appended it, if the leader traces. */
  traceparent: Type.Optional(Type.String({ maxLength: 100 })),
  /**
   * When the oldest frame of its changes came, in milliseconds since the Unix epoch by the leader's clock.
   */
  at: Type.Optional(Type.Number()),
});
export type StepHeader = Static<typeof StepHeader>;

/** An entry that is no step: a leader has released its lease. */
const Release = Type.Object({ kind: Type.Literal('release') });

const isHeader = Compile(StepHeader);
const isRelease = Compile(Release);
const isStatus = Compile(RelayStatus);

/** One atomic change of a board. No reader sees a part of it. */
export interface Step<Value> extends StepHeader {
  /** In ascending order of versions. */
  readonly changes: readonly Change<Value>[];
}

/** Validates a stored value; null if it is invalid. */
export type Decode<Value> = (json: unknown) => Value | null;

/** Redis holds a value that this version of the server cannot read. */
export class UnreadableError extends Error {
  constructor(what: string) {
    super(`Redis holds ${what} that this version cannot read.`);
  }
}

/** The stored form of a row: its version, then its value. */
export function encodePut(version: number, value: unknown): string {
  return `${version}:${JSON.stringify(value)}`;
}

/** The stored form of a removal in the log. In the stored rows, `:` and the last value follow it. */
export function encodeRemoval(version: number): string {
  return `-${version}`;
}

/** The stored form of a row after a step. A removal keeps the last value. */
export function overwrite(stored: string | undefined, value: string): string | undefined {
  if (!value.startsWith('-')) return value;
  return stored && value + stored.slice(stored.indexOf(':'));
}

/** The version of a row in its stored form. */
export function versionOf(stored: string): number {
  const version = Math.abs(Number.parseInt(stored, 10));
  if (!Number.isSafeInteger(version)) throw new UnreadableError('a row');
  return version;
}

/** Throws `UnreadableError`. */
export function decodeRow<Value>({ id, value: stored }: StoredRow, decode: Decode<Value>) {
  const version = versionOf(stored);
  const isRemoved = stored.startsWith('-');
  const colon = stored.indexOf(':');
  if (colon < 0 && isRemoved) return { id, version, isRemoved, value: null };
  const value = decode(parse(stored.slice(colon + 1)));
  if (colon < 0 || value === null) throw new UnreadableError('a row');
  return { id, version, isRemoved, value };
}

/** Reads an entry of the log. Throws `UnreadableError`. */
export function decodeEntry<Value>(
  { header: json, rows }: LogEntry,
  decode: Decode<Value>,
): Step<Value> | 'release' {
  const header = decodeHeader(json);
  if (header === 'release') return header;
  const changes = rows.map((row) => decodeRow(row, decode));
  return { ...header, changes: changes.sort((one, other) => one.version - other.version) };
}

/** Throws `UnreadableError`. */
export function decodeHeader(json: string): StepHeader | 'release' {
  const header = parse(json);
  if (isRelease.Check(header)) return 'release';
  if (!isHeader.Check(header)) throw new UnreadableError('a step');
  return header;
}

/** Null if there is no status, or an unreadable one. */
export function decodeStatus(json: string | null): RelayStatus | null {
  const status = json === null ? null : parse(json);
  return isStatus.Check(status) ? status : null;
}

export function encodeEnd({ message, extensions }: OddsgraphError): StreamEnd {
  return { message, extensions };
}

export function decodeEnd({ message, extensions }: StreamEnd): OddsgraphError {
  const { code, ...details } = extensions;
  return new OddsgraphError(code as ErrorCode, message, details);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
