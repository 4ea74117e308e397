import type { Clock, Timer } from '../../src/clock.ts';

interface Pending {
  due: number;
  /** Null for a timer that fires once. */
  readonly period: number | null;
  readonly callback: () => void;
}

/** A clock that stands still until a test advances it. Timers go by its monotonic time. */
export class ManualClock implements Clock {
  #elapsed = 0;
  /** What the wall shows at the monotonic time 0: a step of the wall's clock moves it. */
  #epoch: number;
  /** In the order in which they were set, which decides between timers due at the same time. */
  readonly #pending = new Set<Pending>();

  constructor(startedAt = Date.UTC(2026, 10, 21, 18)) {
    this.#epoch = startedAt;
  }

  now(): number {
    return this.#epoch + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, callback: () => void): Timer {
    return this.#set({ due: this.#elapsed + ms, period: null, callback });
  }

  every(ms: number, callback: () => void): Timer {
    if (!(ms > 0)) throw new RangeError(`A repeating timer needs a positive period, got ${ms}.`);
    return this.#set({ due: this.#elapsed + ms, period: ms, callback });
  }

  /** Timers that have been set and neither fired for the last time nor been cancelled. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /**
   * Moves time forward by `ms`. Every timer due by then fires in order of time, with the clock at
   * the moment it was due, and a repeating one as often as it was due.
   */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#nextBy(end); next !== undefined; next = this.#nextBy(end)) {
      this.#elapsed = Math.max(this.#elapsed, next.due);
      this.#pending.delete(next);
      if (next.period !== null) {
        next.due += next.period;
        this.#pending.add(next);
      }
      next.callback();
    }
    this.#elapsed = end;
  }

  /** Time passes and no timer fires, as in a process that was held up: all fire so much later. */
  stall(ms: number): void {
    this.#elapsed += ms;
    for (const pending of this.#pending) pending.due += ms;
  }

  /** Sets the wall's clock forward, or back by less than nothing: no time passes. */
  setWallBy(ms: number): void {
    this.#epoch += ms;
  }

  /** As `advance`, in steps of `stepMs` between which promises and pending I/O get their turn. */
  async advanceInSteps(ms: number, stepMs: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.advance(Math.min(left, stepMs));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #set(pending: Pending): Timer {
    this.#pending.add(pending);
    return { cancel: () => void this.#pending.delete(pending) };
  }

  #nextBy(end: number): Pending | undefined {
    let next: Pending | undefined;
    for (const pending of this.#pending) {
      if (pending.due <= end && (next === undefined || pending.due < next.due)) next = pending;
    }
    return next;
  }
}
