import { computed, type ReadonlySignal } from '@preact/signals';
import { showAddress } from './current-route.ts';

/**
 * The choices of a view. They are kept in its address, such as `#/?league=nfl&market=total`, to survive a reload and be
 * shared as a link. `typed` are those that people type letter by letter.
 */
export function addressChoices<Choice extends string>(
  address: ReadonlySignal<string>,
  defaults: Readonly<Record<Choice, string>>,
  typed: readonly NoInfer<Choice>[],
) {
  const chosen = computed(() => new URLSearchParams(address.value.split('?')[1]));
  const choiceOf = (name: Choice) => computed(() => chosen.value.get(name) ?? defaults[name]);
  return {
    choiceOf,

    /** A choice of which only some values are valid. */
    oneOf<Value extends string>(name: Choice, values: Readonly<Record<Value, string>>) {
      const text = choiceOf(name);
      return computed(
        () => (Object.hasOwn(values, text.value) ? text.value : defaults[name]) as Value,
      );
    },

    /** Changes what the view shows. The browser's back button undoes it; what was typed is undone as a whole. */
    choose(choices: Partial<Record<Choice, string>>): void {
      const next = new URLSearchParams(chosen.peek());
      for (const [name, value] of Object.entries<string>(choices as Record<Choice, string>)) {
        if (value === defaults[name as Choice]) next.delete(name);
        else next.set(name, value);
      }
      // Each further letter replaces the browser's history entry.
      const isTyping = typed.some((name) => name in choices && chosen.peek().has(name));
      const [path] = address.peek().split('?');
      showAddress(next.size === 0 ? `${path}` : `${path}?${next}`, isTyping);
    },
  };
}
