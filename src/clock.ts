/** A timer that has been set. Cancelling one that has fired does nothing. */
export interface Timer {
  cancel(): void;
}

/**
 * Time and timers, passed in wherever time matters, so that tests advance it and never wait. Dates
 * are read off `now`, and everything that lasts is measured by `monotonic`.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. It steps, back too, whenever somebody sets the system's clock. */
  now(): number;
  /** Milliseconds since some moment in the past. It never steps: the difference of two is a duration. */
  monotonic(): number;
  /** Calls back once after `ms`. Does not keep the process alive. */
  after(ms: number, callback: () => void): Timer;
  /** Calls back every `ms`. Does not keep the process alive. */
  every(ms: number, callback: () => void): Timer;
}

/**
 * A clock for a world of its own, such as a simulated market: it begins at the wall's time, and its
 * dates go on at the pace of real time whatever becomes of the system's clock.
 */
export function steadyClock(clock: Clock): Clock {
  const startedAt = clock.now() - clock.monotonic();
  return {
    now: () => startedAt + clock.monotonic(),
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
