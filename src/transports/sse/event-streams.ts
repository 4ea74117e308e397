import { randomUUID } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import type { Identity } from '../../access/identity.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { HttpError } from '../response/http-error.ts';
import { ByteQuota } from './byte-quota.ts';
import { EventStream } from './event-stream.ts';

/**
 * How many streams, reserved or open, may exist: of one account or viewer, and in total with API keys that
 * upstream accepts.
 */
const ACCOUNT_STREAMS_MAX = 1_000;
const STREAMS_MAX = 10_000;

const { heap_size_limit: HEAP } = getHeapStatistics();

/** What one account's streams use. */
class Account {
  readonly requests: ByteQuota;
  readonly results: ByteQuota;
  streams = 0;

  constructor(requests: ByteQuota, results: ByteQuota) {
    this.requests = new ByteQuota(HEAP / 64, requests);
    this.results = new ByteQuota(HEAP / 32, results);
  }
}

export interface EventStreamsOptions {
  readonly clock: Clock;
  /** Called when a stream has closed for any reason. */
  readonly onClose: (stream: EventStream) => void;
}

/**
 * The streams that this replica holds, reserved or open. Their tokens cannot be guessed, and work only for
 * the stream's owner.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  /** By token. */
  readonly #streams = new Map<string, EventStream>();
  /** Accounts that have streams. */
  readonly #accounts = new Map<string, Account>();
  /** What the streams of all accounts use. */
  readonly #requests = new ByteQuota(HEAP / 16);
  readonly #results = new ByteQuota(HEAP / 8);
  /** Streams of accounts whose keys upstream accepts. */
  #acceptedKeyStreams = 0;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /** About how many bytes the operations of all streams, and their unsent results, take in memory. */
  get memoryBytes(): number {
    return this.#requests.bytes + this.#results.bytes;
  }

  /**
   * Throws if no stream may be added: 429 if the account has too many, 503 if all accounts together have.
   * Callers with neither a key nor a JWT share one quota, and so do keys that upstream has not accepted;
   * neither counts towards the limit of all accounts.
   */
  requireRoom(identity: Identity, isAcceptedKey: boolean): void {
    const account = this.#accounts.get(accountOf(identity, isAcceptedKey));
    if (account !== undefined && account.streams >= ACCOUNT_STREAMS_MAX) {
      const limit = ACCOUNT_STREAMS_MAX;
      const message = `This account has ${limit} streams reserved or open, which is the maximum.`;
      throw tooMany(429, message);
    }
    if (isAcceptedKey && this.#acceptedKeyStreams >= STREAMS_MAX)
      throw tooMany(503, 'Too many streams are open.');
  }

  /** Reserves a stream. Throws like `requireRoom`. */
  reserve(identity: Identity, isAcceptedKey: boolean, token: string = randomUUID()): EventStream {
    this.requireRoom(identity, isAcceptedKey);
    const { clock, onClose } = this.#options;
    const name = accountOf(identity, isAcceptedKey);
    const account = this.#accounts.get(name) ?? new Account(this.#requests, this.#results);
    this.#accounts.set(name, account);
    account.streams += 1;
    if (isAcceptedKey) this.#acceptedKeyStreams += 1;
    const stream = new EventStream({
      ...{ token, identity, isAcceptedKey, clock },
      owner: this.ownerOf(identity),
      quotas: account,
      onClose: () => {
        this.#streams.delete(token);
        account.streams -= 1;
        if (isAcceptedKey) this.#acceptedKeyStreams -= 1;
        if (account.streams === 0) this.#accounts.delete(name);
        onClose(stream);
      },
    });
    this.#streams.set(token, stream);
    return stream;
  }

  /** The stream with this token; null if there is none or it belongs to somebody else. */
  find(token: string | null, identity: Identity): EventStream | null {
    const stream = token === null ? null : this.get(token);
    return stream?.owner === this.ownerOf(identity) ? stream : null;
  }

  /** The stream with this token, whoever owns it; null if there is none. */
  get(token: string): EventStream | null {
    return this.#streams.get(token) ?? null;
  }

  /** Identifies who may use a stream: an account, or a viewer on one tier. Forwarded operations run as the owner. */
  ownerOf({ viewer, credential }: Identity): string {
    return JSON.stringify([viewer?.id ?? null, viewer?.tier ?? null, credential?.hash ?? null]);
  }

  /** Closes every stream. */
  close(): void {
    for (const stream of [...this.#streams.values()]) stream.close('draining');
  }
}

function tooMany(status: number, message: string): HttpError {
  countRefusal('reserved_streams');
  return HttpError.of(status, 'STREAM_LIMIT_EXCEEDED', message);
}

/** All API keys that upstream has not accepted share the quota of one account. */
function accountOf(identity: Identity, isAcceptedKey: boolean): string {
  const isKnown = isAcceptedKey || identity.credential === null;
  return isKnown ? accountOrViewerOf(identity) : 'unknown';
}

/** A viewer counts as an account of its own. */
function accountOrViewerOf({ credential, viewer }: Identity): string {
  return viewer?.id ?? credential?.hash ?? 'anonymous';
}
