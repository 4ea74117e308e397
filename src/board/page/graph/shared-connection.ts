import { effect } from '@preact/signals';
import { type Client, createClient } from 'graphql-sse';
import { authorization, credential } from '../session/tab-credential.ts';
import { fetchEndless } from './fetch-endless.ts';
import { takeStreamSlot } from './stream-slot.ts';

/** A hidden tab gives its connection to others after this time. */
const HIDDEN_MS = 5_000;

/** A timer that comes this much late tells that the computer slept, and the connection is dead. */
const CHECK_MS = 5_000;
const SLEPT_MS = 20_000;

let client: Client<true> | null = null;
let slot: (() => void) | null = null;
let taking: Promise<(() => void) | null> | null = null;

/** The client of the one connection that all subscriptions share; null if other tabs have all slots. */
export async function sharedClient(): Promise<Client<true> | null> {
  taking ??= takeStreamSlot();
  const taken = await taking;
  if (taken === null) {
    taking = null;
    return null;
  }
  slot = taken;
  client ??= createClient({
    url: new URL('graphql/stream', document.baseURI).href,
    singleConnection: true,
    retryAttempts: 0, // The followers resume with their cursors.
    headers: () => authorization(),
    fetchFn: fetchEndless,
  });
  return client;
}

/** Drops the connection. Followers open a new one at once if the page is visible. */
export function reconnect(): void {
  client?.dispose();
  client = null;
}

function release(): void {
  reconnect();
  slot?.();
  slot = null;
  taking = null;
}

/** Resolves when the page is visible, at once if it is. */
export async function visible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise<void>((resolve) => {
    const done = () => {
      if (document.visibilityState === 'visible' || signal.aborted) resolve();
    };
    document.addEventListener('visibilitychange', done, { signal });
    signal.addEventListener('abort', done);
  });
}

let hiding: ReturnType<typeof setTimeout> | undefined;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.visibilityState === 'hidden') hiding = setTimeout(release, HIDDEN_MS);
});
addEventListener('pagehide', release);
addEventListener('offline', reconnect);

let checkedAt = Date.now();
setInterval(() => {
  if (Date.now() - checkedAt > SLEPT_MS) reconnect();
  checkedAt = Date.now();
}, CHECK_MS);

effect(() => {
  credential.value;
  reconnect();
});
