/** The longest wait before a lost connection is opened again. */
const WAIT_MAX_MS = 10_000;

/**
 * How long to wait before a lost stream is opened again: full jitter, up to a bound that doubles
 * with each failure. It is short where the stream had been in order. One that breaks soon after
 * each snapshot is not hurried for ever: after such a break the next stream has to stay in order for
 * as long as the longest wait before the bound is short again.
 */
export class ReconnectWait {
  readonly #random: () => number;
  readonly #firstMs: number;
  #failures = 0;
  #brokeSoon = false;

  constructor(random: () => number, firstMs: number) {
    this.#random = random;
    this.#firstMs = firstMs;
  }

  /** The wait in milliseconds after a stream that was in order for `heldMs`; null where it never was. */
  next(heldMs: number | null): number {
    if (heldMs !== null) {
      if (!this.#brokeSoon || heldMs >= WAIT_MAX_MS) this.#failures = 0;
      this.#brokeSoon = heldMs < WAIT_MAX_MS;
    }
    const boundMs = Math.min(WAIT_MAX_MS, this.#firstMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    return this.#random() * boundMs;
  }
}
