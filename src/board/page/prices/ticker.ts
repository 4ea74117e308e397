import { signal } from '@preact/signals';

/** The time, ten seconds exact: for ages and days, which need no more. */
export const now = signal(Date.now());

/** The time to the second: for what says seconds. */
export const second = signal(Date.now());

setInterval(() => {
  second.value = Date.now();
  if (second.value - now.value >= 10_000) now.value = second.value;
}, 1_000);
