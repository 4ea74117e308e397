import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from '../clock.ts';
import { countRefusal } from '../metrics.ts';
import type { Credential } from '../viewer.ts';
import { RequestRefusal } from './request-refusal.ts';
import { StreamedOperations } from './streamed-operations.ts';

/** How long a reservation waits to be opened. */
const RESERVED_MS = 60_000;

/** Reservations and open streams: of all, and of one credential or of all whom upstream does not know. */
const STREAMS_MAX = 10_000;
const STREAMS_OF_ONE_MAX = 1_000;

const UNKNOWN = 'unknown';

/** A stream that its holder may open, once, and run operations on. */
export class ReservedStream {
  readonly token = randomUUID();
  readonly holder: string;
  /** Whose number it counts to. */
  readonly account: string;
  readonly operations: StreamedOperations;
  readonly #expiry: Timer;
  #isOpen = false;

  constructor(
    holder: string,
    account: string,
    clock: Clock,
    onClose: (stream: ReservedStream) => void,
  ) {
    this.holder = holder;
    this.account = account;
    this.operations = new StreamedOperations(() => {
      this.#expiry.cancel();
      onClose(this);
    });
    this.#expiry = clock.after(RESERVED_MS, () => this.operations.close());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** From now on its connection decides how long it lives. */
  open(): void {
    this.#isOpen = true;
    this.#expiry.cancel();
  }
}

/** Streams by tokens that cannot be guessed, each of use to nobody but who reserved it. */
export class ReservedStreams {
  readonly #clock: Clock;
  readonly #streams = new Map<string, ReservedStream>();
  readonly #counts = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws where there are too many: of a key that upstream knows, or of all others together. */
  reserve(credential: Credential | null, isKnown: boolean): ReservedStream {
    const holder = holderOf(credential);
    const account = isKnown ? holder : UNKNOWN;
    const count = this.#counts.get(account) ?? 0;
    if (count >= STREAMS_OF_ONE_MAX || this.#streams.size >= STREAMS_MAX) {
      countRefusal('reserved_streams');
    }
    if (count >= STREAMS_OF_ONE_MAX) {
      const message = `${STREAMS_OF_ONE_MAX} streams are reserved or open: no more are given.`;
      throw RequestRefusal.of(429, 'STREAM_LIMIT_EXCEEDED', message);
    }
    if (this.#streams.size >= STREAMS_MAX) {
      throw RequestRefusal.of(503, 'STREAM_LIMIT_EXCEEDED', 'Too many streams are open.');
    }
    this.#counts.set(account, count + 1);
    const stream = new ReservedStream(holder, account, this.#clock, (closed) =>
      this.#forget(closed),
    );
    this.#streams.set(stream.token, stream);
    return stream;
  }

  /** Null for a token that is not known, or not theirs who show it. */
  find(token: string | null, credential: Credential | null): ReservedStream | null {
    const stream = token === null ? undefined : this.#streams.get(token);
    return stream?.holder === holderOf(credential) ? stream : null;
  }

  /** Forgets every stream. */
  close(): void {
    for (const { operations } of [...this.#streams.values()]) operations.close();
  }

  #forget({ token, account }: ReservedStream): void {
    this.#streams.delete(token);
    const left = (this.#counts.get(account) ?? 0) - 1;
    if (left > 0) this.#counts.set(account, left);
    else this.#counts.delete(account);
  }
}

function holderOf(credential: Credential | null): string {
  return credential?.hash ?? 'anonymous';
}
