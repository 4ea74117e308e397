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

/** Variables up to this length cost nothing extra: they fit into the 40 kB that a subscription is estimated to take. */
const VARIABLES_FREE = 4_000;

/** The memory of each character beyond that: topics are indexed by each value of their filters. */
const VARIABLE_BYTES = 10;

/** The documents that open subscriptions keep: equal ones once, however many share one; and their long variables. */
export class OpenDocuments {
  readonly #open = new Map<string, OpenDocument>();
  readonly #bytesOfAccount = new Counts<string>();
  /** Of all accounts. */
  bytes = 0;

  /**
   * Keeps a document for a subscription until `release` is called, and returns the one to use instead, which is equal.
   * Throws `STREAM_LIMIT_EXCEEDED` if this would take memory, and the account's subscriptions take a quarter of what is free
   * of `bytesMax` already: a single account then has a fifth of all, the next one a fifth of the rest, and so on.
   * `variablesLength` is in characters of JSON.
   */
  keep(
    given: DocumentNode,
    account: string,
    bytesMax: number,
    variablesLength: number,
  ): { readonly document: DocumentNode; readonly release: () => void } {
    const text = given.loc?.source.body ?? '';
    const kept = this.#open.get(text);
    const { document, bytes, users } = kept ?? {
      document: given,
      bytes: documentBytes(given),
      users: new Counts<string>(),
    };
    const variableBytes = VARIABLE_BYTES * Math.max(0, variablesLength - VARIABLES_FREE);
    const takesMemory = kept === undefined || variableBytes > 0;
    if (takesMemory && this.#bytesOfAccount.of(account) >= (bytesMax - this.bytes) / 4) {
      throw tooManySubscriptions(
        "The documents of this account's subscriptions, with their variables, take a quarter of the room that is left",
      );
    }
    if (kept === undefined) {
      this.#open.set(text, { document, bytes, users });
      this.bytes += bytes;
    }
    if (users.add(account, 1) === 1) this.#bytesOfAccount.add(account, bytes);
    this.#bytesOfAccount.add(account, variableBytes);
    this.bytes += variableBytes;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      this.#bytesOfAccount.add(account, -variableBytes);
      this.bytes -= variableBytes;
      if (users.add(account, -1) === 0) this.#bytesOfAccount.add(account, -bytes);
      if (users.size > 0) return;
      this.#open.delete(text);
      this.bytes -= bytes;
    };
    return { document, release };
  }
}
