import type { KeyHolder } from '../key-store.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { StreamBody } from './stream-body.ts';

/** The open streams and the keys that opened them. */
export class StreamRegistry {
  readonly #holders = new Map<StreamBody, KeyHolder>();
  /** The number of open streams of each account. */
  readonly #counts = new Map<string, number>();

  /** Throws 429 `stream_limit_exceeded` if the account already has `max` open streams. */
  assertCapacity({ accountId }: KeyHolder, max: number): void {
    const open = this.#counts.get(accountId) ?? 0;
    if (open < max) return;
    throw new Refusal(
      'stream_limit_exceeded',
      `The account has reached its limit of ${max} open streams.`,
    );
  }

  add(stream: StreamBody, holder: KeyHolder): void {
    this.#holders.set(stream, holder);
    this.#addToCount(holder, 1);
  }

  delete(stream: StreamBody): void {
    const holder = this.#holders.get(stream);
    if (holder === undefined) return;
    this.#holders.delete(stream);
    this.#addToCount(holder, -1);
  }

  /** Closes the streams that a key opened. */
  closeStreamsOf(keyId: string): void {
    for (const [stream, holder] of this.#holders) if (holder.keyId === keyId) stream.destroy();
  }

  [Symbol.iterator](): MapIterator<StreamBody> {
    return this.#holders.keys();
  }

  #addToCount({ accountId }: KeyHolder, change: number): void {
    const open = (this.#counts.get(accountId) ?? 0) + change;
    if (open === 0) this.#counts.delete(accountId);
    else this.#counts.set(accountId, open);
  }
}
