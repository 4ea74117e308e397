import { createHash } from 'node:crypto';
import type { LiveFilter } from '../board/live-filter.ts';
import type { CursorAt } from './projection.ts';

/** A number of up to 15 digits is a safe integer. */
const CURSOR = /^(.+)\.(\d{1,15})$/;

/**
 * Encodes and decodes the cursors with which clients resume a subscription: `<epoch>-<hash of the
 * filter>.<version>`. One of another filter is ignored, because its client has missed other changes.
 */
export class CursorCodec {
  /** Asked for its epoch each time, since a board may begin another. */
  readonly #board: { readonly epoch: string };
  readonly #filterHash: string;

  constructor(board: { readonly epoch: string }, filter: LiveFilter) {
    this.#board = board;
    const hash = createHash('sha256').update(JSON.stringify(filter)).digest('base64url');
    this.#filterHash = hash.slice(0, 8);
  }

  readonly encode: CursorAt = (version) => `${this.#prefix}.${version}`;

  /** The version in a cursor; null if it is malformed, or of another epoch or filter. */
  decode(cursor: string): number | null {
    const [, prefix, version] = CURSOR.exec(cursor) ?? [];
    return prefix === this.#prefix ? Number(version) : null;
  }

  get #prefix(): string {
    return `${this.#board.epoch}-${this.#filterHash}`;
  }
}
