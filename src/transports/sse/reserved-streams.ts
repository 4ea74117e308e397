import { randomUUID } from 'node:crypto';
import type { Identity } from '../../access/identity.ts';
import type { Clock, Timer } from '../../clock.ts';
import { countRefusal } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { StreamQuota } from './stream-quota.ts';
import { StreamedOperations } from './streamed-operations.ts';

/** A reserved stream that is not opened within this time is closed. */
export const RESERVATION_MS = 60_000;

/**
 * How many streams, reserved or open, may exist: of one account (API key) or viewer (an end user with a JWT),
 * and in total with API keys that upstream (the odds service) accepts.
 */
const ACCOUNT_STREAMS_MAX = 1_000;
const STREAMS_MAX = 10_000;

/** All API keys that upstream has not accepted share the quota of this account. */
const UNKNOWN_ACCOUNT = 'unknown';

interface StreamOwnership {
  readonly token: string;
  /** Identifies who may use the stream. */
  readonly owner: string;
  /** Whether upstream accepts the API key that the owner has sent, or the operator's key for a viewer. */
  readonly isAcceptedKey: boolean;
}

/**
 * An event stream that a client has reserved, in the single connection mode of GraphQL over SSE. The client
 * may open it once, and send operations whose results arrive on it.
 */
export class ReservedStream {
  readonly token: string;
  /** Identifies who may use the stream. */
  readonly owner: string;
  readonly operations: StreamedOperations;
  /** Whether upstream accepts the API key that is used for the owner. */
  readonly #isAcceptedKey: boolean;
  readonly #expiry: Timer;
  #isOpen = false;

  constructor(
    { token, owner, isAcceptedKey }: StreamOwnership,
    quota: StreamQuota,
    clock: Clock,
    onClose: (stream: ReservedStream) => void,
  ) {
    this.token = token;
    this.owner = owner;
    this.#isAcceptedKey = isAcceptedKey;
    this.operations = new StreamedOperations(quota, () => {
      this.#expiry.cancel();
      onClose(this);
    });
    // The reason is `client`: it has not opened the stream in time.
    this.#expiry = clock.after(RESERVATION_MS, () => this.operations.close('client'));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Whether operations may be added. Before the stream is open they only take memory, and the client may
   * never open it, so upstream must have accepted the key.
   */
  get acceptsOperations(): boolean {
    return this.#isOpen || this.#isAcceptedKey;
  }

  /** Opens the stream. It then exists as long as its connection. */
  open(): void {
    this.#isOpen = true;
    this.#expiry.cancel();
  }
}

export interface ReservedStreamsOptions {
  /**
   * Identifies who may use a stream: by default an account (API key) or a viewer (an end user with a JWT).
   */
  readonly ownerOf?: (identity: Identity) => string;
  /** Called when a stream has closed for any reason. */
  readonly onClose?: (token: string, owner: string) => void;
}

/**
 * The streams that this replica holds, reserved or open. Their tokens cannot be guessed, and work only for
 * the stream's owner.
 */
export class ReservedStreams {
  readonly #clock: Clock;
  readonly #ownerOf: (identity: Identity) => string;
  readonly #onClose: (token: string, owner: string) => void;
  /** By token. */
  readonly #streams = new Map<string, ReservedStream>();
  /** By account, for accounts that have streams. */
  readonly #quotas = new Map<string, StreamQuota>();
  /** What the streams of all accounts use. */
  readonly #total = new StreamQuota();
  /** Streams of accounts whose keys upstream accepts. */
  #acceptedKeyStreams = 0;

  constructor(
    clock: Clock,
    { ownerOf = accountOrViewerOf, onClose = () => {} }: ReservedStreamsOptions = {},
  ) {
    this.#clock = clock;
    this.#ownerOf = ownerOf;
    this.#onClose = onClose;
  }

  /** About how many bytes the operations of all streams, and their unsent results, take in memory. */
  get memoryBytes(): number {
    return this.#total.bytes;
  }

  /**
   * Throws if no stream may be added: 429 if the account has too many, 503 if all accounts together have.
   * Callers with neither a key nor a JWT share one quota, and so do keys that upstream has not accepted;
   * neither counts towards the limit of all accounts.
   */
  requireRoom(identity: Identity, isAcceptedKey: boolean): void {
    const quota = this.#quotas.get(quotaKeyOf(identity, isAcceptedKey));
    if (quota !== undefined && quota.streams >= ACCOUNT_STREAMS_MAX) {
      const limit = ACCOUNT_STREAMS_MAX;
      const message = `This account has ${limit} streams reserved or open, which is the maximum.`;
      throw tooMany(429, message);
    }
    if (isAcceptedKey && this.#acceptedKeyStreams >= STREAMS_MAX)
      throw tooMany(503, 'Too many streams are open.');
  }

  /** Reserves a stream. Throws like `requireRoom`. */
  reserve(
    identity: Identity,
    isAcceptedKey: boolean,
    token: string = randomUUID(),
  ): ReservedStream {
    this.requireRoom(identity, isAcceptedKey);
    const owner = this.#ownerOf(identity);
    const account = quotaKeyOf(identity, isAcceptedKey);
    const quota = this.#quotas.get(account) ?? new StreamQuota(this.#total);
    this.#quotas.set(account, quota);
    quota.streams += 1;
    if (isAcceptedKey) this.#acceptedKeyStreams += 1;
    const stream = new ReservedStream({ token, owner, isAcceptedKey }, quota, this.#clock, () => {
      this.#streams.delete(token);
      this.#onClose(token, owner);
      quota.streams -= 1;
      if (isAcceptedKey) this.#acceptedKeyStreams -= 1;
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
  findByToken(token: string): ReservedStream | null {
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

function quotaKeyOf(identity: Identity, isAcceptedKey: boolean): string {
  return isAcceptedKey || identity.credential === null
    ? accountOrViewerOf(identity)
    : UNKNOWN_ACCOUNT;
}

/** A viewer (an end user with a JWT) counts as an account of its own. */
function accountOrViewerOf({ credential, viewer }: Identity): string {
  return viewer?.id ?? credential?.hash ?? 'anonymous';
}
