import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Stops the real time of each test in a file, for what cannot be given a clock: timers of packages, and
 * `performance.now()`. The returned function lets milliseconds pass; timers fire once their time has come.
 */
export function stopRealTime(): (ms: number) => void {
  let elapsed = 1; // lru-cache takes a time of 0 for none.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return (ms) => {
    elapsed += ms;
    vi.advanceTimersByTime(ms);
  };
}
