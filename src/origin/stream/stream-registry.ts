import type { KeyHolder } from '../key-store.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { StreamBody } from './stream-body.ts';

/** The streams that are open, and whose they are. */
export class OpenStreams {
  readonly #holders = new Map<StreamBody, KeyHolder>();
  readonly #counts = new Map<string, number>();

  /** Refuses a stream more of an account that has `max` of them. */
  demandRoom({ accountId }: KeyHolder, max: number): void {
    const open = this.#counts.get(accountId) ?? 0;
    if (open < max) return;
    throw new Refusal(
      'stream_limit_exceeded',
      `The account has ${open} streams open, which is its limit; close one of them.`,
    );
  }

  add(stream: StreamBody, holder: KeyHolder): void {
    this.#holders.set(stream, holder);
    this.#count(holder, 1);
  }

  delete(stream: StreamBody): void {
    const holder = this.#holders.get(stream);
    if (holder === undefined) return;
    this.#holders.delete(stream);
    this.#count(holder, -1);
  }

  /** Ends the streams that a key opened. */
  close(keyId: string): void {
    for (const [stream, holder] of this.#holders) if (holder.keyId === keyId) stream.destroy();
  }

  [Symbol.iterator](): MapIterator<StreamBody> {
    return this.#holders.keys();
  }

  #count({ accountId }: KeyHolder, step: number): void {
    const open = (this.#counts.get(accountId) ?? 0) + step;
    if (open === 0) this.#counts.delete(accountId);
    else this.#counts.set(accountId, open);
  }
}
