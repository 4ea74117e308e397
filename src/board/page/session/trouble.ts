import { computed, signal } from '@preact/signals';
import { GraphError } from '../../../client/odds-client.ts';
import { credential, refuse } from './tab-credential.ts';

/** The messages of what fails at the moment, by the reporter of each. */
const troubles = signal<ReadonlyMap<object, string>>(new Map());

/** What the page tells the user about requests that fail; null if none does. */
export const trouble = computed(() => troubles.value.values().next().value ?? null);

credential.subscribe(() => {
  troubles.value = new Map();
});

/** What to do about a page that is outdated. */
export const RELOAD = 'Load this page again: the server has a newer one';

/** Whether the server has another version of the page: the documents of this one's build are unknown to it. */
export function isOfOldPage(error: GraphError): boolean {
  return error.code === 'PERSISTED_QUERY_NOT_FOUND';
}

/** The page waits no longer than this, whatever the server asks for. */
const WAIT_MAX_SECONDS = 120;

/** How long the server asks to wait after an error, in seconds; null if it does not. */
export function waitSeconds(error: unknown): number | null {
  if (!(error instanceof GraphError) || error.retryAfterSeconds === null) return null;
  return Math.min(Math.ceil(error.retryAfterSeconds), WAIT_MAX_SECONDS);
}

/** Whether an error may be over when the same is asked again. */
export function mayPass(error: unknown): boolean {
  return error !== null && !(error instanceof GraphError && error.isFinal);
}

/** Makes a function that shows the user why a request failed, until it is told the next error; null is none. */
export function reporter(): (error: unknown) => void {
  const report = (error: unknown) => {
    if (error instanceof GraphError && error.code === 'UNAUTHENTICATED') refuse(error.message);
    else if (error !== null)
      troubles.value = new Map(troubles.peek()).set(report, messageOf(error));
    else if (troubles.peek().has(report)) {
      troubles.value = new Map([...troubles.peek()].filter(([other]) => other !== report));
    }
  };
  return report;
}

function messageOf(error: unknown): string {
  if (!(error instanceof GraphError)) return 'The server cannot be reached.';
  if (isOfOldPage(error)) return `${RELOAD}.`;
  const wait = waitSeconds(error);
  return wait === null ? error.message : `${error.message} Next attempt in ${wait} s.`;
}
