/** The signals by which a terminal and a supervisor ask a process to stop. npm forwards both. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A terminal and most supervisors signal a whole process group, and npm, which is in it, forwards
 * the signal besides: what comes so soon after the first signal is its echo.
 */
const ECHO_MS = 1_000;

/** Calls `stop` at the first signal. One that comes later than its echo ends the process at once. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let firstAt: number | null = null;
  const receive = (signal: NodeJS.Signals) => {
    if (firstAt === null) {
      firstAt = performance.now();
      stop(signal);
    } else if (performance.now() - firstAt > ECHO_MS) {
      process.exit(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, receive);
}
