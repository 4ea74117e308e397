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
   * Throws `STREAM_LIMIT_EXCEEDED` if those of all accounts would take more than `bytesMax`, or those of this one more
   * than half of that.
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
    if (users.of(account) === 0 && this.#bytesOf.of(account) + bytes > bytesMax / 2) {
      throw tooManySubscriptions(
        `The documents of this account's subscriptions take ${mb(bytesMax / 2)}`,
      );
    }
    if (kept === undefined) {
      if (this.bytes + bytes > bytesMax) {
        throw tooManySubscriptions(`The documents of all subscriptions take ${mb(bytesMax)}`);
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

function mb(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
