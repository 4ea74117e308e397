import type { Clock } from '../../scheduling/clock.ts';
import type { Span } from '../history-store.ts';

/** How often a span is stored although no price has changed. */
export const STORED_MS = 5_000;

/** By so much a clock has to be set forward to be noticed. */
const JUMP_MS = 1_000;

/** Since when the board has been watched without a gap, and until when. */
export class RecordingSpan {
  readonly #clock: Clock;
  #span: Span = { from: 0, to: 0 };
  #storedTo = 0;
  #isNew = false;
  #hasEnded = true;
  /** The wall clock minus the monotonic one. */
  #clockOffset = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new span begins. */
  begin(at: number): void {
    this.resume({ from: at, to: at });
    this.#isNew = true;
  }

  /** The span of another recorder goes on. */
  resume(span: Span): void {
    this.#span = span;
    this.#storedTo = span.to;
    this.#isNew = false;
    this.#hasEnded = false;
    this.#clockJump(); // What the clock has done before does not count.
  }

  /**
   * The board is watched: until upstream's last frame, which was `frameAge` milliseconds ago, nothing can be
   * missing. Returns whether a new span has begun: the last one had ended, or the clock was set or the machine slept,
   * and nobody watched the time that was left out.
   */
  extend(frameAge: number): boolean {
    const now = this.#clock.now();
    const { from, to } = this.#span;
    if (this.#clockJump() > JUMP_MS || this.#hasEnded || now < from) {
      this.begin(now);
      return true;
    }
    this.#span = { from, to: Math.max(to, Math.floor(now - frameAge)) };
    return false;
  }

  /**
   * A change that nobody saw happen was found at `unseenAt`, when upstream was read again. If that is within the span, as
   * it may be when another replica's goes on, a new span begins at `liveSince`, when the board was complete again. Returns
   * whether it does.
   */
  restartIfMissed(unseenAt: number, liveSince: number | null): boolean {
    if (this.#hasEnded || liveSince === null || unseenAt <= this.#span.from) return false;
    // Not `begin`: the clock may have been set since then, which has yet to be noticed.
    this.#span = { from: liveSince, to: liveSince };
    this.#storedTo = liveSince;
    this.#isNew = true;
    return true;
  }

  /** The board is no longer watched. */
  end(): void {
    this.#hasEnded = true;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get from(): number {
    return this.#span.from;
  }

  /** Whether it has to be stored without waiting for a change. */
  get isDue(): boolean {
    const longer = this.#span.to - this.#storedTo;
    return this.#isNew || (longer > 0 && (this.#hasEnded || longer >= STORED_MS));
  }

  /** Returns the span to store now, which counts as stored from here on: not further than `knownTo`, unless that is null. */
  markStored(knownTo: number | null): Span {
    const { from, to } = this.#span;
    this.#isNew = false;
    this.#storedTo = Math.max(this.#storedTo, Math.min(to, knownTo ?? to));
    return { from, to: this.#storedTo };
  }

  /** By how much the wall clock has gone further than the time that has passed since the last call. */
  #clockJump(): number {
    const before = this.#clockOffset;
    this.#clockOffset = this.#clock.now() - this.#clock.monotonic();
    return this.#clockOffset - before;
  }
}
