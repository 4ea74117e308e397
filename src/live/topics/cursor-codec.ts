import { createHash } from 'node:crypto';
import type { LiveFilter } from '../board/live-filter.ts';

/** Up to 15 digits are a safe integer. */
const CURSOR = /^(.+)\.(\d{1,15})$/;

/**
 * The cursors of one board and one filter: `<epoch>-<hash of the filter>.<version>`. A client that
 * resumes with another filter has missed other changes, so its cursor doesn't count.
 */
export class CursorCodec {
  readonly #prefix: string;

  constructor(epoch: string, filter: LiveFilter) {
    const hash = createHash('sha256').update(JSON.stringify(filter)).digest('base64url');
    this.#prefix = `${epoch}-${hash.slice(0, 8)}`;
  }

  encode(version: number): string {
    return `${this.#prefix}.${version}`;
  }

  /** The version in a cursor; null if it is malformed, or of another board or filter. */
  decode(cursor: string): number | null {
    const [, prefix, version] = CURSOR.exec(cursor) ?? [];
    return prefix === this.#prefix ? Number(version) : null;
  }
}
