/** Frames whose times are remembered: some minutes of a busy board. */
const ARRIVALS_MAX = 1_000;

interface Arrival {
  /** The first version that the frame's changes have. */
  readonly from: number;
  /** On the monotonic clock. */
  readonly at: number;
}

/** Arrival times of the frames whose changes gave a board its versions. */
export class Arrivals {
  /** In ascending order. */
  #arrivals: Arrival[] = [];

  /** When the last frame came; null before the first. */
  get last(): number | null {
    return this.#arrivals.at(-1)?.at ?? null;
  }

  /** A frame came at `at`; its changes will have the versions after `version`. */
  add(version: number, at: number): void {
    const from = version + 1;
    // A frame without changes, such as a heartbeat, gave the board no version.
    while ((this.#arrivals.at(-1)?.from ?? 0) >= from) this.#arrivals.pop();
    this.#arrivals.push({ from, at });
    if (this.#arrivals.length > ARRIVALS_MAX) {
      this.#arrivals = this.#arrivals.slice(-ARRIVALS_MAX / 2);
    }
  }

  /**
   * When the frame with the oldest of these versions came; if that is forgotten, the oldest known time.
   */
  ofOldest(versions: Iterable<number>): number | null {
    let version = Number.POSITIVE_INFINITY;
    for (const one of versions) version = Math.min(version, one);
    const arrival = this.#arrivals.findLast(({ from }) => from <= version);
    return (arrival ?? this.#arrivals[0])?.at ?? null;
  }
}
