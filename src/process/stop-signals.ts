/** The signals with which terminals and supervisors stop a process. npm forwards both. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Terminals and most supervisors signal a whole process group. npm is part of it and forwards the
 * signal as well, so a second one within this time is a duplicate.
 */
const DUPLICATE_MS = 1_000;

/** Calls `stop` on the first signal. A second one that is not a duplicate exits at once. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let firstAt: number | null = null;
  const receive = (signal: NodeJS.Signals) => {
    if (firstAt === null) {
      firstAt = performance.now();
      stop(signal);
    } else if (performance.now() - firstAt > DUPLICATE_MS) {
      process.exit(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, receive);
}
