import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { trouble } from '../session/account.ts';

/** A view whose script is loaded when it is first shown. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<{ readonly View: ComponentType<Props> } | null>(null);
  return (props: Props) => {
    useEffect(() => {
      if (loaded.peek() !== null) return;
      load().then(
        (View) => {
          loaded.value = { View };
        },
        () => {
          // The server may have another version by now, without this file.
          trouble.value = 'This view cannot be loaded. Load the page again.';
        },
      );
    }, []);
    if (loaded.value === null) return <main class="view" />;
    const { View } = loaded.value;
    return <View {...props} />;
  };
}
