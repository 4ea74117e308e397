import type { WriteStream } from 'node:tty';

const WIDTH = 30;
const REDRAWN_MS = 100;

/** Shows on a terminal how far a command is; elsewhere nothing, since a log would fill with it. */
export class ProgressBar {
  readonly #terminal: WriteStream;
  #drawnAt = -Infinity;

  constructor(terminal: WriteStream) {
    this.#terminal = terminal;
  }

  /** `share` is 0 to 1. */
  show(share: number): void {
    const now = performance.now();
    if (!this.#terminal.isTTY || (share < 1 && now - this.#drawnAt < REDRAWN_MS)) return;
    this.#drawnAt = now;
    const done = Math.round(share * WIDTH);
    const bar = '#'.repeat(done) + '.'.repeat(WIDTH - done);
    this.#terminal.write(`\r[${bar}] ${Math.floor(share * 100)} %${share < 1 ? '' : '\n'}`);
  }
}
