import { createHash } from 'node:crypto';
import type { LiveFilter } from '../board/live-filter.ts';

/** Up to 15 digits are a safe integer. */
const CURSOR = /^(.+)\.(\d{1,15})$/;

/**
 * The cursors of one board and one filter: `<epoch>-<hash of the filter>.<version>`. A client that
 * resumes with another filter has missed other changes, so its cursor is ignored.
 */
export class CursorCodec {
  readonly #board: { readonly epoch: string };
  readonly #filterHash: string;

  constructor(board: { readonly epoch: string }, filter: LiveFilter) {
    this.#board = board;
    const hash = createHash('sha256').update(JSON.stringify(filter)).digest('base64url');
    this.#filterHash = hash.slice(0, 8);
  }

  encode(version: number): string {
    return `${this.#prefix}.${version}`;
  }

  /** The version in a cursor; null if it is malformed, or of another board or filter. */
  decode(cursor: string): number | null {
    const [, prefix, version] = CURSOR.exec(cursor) ?? [];
    return prefix === this.#prefix ? Number(version) : null;
  }

  get #prefix(): string {
    return `${this.#board.epoch}-${this.#filterHash}`;
  }
}
