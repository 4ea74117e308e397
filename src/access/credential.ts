import { hash } from 'node:crypto';
import { inspect } from 'node:util';

/**
 * An API key that cannot be revealed by accident: printing, logging or serialising it yields a
 * placeholder. Whatever is shared or cached for its owner is found by `hash`.
 */
export class Credential {
  readonly #secret: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;

  constructor(secret: string) {
    this.#secret = secret;
    this.hash = hash('sha256', secret);
  }

  /** The key itself. Send it to the odds service and nowhere else. */
  reveal(): string {
    return this.#secret;
  }

  /** Identifies the account in the log. The key cannot be derived from it. */
  get fingerprint(): string {
    return this.hash.slice(0, 8);
  }

  toString(): string {
    return '[credential]';
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
