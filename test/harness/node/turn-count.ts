import { onTestFinished } from 'vitest';

/** Counts the work of each turn of the event loop, until the end of the test. */
export class TurnCount {
  #turns = [0];
  #isWatching = true;

  constructor() {
    onTestFinished(() => {
      this.#isWatching = false;
    });
    this.#watch();
  }

  add(work: number): void {
    this.#turns.push((this.#turns.pop() ?? 0) + work);
  }

  /** Forgets all turns so far. */
  clear(): void {
    this.#turns = [0];
  }

  get all(): number {
    return this.#turns.reduce((sum, work) => sum + work);
  }

  /** The most work of one turn. */
  get most(): number {
    return Math.max(...this.#turns);
  }

  #watch(): void {
    this.#turns.push(0);
    if (this.#isWatching) setImmediate(() => this.#watch());
  }
}
