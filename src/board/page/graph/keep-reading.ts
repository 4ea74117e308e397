import { credential } from '../session/tab-credential.ts';

/**
 * Reads at once, whenever the tab is shown again or has another credential, and as long after each reading as it resolved
 * to, in milliseconds, until the returned function is called. A hidden tab reads nothing, nor does one without a
 * credential: hiding it, or calling that function, aborts a reading under way. `read` must not reject: after a failure it
 * resolves to the time to the next try.
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
    if (document.visibilityState === 'hidden' || credential.peek() === null) return;
    reading = new AbortController();
    const { signal } = reading;
    const waitMs = await read(signal);
    if (!signal.aborted) timer = setTimeout(next, waitMs);
  };
  const unfollow = credential.subscribe(() => void next());
  document.addEventListener('visibilitychange', next);
  return () => {
    unfollow();
    document.removeEventListener('visibilitychange', next);
    stop();
  };
}
