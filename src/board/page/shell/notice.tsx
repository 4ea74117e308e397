import { signal } from '@preact/signals';
import { forEachAccount } from '../session/tab-credential.ts';

interface Message {
  readonly text: string;
  /** A link to follow; null if there is none. */
  readonly url: string | null;
}

const message = signal<Message | null>(null);

/** Tells something about what somebody has just done, in place of what was told before. */
export function tell(text: string, url: string | null = null): void {
  message.value = { text, url };
}

export function tellNothing(): undefined {
  message.value = null;
}

forEachAccount(tellNothing);

/** What was told last, until it is closed. */
export function Notice() {
  if (message.value === null) return null;
  const { text, url } = message.value;
  return (
    <div class="notice" role="alert">
      <p dir="auto">
        {text}{' '}
        {url !== null && (
          <a href={url} target="_blank" rel="noreferrer">
            Open
          </a>
        )}
      </p>
      <button type="button" class="plain" onClick={tellNothing}>
        Close
      </button>
    </div>
  );
}
