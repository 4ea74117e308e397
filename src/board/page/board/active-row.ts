import { computed, signal } from '@preact/signals';
import { rows } from './rows.ts';

/** The key of the active row's market. It is kept while an event is shown, so that going back leads to the same row. */
export const activeMarket = signal<string | null>(null);

/** The index of the active row on the board; -1 if its market is not there. */
export const activeIndex = computed(() =>
  activeMarket.value === null
    ? -1
    : rows.value.rows.findIndex(({ market }) => market.key === activeMarket.value),
);
