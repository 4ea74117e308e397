/**
 * Reads now, when the tab is shown again, and each time after the milliseconds that `read` resolves to, until the
 * returned function is called. A hidden tab reads nothing, and a reading that goes on when the next one begins is
 * aborted.
 */
export function keepReading(read: (signal: AbortSignal) => Promise<number>): () => void {
  let reading = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    reading.abort();
  };
  const next = async () => {
    stop();
    if (document.visibilityState === 'hidden') return;
    reading = new AbortController();
    const { signal } = reading;
    const waitMs = await read(signal);
    if (!signal.aborted) timer = setTimeout(next, waitMs);
  };
  void next();
  document.addEventListener('visibilitychange', next);
  return () => {
    document.removeEventListener('visibilitychange', next);
    stop();
  };
}
