/** How many arrival times are remembered: those of the last few minutes if the stream is busy. */
const ARRIVALS_MAX = 1_000;

interface Arrival {
  /** The board's version after the first change of this frame. */
  readonly from: number;
  /** Milliseconds on the monotonic clock. */
  readonly at: number;
}

/**
 * When each frame of an upstream stream arrived, to measure how old changes are when they reach subscribers.
 * Frames are found by the version of the board, which grows by one with each change.
 */
export class Arrivals {
  /** Oldest first. */
  #arrivals: Arrival[] = [];

  /** Records a frame before its changes are applied. `version` is the board's current version. */
  add(version: number, at: number): void {
    const from = version + 1;
    // Earlier frames with the same `from` changed nothing (such as heartbeats), so they are not needed.
    while ((this.#arrivals.at(-1)?.from ?? 0) >= from) this.#arrivals.pop();
    this.#arrivals.push({ from, at });
    if (this.#arrivals.length > ARRIVALS_MAX) {
      this.#arrivals = this.#arrivals.slice(-ARRIVALS_MAX / 2);
    }
  }

  /**
   * The arrival time of the frame that caused the oldest of these changes. If that time is no longer
   * remembered, the oldest one that is; null before the first frame, and without changes.
   */
  ofOldest(...lists: readonly (readonly { readonly version: number }[])[]): number | null {
    let version = Number.POSITIVE_INFINITY;
    for (const changes of lists) {
      for (const change of changes) version = Math.min(version, change.version);
    }
    if (version === Number.POSITIVE_INFINITY) return null;
    const arrival = this.#arrivals.findLast(({ from }) => from <= version);
    return (arrival ?? this.#arrivals[0])?.at ?? null;
  }
}
