import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from '../../clock.ts';
import type { Credential } from '../../credential.ts';
import { countRefusal } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { StreamShare } from './stream-share.ts';
import { StreamedOperations } from './streamed-operations.ts';

/** How long a reservation waits to be opened. */
const RESERVED_MS = 60_000;

/** Reservations and open streams of one account, and of all accounts whose keys upstream knows. */
const STREAMS_OF_ONE_MAX = 1_000;
const STREAMS_MAX = 10_000;

const UNKNOWN = 'unknown';

/** A stream that its holder may open, once, and run operations on. */
export class ReservedStream {
  readonly token = randomUUID();
  readonly holder: string;
  readonly operations: StreamedOperations;
  /** Whether it takes operations before it is open: only where upstream knows its holder's key. */
  readonly #isKnown: boolean;
  readonly #expiry: Timer;
  #isOpen = false;

  constructor(
    holder: string,
    share: StreamShare,
    isKnown: boolean,
    clock: Clock,
    onClose: (stream: ReservedStream) => void,
  ) {
    this.holder = holder;
    this.#isKnown = isKnown;
    this.operations = new StreamedOperations(share, () => {
      this.#expiry.cancel();
      onClose(this);
    });
    this.#expiry = clock.after(RESERVED_MS, () => this.operations.close());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** What is asked of a stream that is not open is held, perhaps for nobody. */
  get takesOperations(): boolean {
    return this.#isOpen || this.#isKnown;
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
  /** Of each account that has streams. */
  readonly #shares = new Map<string, StreamShare>();
  readonly #all = new StreamShare();
  #ofKnown = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Bytes that the operations of all streams hold, about. */
  get heldBytes(): number {
    return this.#all.bytes;
  }

  /**
   * Throws where there are too many. Streams without a key share one account, so do those with keys
   * that upstream does not know, and neither takes anything from the streams of known keys.
   */
  reserve(credential: Credential | null, isKnown: boolean): ReservedStream {
    const holder = holderOf(credential);
    const account = isKnown || credential === null ? holder : UNKNOWN;
    const share = this.#shares.get(account) ?? new StreamShare(this.#all);
    if (share.streams >= STREAMS_OF_ONE_MAX) {
      const message = `${STREAMS_OF_ONE_MAX} streams are reserved or open: no more are given.`;
      throw tooMany(429, message);
    }
    if (isKnown && this.#ofKnown >= STREAMS_MAX) throw tooMany(503, 'Too many streams are open.');
    this.#shares.set(account, share);
    share.streams += 1;
    if (isKnown) this.#ofKnown += 1;
    const stream = new ReservedStream(holder, share, isKnown, this.#clock, ({ token }) => {
      this.#streams.delete(token);
      share.streams -= 1;
      if (isKnown) this.#ofKnown -= 1;
      if (share.streams === 0) this.#shares.delete(account);
    });
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
}

function tooMany(status: number, message: string): HttpError {
  countRefusal('reserved_streams');
  return HttpError.of(status, 'STREAM_LIMIT_EXCEEDED', message);
}

function holderOf(credential: Credential | null): string {
  return credential?.hash ?? 'anonymous';
}
