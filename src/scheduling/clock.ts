/** A timer that has been set. Cancelling one that has fired does nothing. */
export interface Timer {
  cancel(): void;
}

/**
 * Time and timers. The clock is passed to everything that depends on time, so that tests advance it
 * and never wait. Use `now` for dates and `monotonic` for durations.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. It jumps, even backwards, when the system's clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary moment. It never jumps, so differences are durations. */
  monotonic(): number;
  /** Calls back once after `ms`. Does not keep the process alive. */
  after(ms: number, callback: () => void): Timer;
  /** Calls back every `ms`. Does not keep the process alive. */
  every(ms: number, callback: () => void): Timer;
}

/** By how much the system's time may be ahead of a steady clock. Monotonic time may not count while the machine sleeps. */
const MAX_AHEAD_MS = 60_000;

/**
 * A clock whose `now` starts at the system's time and goes at the pace of monotonic time. It follows if the system's clock
 * jumps ahead, but never goes back: for example for a simulated market.
 */
export function steadyClock(clock: Clock): Clock {
  let offset = clock.now() - clock.monotonic();
  return {
    now() {
      const present = clock.now() - clock.monotonic();
      if (present > offset + MAX_AHEAD_MS) offset = present;
      return Math.floor(offset + clock.monotonic());
    },
    monotonic: () => clock.monotonic(),
    after: (ms, callback) => clock.after(ms, callback),
    every: (ms, callback) => clock.every(ms, callback),
  };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref();
    return { cancel: () => clearInterval(timer) };
  },
};
