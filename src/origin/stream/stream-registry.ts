import type { KeyHolder } from '../key-store.ts';
import { Refusal } from '../requests/origin-error.ts';
import type { StreamBody } from './stream-body.ts';

/** The open streams and the keys that opened them. */
export class StreamRegistry {
  readonly #holders = new Map<StreamBody, KeyHolder>();

  /** Throws 429 `stream_limit_exceeded` if the account already has `max` open streams. */
  assertCapacity({ accountId }: KeyHolder, max: number): void {
    const open = this.#holders.values().filter((holder) => holder.accountId === accountId);
    if (open.toArray().length < max) return;
    throw new Refusal(
      'stream_limit_exceeded',
      `The account has reached its limit of ${max} open streams.`,
    );
  }

  add(stream: StreamBody, holder: KeyHolder): void {
    this.#holders.set(stream, holder);
  }

  delete(stream: StreamBody): void {
    this.#holders.delete(stream);
  }

  /** Closes the streams that a key opened. */
  closeStreamsOf(keyId: string): void {
    for (const [stream, holder] of this.#holders) if (holder.keyId === keyId) stream.destroy();
  }

  [Symbol.iterator](): MapIterator<StreamBody> {
    return this.#holders.keys();
  }
}
