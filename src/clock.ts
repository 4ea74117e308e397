/** A timer that has been set. Cancelling one that has fired does nothing. */
export interface Timer {
  cancel(): void;
}

/** Time and timers, passed in wherever time matters, so that tests advance it and never wait. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls back once after `ms`. Does not keep the process alive. */
  after(ms: number, callback: () => void): Timer;
  /** Calls back every `ms`. Does not keep the process alive. */
  every(ms: number, callback: () => void): Timer;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref();
    return { cancel: () => clearInterval(timer) };
  },
};
