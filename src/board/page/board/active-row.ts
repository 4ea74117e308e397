import { computed, signal } from '@preact/signals';
import { rows } from './rows.ts';

/** The market of the row that people were on. It outlives the grid, so that they come back to it from an event. */
export const activeMarket = signal<string | null>(null);

/** Its row's position; -1 if it is not on the board. */
export const activeIndex = computed(() =>
  activeMarket.value === null
    ? -1
    : rows.value.rows.findIndex(({ market }) => market.key === activeMarket.value),
);
