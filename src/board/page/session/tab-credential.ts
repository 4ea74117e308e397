import { effect, signal } from '@preact/signals';
import { settings } from '../settings.ts';

const STORED_AS = 'oddsgraph-credential';

/** The tier whose demo key the page starts with. */
const FIRST_TIER = 'pro';

const stored = sessionStorage.getItem(STORED_AS);

/**
 * The API key or token that every request carries; null until there is one. It is kept for this tab
 * alone and goes into headers, never into an address.
 */
export const credential = signal<string | null>(stored ?? settings.demoKeys[FIRST_TIER] ?? null);

effect(() => {
  if (credential.value === null) sessionStorage.removeItem(STORED_AS);
  else sessionStorage.setItem(STORED_AS, credential.value);
});

export function authorization(): Record<string, string> {
  return credential.value === null ? {} : { authorization: `Bearer ${credential.value}` };
}
