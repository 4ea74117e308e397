import { computed, effect, type Signal, signal } from '@preact/signals';

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
      // The storage is full: the text lasts as long as the page is open.
    }
  });
  addEventListener('storage', ({ storageArea, key: changed, newValue }) => {
    if (storageArea === window[storage] && changed === key) text.value = newValue; // By another tab.
  });
  return text;
}

/**
 * A value that all tabs share and that is kept for the next visit, once it has changed. `read` makes it of what was kept,
 * which may be anything.
 */
export function kept<Value>(name: string, read: (kept: unknown) => Value): { value: Value } {
  const text = keptText(name, 'localStorage');
  const value = computed(() => read(parsed(text.value)));
  return {
    get value() {
      return value.value;
    },
    set value(changed) {
      text.value = JSON.stringify(changed);
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
