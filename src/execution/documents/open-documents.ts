import type { DocumentNode } from 'graphql';
import { Counts } from '../../caching/counts.ts';
import { tooManySubscriptions } from '../../live/stream/live-limits.ts';
import { documentBytes } from './document-weight.ts';

interface OpenDocument {
  readonly document: DocumentNode;
  readonly bytes: number;
  /** How many subscriptions of each account use it. */
  readonly users: Counts<string>;
}

/** The documents that open subscriptions keep: equal ones once, however many share one. */
export class OpenDocuments {
  readonly #open = new Map<string, OpenDocument>();
  readonly #bytesOf = new Counts<string>();
  /** Of all accounts. */
  bytes = 0;

  /**
   * Keeps a document for a subscription until `release` is called, and returns the one to use instead, which is equal.
   * Throws `STREAM_LIMIT_EXCEEDED` if no other subscription has it, and the documents of this account's take a quarter of what
   * is free of `bytesMax`: a single account then has a fifth of all, the next one a fifth of the rest, and so on.
   */
  keep(
    given: DocumentNode,
    account: string,
    bytesMax: number,
  ): { readonly document: DocumentNode; readonly release: () => void } {
    const text = given.loc?.source.body ?? '';
    const kept = this.#open.get(text);
    const { document, bytes, users } = kept ?? {
      document: given,
      bytes: documentBytes(given),
      users: new Counts<string>(),
    };
    if (kept === undefined) {
      if (this.#bytesOf.of(account) >= (bytesMax - this.bytes) / 4) {
        const problem =
          "The documents of this account's subscriptions take a quarter of the room that is left";
        throw tooManySubscriptions(problem);
      }
      this.#open.set(text, { document, bytes, users });
      this.bytes += bytes;
    }
    if (users.add(account, 1) === 1) this.#bytesOf.add(account, bytes);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      if (users.add(account, -1) === 0) this.#bytesOf.add(account, -bytes);
      if (users.size > 0) return;
      this.#open.delete(text);
      this.bytes -= bytes;
    };
    return { document, release };
  }
}
