import { randomUUID } from 'node:crypto';
import type { Identity } from '../../access/identity.ts';
import type { Clock, Timer } from '../../clock.ts';
import { countRefusal } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { StreamQuota } from './stream-quota.ts';
import { StreamedOperations } from './streamed-operations.ts';

/** A reservation that is not opened within this time expires. */
const RESERVATION_MS = 60_000;

/** Reserved and open streams of one account, and of all accounts whose keys upstream knows. */
const ACCOUNT_STREAMS_MAX = 1_000;
const STREAMS_MAX = 10_000;

/** All credentials that upstream does not know share the quota of this account. */
const UNKNOWN_ACCOUNT = 'unknown';

/** A reserved stream. The caller who reserved it may open it once and run operations on it. */
export class ReservedStream {
  readonly token = randomUUID();
  /** Identifies the account or viewer that reserved the stream. */
  readonly owner: string;
  readonly operations: StreamedOperations;
  /** Whether upstream knows the owner's key. */
  readonly #isKnown: boolean;
  readonly #expiry: Timer;
  #isOpen = false;

  constructor(
    owner: string,
    quota: StreamQuota,
    isKnown: boolean,
    clock: Clock,
    onClose: (stream: ReservedStream) => void,
  ) {
    this.owner = owner;
    this.#isKnown = isKnown;
    this.operations = new StreamedOperations(quota, () => {
      this.#expiry.cancel();
      onClose(this);
    });
    this.#expiry = clock.after(RESERVATION_MS, () => this.operations.close());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Whether operations may be added. Before the stream is open they are only held, possibly for
   * nobody, so the key must be known to upstream.
   */
  get acceptsOperations(): boolean {
    return this.#isOpen || this.#isKnown;
  }

  /** Opens the stream. It then lives as long as its connection. */
  open(): void {
    this.#isOpen = true;
    this.#expiry.cancel();
  }
}

/** Reserved and open streams by token. Tokens cannot be guessed, and work only for the owner. */
export class ReservedStreams {
  readonly #clock: Clock;
  readonly #streams = new Map<string, ReservedStream>();
  /** By account, for accounts that have streams. */
  readonly #quotas = new Map<string, StreamQuota>();
  readonly #total = new StreamQuota();
  /** Streams of accounts that upstream knows. */
  #knownStreams = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** About how many bytes the operations of all streams hold. */
  get heldBytes(): number {
    return this.#total.bytes;
  }

  /**
   * Reserves a stream. Throws 429 or 503 if there are too many. Requests without a key share one
   * quota, and so do unknown credentials; neither takes anything from known credentials.
   */
  reserve(identity: Identity, isKnown: boolean): ReservedStream {
    const owner = ownerOf(identity);
    const account = isKnown || identity.credential === null ? owner : UNKNOWN_ACCOUNT;
    const quota = this.#quotas.get(account) ?? new StreamQuota(this.#total);
    if (quota.streams >= ACCOUNT_STREAMS_MAX) {
      const message = `This account has ${ACCOUNT_STREAMS_MAX} streams reserved or open, which is the maximum.`;
      throw tooMany(429, message);
    }
    if (isKnown && this.#knownStreams >= STREAMS_MAX)
      throw tooMany(503, 'Too many streams are open.');
    this.#quotas.set(account, quota);
    quota.streams += 1;
    if (isKnown) this.#knownStreams += 1;
    const stream = new ReservedStream(owner, quota, isKnown, this.#clock, ({ token }) => {
      this.#streams.delete(token);
      quota.streams -= 1;
      if (isKnown) this.#knownStreams -= 1;
      if (quota.streams === 0) this.#quotas.delete(account);
    });
    this.#streams.set(stream.token, stream);
    return stream;
  }

  /** The stream with this token; null if there is none or it belongs to somebody else. */
  find(token: string | null, identity: Identity): ReservedStream | null {
    const stream = token === null ? undefined : this.#streams.get(token);
    return stream?.owner === ownerOf(identity) ? stream : null;
  }

  /** Closes every stream. */
  close(): void {
    for (const { operations } of [...this.#streams.values()]) operations.close();
  }
}

function tooMany(status: number, message: string): HttpError {
  countRefusal('reserved_streams');
  return HttpError.of(status, 'STREAM_LIMIT_EXCEEDED', message);
}

function ownerOf({ credential, viewer }: Identity): string {
  return viewer?.id ?? credential?.hash ?? 'anonymous';
}
