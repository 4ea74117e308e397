import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Odds } from '../../contract/odds.ts';
import {
  ArbitrageOpportunity,
  EvOpportunity,
  LowHoldOpportunity,
  MiddleOpportunity,
} from '../../contract/opportunities.ts';
import { DeltaOdds, STREAM_EVENTS, type StreamEventKind } from '../../contract/stream.ts';
import type { OddsgraphError } from '../../errors.ts';
import { invalidResponse, parsed, reader } from '../failure.ts';

/** A frame of the stream, checked. */
export type StreamFrame = {
  [Kind in StreamEventKind]: {
    readonly kind: Kind;
    readonly data: Static<(typeof STREAM_EVENTS)[Kind]>;
  };
}[StreamEventKind];

const readers = Object.fromEntries(
  Object.entries(STREAM_EVENTS).map(([kind, schema]) => [kind, reader(schema)]),
) as { [Kind in StreamEventKind]: (value: unknown) => Static<(typeof STREAM_EVENTS)[Kind]> };

/** Rows of one connection that may be left out; more are no slip of upstream's. */
const LEFT_OUT_MAX = 100;

/** Rows or ids of one frame: a hundred times what the contract says. */
const ITEMS_MAX = 100_000;

/** What may come before a stream has said that it is connected. */
const GREETINGS: ReadonlySet<StreamEventKind> = new Set(['connected', 'heartbeat', 'error']);

/** Rows that stand one by one, and the frame that says of some that they are gone. */
interface Rows {
  readonly of: (frame: unknown) => unknown;
  readonly in: (frame: unknown, rows: unknown[]) => unknown;
  readonly isRow: (row: unknown) => boolean;
  readonly gone: (ids: string[]) => StreamFrame;
}

const ROWS: Partial<Record<StreamEventKind, Rows>> = {
  snapshot: prices(Odds),
  'odds:update': prices(DeltaOdds),
  'ev:detected': opportunities(EvOpportunity, 'ev:expired'),
  'arb:detected': opportunities(ArbitrageOpportunity, 'arb:expired'),
  'middles:detected': opportunities(MiddleOpportunity, 'middles:expired'),
  'low_hold:detected': opportunities(LowHoldOpportunity, 'low_hold:expired'),
};

/**
 * Reads the events of one connection. A row of a wrong type costs that row alone: what was known
 * under its id is taken back, since it is not right any more, and a notice says why. A frame that
 * leaves in doubt what it is about is refused whole, and so are too many such rows.
 */
export class FrameReader {
  readonly #leftOut = new Set<string>();
  #isConnected = false;
  #isWhole = false;

  /** Whether the whole snapshot has come. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** What an event says: nothing where its kind is unknown. Throws `UPSTREAM_INVALID_RESPONSE`. */
  read(kind: string | undefined, json: string): StreamFrame[] {
    if (kind === undefined || !Object.hasOwn(readers, kind)) return [];
    const known = kind as StreamEventKind;
    this.#isConnected ||= known === 'connected';
    if (!this.#isConnected && !GREETINGS.has(known)) {
      throw invalidResponse('does not begin with "connected"');
    }
    const value = parsed(json);
    if (isTooLong(value)) throw invalidResponse('lists too much in one event');
    const frames = this.#check(known, value);
    this.#isWhole ||= known === 'snapshot:complete';
    return frames;
  }

  #check(kind: StreamEventKind, value: unknown): StreamFrame[] {
    try {
      return [frame(kind, value)];
    } catch (error) {
      const rows = ROWS[kind];
      if (rows === undefined) throw error;
      return this.#leaveOut(kind, rows, value, error as OddsgraphError);
    }
  }

  #leaveOut(kind: StreamEventKind, rows: Rows, value: unknown, problem: OddsgraphError) {
    const all = rows.of(value);
    if (!Array.isArray(all)) throw problem;
    const rest = frame(kind, rows.in(value, all.filter(rows.isRow)));
    const ids = all.filter((row) => !rows.isRow(row)).map(idOf);
    // Without an id it may be anything that is held, but for what a snapshot has yet to name.
    const mayBeHeld = kind === 'odds:update' || (kind !== 'snapshot' && this.#isWhole);
    if (mayBeHeld && ids.includes(null)) throw problem;
    const isFirst = this.#leftOut.size === 0;
    for (const id of ids) this.#leftOut.add(id ?? '');
    if (this.#leftOut.size > LEFT_OUT_MAX) throw problem;
    const gone = rows.gone(ids.filter((id) => id !== null));
    return isFirst ? [gone, rest, notice(problem)] : [gone, rest];
  }
}

function frame(kind: StreamEventKind, value: unknown): StreamFrame {
  return { kind, data: readers[kind](value) } as StreamFrame;
}

function notice({ code, message }: OddsgraphError): StreamFrame {
  return { kind: 'error', data: { code, message: `${message} What is wrong is left out.` } };
}

function prices(schema: TSchema): Rows {
  return {
    of: (value) => (value as { odds?: unknown } | null)?.odds,
    in: (value, odds) => ({ ...(value as object), odds }),
    isRow: checkOf(schema),
    gone: (ids) => ({ kind: 'odds:removed', data: { ids, count: ids.length, book: '' } }),
  };
}

function opportunities(
  schema: TSchema,
  kind: 'ev:expired' | 'arb:expired' | 'middles:expired' | 'low_hold:expired',
): Rows {
  return {
    of: (value) => value,
    in: (_value, rows) => rows,
    isRow: checkOf(schema),
    gone: (expired) => ({ kind, data: { expired } }),
  };
}

function checkOf(schema: TSchema): (row: unknown) => boolean {
  const check = Compile(schema);
  return (row) => check.Check(row);
}

function isTooLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > ITEMS_MAX;
  if (typeof value !== 'object') return false;
  return Object.values(value ?? {}).some((one) => Array.isArray(one) && one.length > ITEMS_MAX);
}

function idOf(row: unknown): string | null {
  const { id } = (row ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
