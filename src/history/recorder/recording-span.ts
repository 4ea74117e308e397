import type { Clock } from '../../scheduling/clock.ts';
import type { Span } from '../history-store.ts';

/** How often a span is stored although no price has changed. */
const STORED_MS = 5_000;

/** Since when the board has been watched without a gap, and until when. */
export class RecordingSpan {
  readonly #clock: Clock;
  #span: Span | null = null;
  #storedTo = 0;
  #hasEnded = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new span begins. */
  begin(at: number): void {
    this.resume({ from: at, to: at });
  }

  /** The span of another recorder goes on. */
  resume(span: Span): void {
    this.#span = span;
    this.#storedTo = span.to;
    this.#hasEnded = false;
  }

  /**
   * The board is watched: until upstream's last frame, which was `frameAge` milliseconds ago, nothing can be
   * missing. Returns whether a new span has begun, because the last one had ended.
   */
  extend(frameAge: number): boolean {
    const now = this.#clock.now();
    if (this.#hasEnded || this.#span === null) {
      this.begin(now);
      return true;
    }
    const { from, to } = this.#span;
    this.#span = { from, to: Math.max(to, Math.floor(now - frameAge)) };
    return false;
  }

  /** The board is no longer watched. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Whether it has to be stored without waiting for a change. */
  get isDue(): boolean {
    const longer = (this.#span?.to ?? 0) - this.#storedTo;
    return longer > 0 && (this.#hasEnded || longer >= STORED_MS);
  }

  /** What may be stored: nothing after the oldest change that is not; null if there is no span yet. */
  storable(oldestUnstored: number | null): Span | null {
    if (this.#span === null) return null;
    const { from, to } = this.#span;
    this.#storedTo = Math.max(from, Math.min(to, oldestUnstored ?? to));
    return { from, to: this.#storedTo };
  }
}
