import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { metrics } from '../observability/metrics.ts';

/** How many bytes of lines may wait for a slow reader. While more wait, new lines are dropped and counted. */
const WAITING_BYTES_MAX = 2 ** 20;

/** How long the process waits for the reader before it exits. */
const FLUSH_MS = 1_000;

/** Standard error that is a pipe or a socket. `_handle` is an internal of Node.js that its types leave out. */
interface Pipe {
  readonly _handle?: { setBlocking?(isBlocking: boolean): number };
}

/**
 * Writes log lines to standard error. If that is a pipe that nobody reads, lines wait in bounded memory:
 * a synchronous destination would stop the whole server until someone reads.
 */
export class LogDestination {
  readonly #stream: Writable;
  readonly #pipe: Pipe | null;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
    this.#pipe = stream.isTTY ? null : (stream as unknown as Pipe);
    stream.on('error', () => {}); // The reader has gone away, or the disk is full: lines that are lost are counted.
  }

  write(line: string): void {
    if (this.#stream.writableLength > WAITING_BYTES_MAX) {
      metrics.log_lines_dropped_total.inc();
      return;
    }
    // Every child process that inherits standard error, such as esbuild's, makes it blocking again.
    this.#pipe?._handle?.setBlocking?.(false);
    this.#stream.write(line, (error) => {
      if (error) metrics.log_lines_dropped_total.inc();
    });
  }

  /** Resolves when the waiting lines are written, or after a second if they are not read. */
  async flush(): Promise<void> {
    const written = new Promise((resolve) => this.#stream.write('', resolve));
    await Promise.race([written, pause(FLUSH_MS)]);
  }
}
