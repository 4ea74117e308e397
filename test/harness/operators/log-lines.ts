/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** The lines of a log with this message. */
export function linesOf(log: string, message: string): LogLine[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message);
}
