import { credential } from '../session/tab-credential.ts';
import { reporter, waitSeconds } from '../session/trouble.ts';

/** What to read, and how often. */
interface Reading {
  /** The milliseconds to the next reading, after one with this error or null; longer if the server asks to wait. */
  readonly everyMs: (error: unknown) => number;
  readonly read: (signal: AbortSignal) => Promise<void>;
  /** Is told the error of each reading, null if it succeeded, and in the end. By default, the page shows it. */
  readonly onResult?: (error: unknown) => void;
}

/**
 * Reads at once, whenever the tab is shown again or has another credential, and again and again, until the returned
 * function is called. A hidden tab reads nothing, nor does one without a credential: hiding it, or calling that function,
 * aborts a reading under way.
 */
export function keepReading({ everyMs, read, onResult = reporter() }: Reading): () => void {
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
    const error = await read(signal).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (signal.aborted) return;
    onResult(error);
    const waitMs = Math.max(everyMs(error), (waitSeconds(error) ?? 0) * 1_000);
    if (!signal.aborted) timer = setTimeout(next, waitMs);
  };
  const unfollow = credential.subscribe(() => void next());
  document.addEventListener('visibilitychange', next);
  return () => {
    unfollow();
    document.removeEventListener('visibilitychange', next);
    stop();
    onResult(null);
  };
}
