import { batch, effect, signal } from '@preact/signals';
import { settings } from '../settings.ts';
import { keptText } from './kept.ts';

/** The tier whose demo key the page starts with. */
const FIRST_TIER = 'pro';

/**
 * The API key or token that every request carries; null until there is one, and after it was refused. It is kept
 * for this tab alone and goes into headers, never into a URL.
 */
export const credential = keptText('credential', 'sessionStorage');
// A demo key is kept like any other.
credential.value ??= settings.demoKeys[FIRST_TIER] ?? null;

/** Counts how often the tab changed to another account. What the page holds is that account's alone. */
export const accountChanges = signal(0);

/** Runs `start` now and again for each other account, after the function that it returned for the last one. */
export function forEachAccount(start: () => undefined | (() => void)): () => void {
  return effect(() => {
    accountChanges.value; // Read so that this runs again whenever the account changes.
    return start();
  });
}

/** Why the credential was refused; null if it was not. */
export const refusal = signal<string | null>(null);

/** Changes to the account of another credential, or asks for one if `value` is null. */
export function changeAccount(value: string | null): void {
  batch(() => {
    accountChanges.value += 1;
    renewCredential(value);
  });
}

/** Goes on with a new key or token of the same account, and keeps what is on the screen. */
export function renewCredential(value: string | null): void {
  batch(() => {
    credential.value = value;
    refusal.value = null;
  });
}

/** Stops all requests until there is another credential. */
export function refuse(message: string): void {
  batch(() => {
    credential.value = null;
    refusal.value = message;
  });
}
