import { randomUUID } from 'node:crypto';
import type { Identity } from '../../access/identity.ts';
import type { Clock, Timer } from '../../clock.ts';
import { countRefusal } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { StreamQuota } from './stream-quota.ts';
import { StreamedOperations } from './streamed-operations.ts';

/** A reservation that is not opened within this time expires. */
export const RESERVATION_MS = 60_000;

/** Reserved and open streams of one account, and of all accounts whose keys upstream knows. */
const ACCOUNT_STREAMS_MAX = 1_000;
const STREAMS_MAX = 10_000;

/** All credentials that upstream does not know share the quota of this account. */
const UNKNOWN_ACCOUNT = 'unknown';

interface StreamOwnership {
  readonly token: string;
  readonly owner: string;
  readonly isKnown: boolean;
}

/** A reserved stream. The caller who reserved it may open it once and run operations on it. */
export class ReservedStream {
  readonly token: string;
  /** Identifies the account or viewer that reserved the stream. */
  readonly owner: string;
  readonly operations: StreamedOperations;
  /** Whether upstream knows the owner's key. */
  readonly #isKnown: boolean;
  readonly #expiry: Timer;
  #isOpen = false;

  constructor(
    { token, owner, isKnown }: StreamOwnership,
    quota: StreamQuota,
    clock: Clock,
    onClose: (stream: ReservedStream) => void,
  ) {
    this.token = token;
    this.owner = owner;
    this.#isKnown = isKnown;
    this.operations = new StreamedOperations(quota, () => {
      this.#expiry.cancel();
      onClose(this);
    });
    this.#expiry = clock.after(RESERVATION_MS, () => this.operations.close('client'));
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

export interface ReservedStreamsOptions {
  /** Identifies those who may use a stream; by default the account or viewer. */
  readonly ownerOf?: (identity: Identity) => string;
  /** Called when a stream has closed for any reason. */
  readonly onClose?: (token: string, owner: string) => void;
}

/** Reserved and open streams by token. Tokens cannot be guessed, and work only for the owner. */
export class ReservedStreams {
  readonly #clock: Clock;
  readonly #ownerOf: (identity: Identity) => string;
  readonly #onClose: (token: string, owner: string) => void;
  readonly #streams = new Map<string, ReservedStream>();
  /** By account, for accounts that have streams. */
  readonly #quotas = new Map<string, StreamQuota>();
  readonly #total = new StreamQuota();
  /** Streams of accounts that upstream knows. */
  #knownStreams = 0;

  constructor(
    clock: Clock,
    { ownerOf = accountOf, onClose = () => {} }: ReservedStreamsOptions = {},
  ) {
    this.#clock = clock;
    this.#ownerOf = ownerOf;
    this.#onClose = onClose;
  }

  /** About how many bytes the operations of all streams hold. */
  get heldBytes(): number {
    return this.#total.bytes;
  }

  /**
   * Reserves a stream. Throws 429 or 503 if there are too many. Requests without a key share one
   * quota, and so do unknown credentials; neither counts towards what a known credential may
   * reserve.
   */
  reserve(identity: Identity, isKnown: boolean, token: string = randomUUID()): ReservedStream {
    const owner = this.#ownerOf(identity);
    const isShared = !isKnown && identity.credential !== null;
    const account = isShared ? UNKNOWN_ACCOUNT : accountOf(identity);
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
    const stream = new ReservedStream({ token, owner, isKnown }, quota, this.#clock, () => {
      this.#streams.delete(token);
      this.#onClose(token, owner);
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
    return stream?.owner === this.#ownerOf(identity) ? stream : null;
  }

  /** The stream with this token, whoever owns it; null if there is none. */
  withToken(token: string): ReservedStream | null {
    return this.#streams.get(token) ?? null;
  }

  /** Closes every stream. */
  close(): void {
    for (const { operations } of [...this.#streams.values()]) operations.close('draining');
  }
}

function tooMany(status: number, message: string): HttpError {
  countRefusal('reserved_streams');
  return HttpError.of(status, 'STREAM_LIMIT_EXCEEDED', message);
}

/** The account or viewer. */
function accountOf({ credential, viewer }: Identity): string {
  return viewer?.id ?? credential?.hash ?? 'anonymous';
}
