import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Odds } from '../../contract/odds/odds.ts';
import {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from '../../contract/opportunities.ts';
import { DeltaOdds, STREAM_EVENTS, type StreamEventKind } from '../../contract/stream.ts';
import { neededPart } from '../../contract/wire.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import { invalidResponse } from '../failure.ts';
import { parseJson, validatorFor } from '../read-json.ts';

/** A valid event of the stream. */
export type StreamFrame = {
  [Kind in StreamEventKind]: {
    readonly kind: Kind;
    readonly data: Static<(typeof STREAM_EVENTS)[Kind]>;
  };
}[StreamEventKind];

/** They check only the fields that the graph needs. Any other field may be missing or of another type. */
const READERS = Object.fromEntries(
  Object.entries<TSchema>(STREAM_EVENTS).map(([kind, schema]) => [
    kind,
    validatorFor(neededPart(schema)),
  ]),
) as { [Kind in StreamEventKind]: (value: unknown) => Static<(typeof STREAM_EVENTS)[Kind]> };

/** Invalid rows that one connection may send: more than that are no accident. */
const INVALID_ROWS_MAX = 100;

/** Rows or ids in one frame: a hundred times what the contract allows. */
const ITEMS_MAX = 100_000;

/** `connected`, and the events that may come before it. */
const PRECEDE_CONNECTED: ReadonlySet<StreamEventKind> = new Set([
  'connected',
  'heartbeat',
  'error',
]);

/** How to handle the rows of one kind of frame one by one. */
interface RowHandling {
  /** The rows of a frame, if it has any. */
  readonly rowsOf: (frame: unknown) => unknown;
  readonly isValid: (row: unknown) => boolean;
  readonly withRows: (frame: unknown, rows: unknown[]) => unknown;
  /** A frame that removes the rows with these ids. */
  readonly removal: (ids: string[]) => StreamFrame;
}

const ROW_HANDLING: Partial<Record<StreamEventKind, RowHandling>> = {
  snapshot: priceRows(Odds),
  'odds:update': priceRows(DeltaOdds),
  'ev:detected': opportunityRows(EvOpportunity, 'ev:expired'),
  'arb:detected': opportunityRows(ArbitrageOpportunity, 'arb:expired'),
  'middles:detected': opportunityRows(MiddleOpportunity, 'middles:expired'),
  'low_hold:detected': opportunityRows(LowHoldOpportunity, 'low_hold:expired'),
};

/** The maximum length of the code and the message of an error, in UTF-16 code units. Longer ones are cut. */
const ERROR_LENGTH_MAX = 1_000;

/**
 * Validates the events of one connection:
 *
 * - An event of an unknown kind is ignored.
 * - A row of a wrong type, or a price whose id is ill-formed text, is dropped, and the row that we hold
 *   under its id is removed because it is out of date. The first drop on a connection also adds an `error`
 *   frame that says why.
 * - Everything else throws `UPSTREAM_INVALID_RESPONSE`, which ends the connection: an event before
 *   `connected`, invalid JSON, a wrong type outside of rows, more than 100,000 items in a frame,
 *   more than 100 invalid rows (a row that is sent again counts once), and an invalid row without an id
 *   that may be one we hold. Rows of a snapshot are exempt from the last rule: once the snapshot is complete, each row
 *   that it did not contain is removed anyway.
 */
export class FrameReader {
  /** Ids of the invalid rows so far; a symbol for each row without an id. */
  readonly #invalidRows = new Set<string | symbol>();
  readonly #key: string;
  #isConnected = false;
  #isSnapshotComplete = false;

  /** `key` is the API key of the stream. Errors that contain it are passed on without it. */
  constructor(key: string) {
    this.#key = key;
  }

  /** The valid frames in an event: none, one, or several if rows were dropped. */
  read(kind: string | undefined, json: string): StreamFrame[] {
    if (kind === undefined || !isFrameKind(kind)) return [];
    this.#isConnected ||= kind === 'connected';
    if (!this.#isConnected && !PRECEDE_CONNECTED.has(kind)) {
      throw invalidResponse('does not begin with "connected"');
    }
    const value = parseJson(json);
    if (hasTooManyItems(value)) {
      throw invalidResponse(`lists more than ${ITEMS_MAX} items in one event`);
    }
    const frames = this.#validate(kind, value);
    this.#isSnapshotComplete ||= kind === 'snapshot:complete';
    return frames;
  }

  #validate(kind: StreamEventKind, value: unknown): StreamFrame[] {
    try {
      const valid = this.#read(kind, value);
      // Updates only change rows that a snapshot has brought, so their ids need no check.
      if (valid.kind === 'snapshot' && !valid.data.odds.every(hasWellFormedId)) {
        throw invalidResponse('has an id that is not well-formed text');
      }
      return [valid];
    } catch (error) {
      const handling = ROW_HANDLING[kind];
      if (handling === undefined || !(error instanceof OddsgraphError)) throw error;
      return this.#withoutInvalidRows(kind, handling, value, error);
    }
  }

  #withoutInvalidRows(
    kind: StreamEventKind,
    { rowsOf, isValid, withRows, removal }: RowHandling,
    value: unknown,
    problem: OddsgraphError,
  ): StreamFrame[] {
    const rows = rowsOf(value);
    if (!Array.isArray(rows)) throw problem;
    const rest = this.#read(kind, withRows(value, rows.filter(isValid)));
    const ids = rows.filter((row) => !isValid(row)).map(idOf);
    if (ids.includes(null) && this.#mayBeHeld(kind)) throw problem;
    const isFirst = this.#invalidRows.size === 0;
    for (const id of ids) this.#invalidRows.add(id ?? Symbol());
    if (this.#invalidRows.size > INVALID_ROWS_MAX) throw problem;
    const removed = removal(ids.filter((id) => id !== null));
    return isFirst ? [removed, rest, droppedRowsError(problem)] : [removed, rest];
  }

  /** A frame whose fields are valid, without the API key. Throws `UPSTREAM_INVALID_RESPONSE`. */
  #read(kind: StreamEventKind, value: unknown): StreamFrame {
    const frame = { kind, data: READERS[kind](value) } as StreamFrame;
    if (frame.kind !== 'error') return frame;
    const { code, message } = frame.data;
    const data = { code: this.#shown(code), message: message ? this.#shown(message) : null };
    return { kind: 'error', data };
  }

  /** Text from upstream as clients may see it. */
  #shown(text: string): string {
    return text.replaceAll(this.#key, '…').slice(0, ERROR_LENGTH_MAX).toWellFormed();
  }

  /** Whether a row in a frame of this kind may be one that we already hold. */
  #mayBeHeld(kind: StreamEventKind): boolean {
    return kind === 'odds:update' || (kind !== 'snapshot' && this.#isSnapshotComplete);
  }
}

/** Whether the contract defines events of this kind. */
export function isFrameKind(kind: string): kind is StreamEventKind {
  return Object.hasOwn(READERS, kind);
}

function droppedRowsError({ code, message }: OddsgraphError): StreamFrame {
  return { kind: 'error', data: { code, message: `${message} Invalid rows are left out.` } };
}

function priceRows(schema: TSchema): RowHandling {
  const isValid = validator(schema);
  return {
    rowsOf: (frame) => (isObject(frame) ? frame['odds'] : undefined),
    isValid: (row) => isValid(row) && hasWellFormedId(row),
    withRows: (frame, odds) => (isObject(frame) ? { ...frame, odds } : frame),
    removal: (ids) => ({ kind: 'odds:removed', data: { ids, count: ids.length, book: '' } }),
  };
}

function opportunityRows(
  schema: TSchema,
  kind: 'ev:expired' | 'arb:expired' | 'middles:expired' | 'low_hold:expired',
): RowHandling {
  return {
    rowsOf: (frame) => frame,
    isValid: validator(schema),
    withRows: (_frame, rows) => rows,
    removal: (expired) => ({ kind, data: { expired } }),
  };
}

function validator(schema: TSchema): (row: unknown) => boolean {
  const check = Compile(schema);
  return (row) => check.Check(row);
}

function hasTooManyItems(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > ITEMS_MAX;
  if (!isObject(value)) return false;
  return Object.values(value).some((one) => Array.isArray(one) && one.length > ITEMS_MAX);
}

/** Redis and JSON would not carry a lone surrogate in an id unchanged. */
function hasWellFormedId(row: unknown): boolean {
  return idOf(row)?.isWellFormed() ?? false;
}

function idOf(row: unknown): string | null {
  const id = isObject(row) ? row['id'] : undefined;
  return typeof id === 'string' ? id : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
