import { signal } from '@preact/signals';

/** The current time in milliseconds, updated every ten seconds, also if the clock is set back: enough for ages and days. */
export const now = signal(Date.now());

/** The current time in milliseconds, updated every second: for texts that count seconds. */
export const preciseNow = signal(Date.now());

setInterval(() => {
  preciseNow.value = Date.now();
  if (Math.abs(preciseNow.value - now.value) >= 10_000) now.value = preciseNow.value;
}, 1_000);
