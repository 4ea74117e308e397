import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 640px)');

/** Whether the page is as narrow as on phones. */
export const isNarrow = signal(query.matches);
query.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
