import type { Logger } from 'pino';
import type { Clock, Timer } from '../scheduling/clock.ts';

/**
 * The log of this process. Messages are constant; what varies goes into `fields`, which never contain a
 * key, a URL's query string or a GraphQL variable.
 */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Writes a line whatever the rate: for what an authenticated caller causes once for each of its operations. */
  unthrottled(level: 'info' | 'warn', fields: object, message: string): void;
  /** Counts events that are too frequent for a line each. The counts are logged once per interval. */
  count(event: string, message: string): void;
  /** A log that adds these fields to every line. */
  child(fields: object): Log;
}

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Lines of one message per interval. Further lines are counted, and the count is logged. */
const LINES_MAX = 60;
const INTERVAL_MS = 60_000;

/** The lines and counts of one message in the current interval. */
interface Tally {
  readonly level: Level;
  readonly message: string;
  lines: number;
  readonly counts: Record<string, number>;
}

/** Shared by a log and its children. The map is bounded, because messages and counted events are constants. */
interface Shared {
  readonly sink: Logger;
  readonly tallies: Map<string, Tally>;
  readonly timer: Timer;
}

/** A log with a rate limit per message, so that neither a fault nor a stranger can flood it. */
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

  unthrottled(level: 'info' | 'warn', fields: object, message: string): void {
    const { sink } = this.#shared;
    if (sink.isLevelEnabled(level)) sink[level]({ ...this.#fields, ...fields }, message);
  }

  count(event: string, message: string): void {
    const { counts } = this.#tallyOf('info', message);
    counts[event] = (counts[event] ?? 0) + 1;
  }

  child(fields: object): ThrottledLog {
    return new ThrottledLog(this.#shared, { ...this.#fields, ...fields });
  }

  /** Writes the pending counts, including those of children. Don't log anything afterwards. */
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
      tally.counts['more'] = (tally.counts['more'] ?? 0) + 1; // Lines that are not written.
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

/** A URL's query string, which may contain a key. */
const QUERY = /(\/[^\s"'?]*)\?[^\s"']+/g;

/** How many errors of the chain of causes are described. */
const CAUSES_MAX = 3;

/**
 * The fields of an error that are safe to log, without query strings. Errors of Node and of libraries
 * can have other fields that contain their input, for instance a whole URL.
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
