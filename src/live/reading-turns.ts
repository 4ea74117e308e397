import { liveReadersHeldBack } from '../metrics.ts';
import type { Step } from './step.ts';

/** Rows in all steps that the readers of one stream are in the middle of: some hundred whole boards. */
const ROWS_MAX = 5_000_000;

/**
 * The bound of what slow readers hold. A step of several frames is read over a while, and each place
 * and each wish has a step of its own; those who read the same one share it. While there is no room,
 * whoever comes next waits, the first one first.
 */
export class ReadingTurns {
  readonly #rowsMax: number;
  readonly #defer: (letIn: () => void) => void;
  readonly #readers = new Map<Step<unknown>, number>();
  readonly #waiting = new Set<() => void>();
  #rows = 0;
  #isLettingIn = false;

  /** `defer` says when the next one is let in, one at a time: what it reads then may take a while. */
  constructor(
    rowsMax: number = ROWS_MAX,
    defer: (letIn: () => void) => void = (letIn) => queueMicrotask(letIn),
  ) {
    this.#rowsMax = rowsMax;
    this.#defer = defer;
  }

  get hasRoom(): boolean {
    return this.#rows < this.#rowsMax;
  }

  /** Lets a reader begin a step; where there is no room, calls `wake` once there is. */
  begin(step: Step<unknown>, wake: () => void): boolean {
    const readers = this.#readers.get(step) ?? 0;
    if (readers === 0) {
      if (!this.hasRoom) {
        this.#waiting.add(wake);
        liveReadersHeldBack.inc();
        return false;
      }
      this.#rows += step.rows;
    }
    this.#readers.set(step, readers + 1);
    this.#waiting.delete(wake);
    return true;
  }

  /** Ends what a reader began. */
  end(step: Step<unknown>): void {
    const readers = (this.#readers.get(step) ?? 0) - 1;
    if (readers > 0) {
      this.#readers.set(step, readers);
      return;
    }
    this.#readers.delete(step);
    this.#rows -= step.rows;
    this.#letIn();
  }

  /** Stops waiting. */
  leave(wake: () => void): void {
    this.#waiting.delete(wake);
  }

  /** Whoever is woken reads at once, or later where it cannot take anything now. */
  #letIn(): void {
    if (this.#isLettingIn || this.#waiting.size === 0 || !this.hasRoom) return;
    this.#isLettingIn = true;
    this.#defer(() => {
      this.#isLettingIn = false;
      const [next] = this.#waiting;
      if (next === undefined || !this.hasRoom) return;
      this.#waiting.delete(next);
      next();
      this.#letIn();
    });
  }
}
