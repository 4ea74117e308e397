import { effect } from '@preact/signals';
import { type Client, createClient } from 'graphql-sse';
import { authorization, credential } from '../session/tab-credential.ts';
import { fetchEndless } from './fetch-endless.ts';
import { takeStreamSlot } from './stream-slot.ts';

/** A tab that has been hidden for this long closes its connection, so that another tab may open one. */
const HIDDEN_MS = 5_000;

/** If more than `SLEPT_MS` pass between two checks, the computer has slept, and the connection is dead. */
const CHECK_MS = 5_000;
const SLEPT_MS = 20_000;

let client: Client<true> | null = null;
/** Releases the slot of this tab: its right to one of the stream connections that the tabs share. Null without one. */
let releaseSlot: (() => void) | null = null;
let slotPromise: Promise<(() => void) | null> | null = null;

/** The client of the one connection that all subscriptions share; null if other tabs have all slots. */
export async function sharedClient(): Promise<Client<true> | null> {
  slotPromise ??= takeStreamSlot();
  const taken = await slotPromise;
  if (taken === null) {
    slotPromise = null;
    return null;
  }
  releaseSlot = taken;
  client ??= createClient({
    url: new URL('graphql/stream', document.baseURI).href,
    singleConnection: true,
    retryAttempts: 0, // Each subscription reconnects by itself, from its cursor if it has one.
    headers: () => authorization(),
    fetchFn: fetchEndless, // A stream must not end, so its end is an error.
  });
  return client;
}

/** Drops the connection. Its subscriptions open a new one at once if the page is visible. */
export function reconnect(): void {
  client?.dispose();
  client = null;
}

/** Closes the connection, and lets another tab have the slot. */
function release(): void {
  reconnect();
  releaseSlot?.();
  releaseSlot = null;
  slotPromise = null;
}

/** Resolves when the page is visible, at once if it is, or when `signal` aborts. */
export async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise<void>((resolve) => {
    const done = () => {
      if (document.visibilityState === 'visible' || signal.aborted) resolve();
    };
    document.addEventListener('visibilitychange', done, { signal });
    signal.addEventListener('abort', done);
  });
}

let hidingTimer: ReturnType<typeof setTimeout> | undefined;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hidingTimer);
  if (document.visibilityState === 'hidden') hidingTimer = setTimeout(release, HIDDEN_MS);
});
addEventListener('pagehide', release);
addEventListener('offline', reconnect);

let checkedAt = Date.now();
setInterval(() => {
  if (Date.now() - checkedAt > SLEPT_MS) reconnect();
  checkedAt = Date.now();
}, CHECK_MS);

effect(() => {
  credential.value; // Read so that this runs again with each new credential.
  reconnect();
});
