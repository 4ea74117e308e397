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

/** A subscription's variables, in characters of JSON, that have room in the 40 kB which each is estimated to take. */
const VARIABLES_FREE = 4_000;

/** What longer ones take for each character: a topic is found by each value of its filter. */
const VARIABLE_BYTES = 10;

/** The documents that open subscriptions keep: equal ones once, however many share one; and their long variables. */
export class OpenDocuments {
  readonly #open = new Map<string, OpenDocument>();
  readonly #bytesOf = new Counts<string>();
  /** Of all accounts. */
  bytes = 0;

  /**
   * Keeps a document for a subscription until `release` is called, and returns the one to use instead, which is equal.
   * Throws `STREAM_LIMIT_EXCEEDED` if this adds anything, and this account's subscriptions have a quarter of what is free of
   * `bytesMax`: a single account then has a fifth of all, the next one a fifth of the rest, and so on. `variablesLength` is
   * in characters of JSON.
   */
  keep(
    given: DocumentNode,
    account: string,
    bytesMax: number,
    variablesLength = 0,
  ): { readonly document: DocumentNode; readonly release: () => void } {
    const text = given.loc?.source.body ?? '';
    const kept = this.#open.get(text);
    const { document, bytes, users } = kept ?? {
      document: given,
      bytes: documentBytes(given),
      users: new Counts<string>(),
    };
    const variableBytes = VARIABLE_BYTES * Math.max(0, variablesLength - VARIABLES_FREE);
    const isNew = kept === undefined || variableBytes > 0;
    if (isNew && this.#bytesOf.of(account) >= (bytesMax - this.bytes) / 4) {
      throw tooManySubscriptions(
        "The documents of this account's subscriptions, with their variables, take a quarter of the room that is left",
      );
    }
    if (kept === undefined) {
      this.#open.set(text, { document, bytes, users });
      this.bytes += bytes;
    }
    if (users.add(account, 1) === 1) this.#bytesOf.add(account, bytes);
    this.#bytesOf.add(account, variableBytes);
    this.bytes += variableBytes;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      this.#bytesOf.add(account, -variableBytes);
      this.bytes -= variableBytes;
      if (users.add(account, -1) === 0) this.#bytesOf.add(account, -bytes);
      if (users.size > 0) return;
      this.#open.delete(text);
      this.bytes -= bytes;
    };
    return { document, release };
  }
}
