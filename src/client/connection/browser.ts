/** What only browsers have, and not all of them everywhere: Web Locks need a secure origin. */
interface BrowserGlobals {
  readonly document?: { readonly visibilityState: 'visible' | 'hidden' } & Pick<
    EventTarget,
    'addEventListener' | 'removeEventListener'
  >;
  readonly navigator?: { readonly locks?: Locks };
  readonly addEventListener?: EventTarget['addEventListener'];
  readonly requestAnimationFrame?: (draw: () => void) => number;
  readonly cancelAnimationFrame?: (frame: number) => void;
}

interface Locks {
  request<Result>(
    name: string,
    options: { readonly steal?: boolean; readonly signal?: AbortSignal },
    hold: () => Promise<Result>,
  ): Promise<Result>;
}

// With types of its own, so that the package compiles where those of the DOM are missing.
export const browser = globalThis as unknown as BrowserGlobals;

/** The hash of a text in hexadecimal digits. Browsers make it for secure origins alone. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const HOUR_MS = 3_600_000;

/** Whether the page is in sight; programs that are no page always are. */
export function isVisible(): boolean {
  return browser.document?.visibilityState !== 'hidden';
}

/** Resolves when the page is in sight, at once if it is, or when `signal` aborts. */
export async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  while (!isVisible() && !signal.aborted) await waitUntilBack(HOUR_MS, signal);
}

/** Resolves when `signal` aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });
}

/** A promise, which rejects as `fetch` does when `signal` aborts before it is settled. */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Resolves after a time, or when `signal` aborts. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Resolves after a time, when the browser is online again, when the page is shown, or when `signal` aborts. */
export async function waitUntilBack(ms: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController();
  const onShown = () => {
    if (isVisible()) back.abort();
  };
  browser.addEventListener?.('online', () => back.abort(), { signal: back.signal });
  browser.document?.addEventListener('visibilitychange', onShown, { signal: back.signal });
  await wait(ms, AbortSignal.any([signal, back.signal]));
  back.abort();
}
