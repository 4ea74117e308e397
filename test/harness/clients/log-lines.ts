/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** All lines of a log. */
export function logLines(log: string): LogLine[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The lines of a log with this message. */
export function linesOf(log: string, message: string): LogLine[] {
  return logLines(log).filter(({ msg }) => msg === message);
}
