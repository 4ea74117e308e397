import type { Result } from './graph-error.ts';

/** The results of a subscription, in the order in which they came. */
export class Inbox {
  readonly #results: Result[] = [];
  #wake: () => void = () => {};
  #error: unknown;
  #isEnded = false;

  push(result: Result): void {
    this.#results.push(result);
    this.#wake();
  }

  end(error?: unknown): void {
    if (!this.#isEnded) this.#error = error;
    this.#isEnded = true;
    this.#wake();
  }

  async *results(): AsyncGenerator<Result, void> {
    for (;;) {
      for (let next = this.#results.shift(); next; next = this.#results.shift()) yield next;
      if (this.#error !== undefined) throw this.#error;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
