import type { Clock } from '../../scheduling/clock.ts';
import { RefusedError } from '../failure.ts';

/** Statuses that another attempt would get again. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 403]);

/** Upstream may go on counting a closed stream for a while, so a 429 is retried for this long. */
const TOO_MANY_STREAMS_MS = 5 * 60_000;

/**
 * Decides which refusals end a stream permanently. Only those in the contract's error format can, because
 * they come from upstream itself: a proxy's page with the same status is retried.
 */
export class StreamRefusals {
  readonly #clock: Clock;
  readonly #replacesEarlier: boolean;
  /** When upstream began to respond with 429, on the monotonic clock; null once it has responded in any other way. */
  #tooManySince: number | null = null;

  /** `replacesEarlier`: whether another process had such a stream, which upstream may still count as open. */
  constructor(clock: Clock, replacesEarlier = false) {
    this.#clock = clock;
    this.#replacesEarlier = replacesEarlier;
  }

  /** Upstream has accepted a request. */
  accepted(): void {
    this.#tooManySince = null;
  }

  /** A 429 is final at the first attempt, when nothing can be counted yet, or when it has lasted too long. */
  isFinal(error: unknown, isFirstAttempt: boolean): error is RefusedError {
    const refused = error instanceof RefusedError ? error : null;
    if (refused?.status !== 429) {
      this.#tooManySince = null;
      return refused?.isContractError === true && FINAL_STATUSES.has(refused.status);
    }
    const now = this.#clock.monotonic();
    this.#tooManySince ??= now;
    const isFirstStream = isFirstAttempt && !this.#replacesEarlier;
    return (
      refused.isContractError && (isFirstStream || now - this.#tooManySince >= TOO_MANY_STREAMS_MS)
    );
  }
}
