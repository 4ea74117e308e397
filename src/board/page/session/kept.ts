import { effect, type Signal, signal } from '@preact/signals';

/**
 * A text that the browser keeps, for the tab or for the next visit too. Browsers may block their storage: then it is
 * kept for as long as the page is open.
 */
export function keptText(
  name: string,
  storage: 'localStorage' | 'sessionStorage',
): Signal<string | null> {
  const key = `oddsgraph-${name}`;
  const text = signal<string | null>(null);
  try {
    text.value = window[storage].getItem(key);
  } catch {
    return text;
  }
  effect(() => {
    try {
      if (text.value === null) window[storage].removeItem(key);
      else window[storage].setItem(key, text.value);
    } catch {
      // It is full.
    }
  });
  return text;
}

/** A value that is kept for the next visit. `read` makes it of what was kept, which may be anything. */
export function kept<Value>(name: string, read: (kept: unknown) => Value): Signal<Value> {
  const text = keptText(name, 'localStorage');
  const value = signal(read(parsed(text.peek())));
  effect(() => {
    text.value = JSON.stringify(value.value);
  });
  return value;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
