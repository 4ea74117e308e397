import { OddsgraphError, tooComplex } from '../errors/errors.ts';
import { Stopwatch } from '../scheduling/stopwatch.ts';

/** An operation may not send another request. Others that wait for the same response may be allowed to. */
export class UsageLimitError extends OddsgraphError {
  constructor({ code, message, extensions }: OddsgraphError) {
    super(code, message, extensions);
  }
}

/** The upstream requests of one operation, and for how long its response may be cached. */
export class Usage {
  readonly #callsMax: number;
  #calls = 0;
  /** How long the operation has waited for upstream. */
  readonly waiting = new Stopwatch();
  /** Reads that were answered from the cache or by an equal request in progress. */
  cached = 0;
  /** Until when everything that was read is fresh, in milliseconds on the monotonic clock. */
  freshUntil = Number.POSITIVE_INFINITY;
  /** When the oldest of what was read came from upstream, on the monotonic clock. */
  currentAt = Number.POSITIVE_INFINITY;
  /** Called before each request, which it may refuse by throwing. */
  onRequest: () => void = () => {};

  /** `callsMax` is how many requests this operation may send. */
  constructor(callsMax = Number.POSITIVE_INFINITY) {
    this.#callsMax = callsMax;
  }

  /** Requests that this operation has sent. */
  get calls(): number {
    return this.#calls;
  }

  /** Counts a request before it is sent. Throws `QUERY_TOO_COMPLEX` if it is one too many, or as `onRequest` does. */
  countRequest(): void {
    if (this.#calls >= this.#callsMax) {
      throw tooComplex('upstreamRequests', this.#callsMax, this.#calls + 1);
    }
    this.onRequest();
    this.#calls += 1;
  }

  /** Records that the operation read something that came from upstream at `currentAt` and is fresh until `expiresAt`. */
  recordRead(currentAt: number, expiresAt: number): void {
    this.currentAt = Math.min(this.currentAt, currentAt);
    this.freshUntil = Math.min(this.freshUntil, expiresAt);
  }
}

/** As `usage.countRequest()`, but a refusal is a `UsageLimitError`, which tells it from one by upstream. */
export function chargeRequest(usage: Usage): void {
  try {
    usage.countRequest();
  } catch (error) {
    throw error instanceof OddsgraphError ? new UsageLimitError(error) : error;
  }
}
