import type { Logger } from 'pino';
import type { Clock, Timer } from './clock.ts';

/**
 * What everything here writes its log lines to. A message is one of a few fixed sentences, and what
 * varies stands in `fields`, which never hold a key, the query of an address or a variable.
 */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Counts what happens too often for lines of its own: each interval has one line of counts. */
  count(what: string, message: string): void;
  /** The same log with fields that all its lines have. */
  child(fields: object): Log;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Lines of one message in an interval. Those beyond it are counted, and the count is one line. */
export const LINES_MAX = 60;
export const INTERVAL_MS = 60_000;

/** What a message has come to in the present interval. */
interface Tally {
  readonly level: Level;
  readonly message: string;
  lines: number;
  readonly counts: Record<string, number>;
}

/** What all children of a log share. Bounded, since messages and what is counted are few and fixed. */
interface Shared {
  readonly sink: Logger;
  readonly tallies: Map<string, Tally>;
  readonly timer: Timer;
}

/** A log that no fault and no client can flood. */
export class ThrottledLog implements Log {
  readonly #shared: Shared;
  readonly #fields: object;

  private constructor(shared: Shared, fields: object) {
    this.#shared = shared;
    this.#fields = fields;
  }

  static start(logger: Logger, clock: Clock): ThrottledLog {
    const sink = logger.child({}, { serializers: { err: describeError } });
    const tallies = new Map<string, Tally>();
    const timer = clock.every(INTERVAL_MS, () => flush(sink, tallies));
    return new ThrottledLog({ sink, tallies, timer }, {});
  }

  debug(fields: object, message: string): void {
    this.#write('debug', fields, message);
  }

  info(fields: object, message: string): void {
    this.#write('info', fields, message);
  }

  warn(fields: object, message: string): void {
    this.#write('warn', fields, message);
  }

  error(fields: object, message: string): void {
    this.#write('error', fields, message);
  }

  count(what: string, message: string): void {
    const { counts } = this.#tallyOf('info', message);
    counts[what] = (counts[what] ?? 0) + 1;
  }

  child(fields: object): ThrottledLog {
    return new ThrottledLog(this.#shared, { ...this.#fields, ...fields });
  }

  /** Writes what has been counted, for all children too. Nothing is to be logged after it. */
  stop(): void {
    const { sink, tallies, timer } = this.#shared;
    timer.cancel();
    flush(sink, tallies);
  }

  #write(level: Level, fields: object, message: string): void {
    const { sink } = this.#shared;
    if (!sink.isLevelEnabled(level)) return;
    const tally = this.#tallyOf(level, message);
    if (tally.lines < LINES_MAX) {
      tally.lines += 1;
      sink[level]({ ...this.#fields, ...fields }, message);
    } else {
      tally.counts['more'] = (tally.counts['more'] ?? 0) + 1;
    }
  }

  #tallyOf(level: Level, message: string): Tally {
    const { tallies } = this.#shared;
    const key = `${level} ${message}`;
    let tally = tallies.get(key);
    if (tally === undefined) {
      tally = { level, message, lines: 0, counts: {} };
      tallies.set(key, tally);
    }
    return tally;
  }
}

function flush(sink: Logger, tallies: Map<string, Tally>): void {
  for (const { level, message, counts } of tallies.values()) {
    if (Object.keys(counts).length > 0) sink[level]({ counts }, message);
  }
  tallies.clear();
}

/** The query of an address, in which a key may stand. */
const QUERY = /(\/[^\s"'?]*)\?[^\s"']+/g;

const CAUSES_MAX = 3;

/**
 * What the log holds of an error. Errors of a platform carry what they failed on, for instance a
 * whole address, in fields of their own: so only these are taken, and without queries of addresses.
 */
export function describeError(error: unknown, causes = CAUSES_MAX): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    message: withoutQueries(message),
    stack: withoutQueries(stack),
    ...(code !== undefined && { code }),
    ...(cause instanceof Error && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
}

function withoutQueries(text: string): string {
  return text.replace(QUERY, '$1?…');
}
