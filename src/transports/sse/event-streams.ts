import { accountOf, type Identity } from '../../access/identity.ts';
import { asError } from '../../errors/errors.ts';
import { countRefusal, metrics } from '../../observability/metrics.ts';
import { FairGate, partOfFree } from '../../scheduling/fair-gate.ts';
import { GraphRequest } from '../arrival/graph-request.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import { addOperation } from './add-operation.ts';
import { EventStream } from './event-stream.ts';
import type { StreamRequest } from './replicas/stream-peers.ts';
import { PING } from './sse-connection.ts';
import { isReserved, isTokenOf, newToken } from './stream-token.ts';

/**
 * The most open streams. An account may open another while it has fewer than a quarter of those that are free, so one
 * alone gets a fifth of all.
 */
const STREAMS_MAX = 10_000;

/** How long a request waits for a stream that has been reserved and may just be opening, and how often it looks. */
const OPENING_MS = 2_000;
const LOOK_MS = 100;

/**
 * The streams of clients, wherever they are. A stream exists at the replica that has opened it, and requests that reach
 * others are forwarded there. Forwarded operations run with the credential of the request that opened the stream: no
 * credential is sent between replicas.
 */
export class EventStreams {
  readonly #options: TransportOptions;
  /** Those that this replica holds, by token, with who has opened them. */
  readonly #streams = new Map<string, { stream: EventStream; identity: Identity }>();
  readonly #places = new FairGate(STREAMS_MAX, partOfFree(1 / 4));

  constructor(options: TransportOptions) {
    this.#options = options;
    options.peers?.onRequest((token, request) => this.#answer(token, request));
  }

  /** A token for a stream, which this client may open at any replica. */
  reserve(identity: Identity): string {
    return newToken(ownerOf(identity), this.#options.services.clock.now());
  }

  /** Opens a stream here. Throws 409 if it is open, 404 if it was not reserved, 429 if there are too many. */
  async open(token: string | null, { identity }: GraphRequest): Promise<EventStream> {
    const owner = ownerOf(identity);
    const { clock } = this.#options.services;
    const mayOpen = token !== null && isTokenOf(owner, token) && isReserved(token, clock.now());
    if (!mayOpen) throw notFound(identity);
    const account = await this.#accountOf(identity);
    if (this.#streams.has(token)) throw alreadyOpen();
    // Before the other replicas are asked: operations may arrive meanwhile.
    const stream = this.#add(token, identity, account);
    const { peers } = this.#options;
    try {
      const isHeldElsewhere = peers !== null && !(await peers.hold(token));
      if (isHeldElsewhere) throw alreadyOpen();
    } catch (error) {
      stream.close('error');
      throw error;
    }
    return stream;
  }

  /**
   * Hands a request to the stream with this token, here or at the replica that holds it. `readRequest` reads it once the
   * token is known to be the caller's. A stream that was reserved may be about to open, so this waits for it for a while,
   * unless the client `isGone`.
   */
  async perform(
    token: string | null,
    graph: GraphRequest,
    readRequest: () => StreamRequest,
    isGone: () => boolean,
  ): Promise<void> {
    const { identity } = graph;
    if (token === null || !isTokenOf(ownerOf(identity), token)) throw notFound(identity);
    const { services, peers } = this.#options;
    const { clock } = services;
    const endsAt = clock.monotonic() + OPENING_MS;
    const request = readRequest();
    while (!isGone()) {
      const held = this.#streams.get(token);
      if (held !== undefined) return this.#run(held.stream, request, graph);
      if (await peers?.ask(token, request)) {
        graph.context = null; // The replica that executes the operation logs and counts it.
        return;
      }
      if (clock.monotonic() >= endsAt || !isReserved(token, clock.now())) {
        if (peers !== null) metrics.stream_requests_forwarded_total.inc({ outcome: 'missing' });
        throw notFound(identity);
      }
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
    }
  }

  /** Throws 429 if there are too many. */
  #add(token: string, identity: Identity, account: string): EventStream {
    const release = this.#places.take(account);
    if (release === null) {
      countRefusal('event_streams');
      const message = 'This account has as many streams open as it may.';
      throw HttpError.of(429, 'STREAM_LIMIT_EXCEEDED', message);
    }
    const { operationLog, operationBytes, peers } = this.#options;
    const shared = { ping: PING, operationLog, ledger: operationBytes };
    const stream = new EventStream(shared, () => {
      this.#streams.delete(token);
      release();
      peers?.release(token);
    });
    this.#streams.set(token, { stream, identity });
    return stream;
  }

  #run(stream: EventStream, request: StreamRequest, graph: GraphRequest): void {
    if (request.kind === 'end') stream.endOperation(request.operationId);
    else addOperation(stream, request, graph, this.#options);
  }

  /** Answers another replica: false if this one no longer holds the stream. Throws what the client is refused with. */
  #answer(token: string, request: StreamRequest): boolean {
    const held = this.#streams.get(token);
    if (held === undefined) return false;
    try {
      this.#run(held.stream, request, this.#received(held.identity, request));
      return true;
    } catch (error) {
      if (error instanceof HttpError) throw error;
      this.#options.log.error({ err: asError(error) }, 'unexpected error');
      throw HttpError.of(500, 'INTERNAL_SERVER_ERROR', 'Unexpected error.');
    }
  }

  /** A request that another replica has forwarded to a stream of this identity. */
  #received(identity: Identity, request: StreamRequest): GraphRequest {
    const now = this.#options.services.clock.monotonic();
    if (request.kind === 'end') return new GraphRequest('', now, identity);
    const { requestId, tokenValidity } = request;
    const { viewer } = identity;
    // The viewer may have sent a newer JWT than the one that opened the stream. Only its validity is forwarded.
    const sender =
      viewer && tokenValidity ? { ...identity, viewer: { ...viewer, ...tokenValidity } } : identity;
    return new GraphRequest(requestId, now, sender);
  }

  /** The account that the stream counts for. Upstream is asked about its key first; if it cannot be, its last answer counts. */
  async #accountOf(identity: Identity): Promise<string> {
    const { tiers, upstream } = this.#options.services;
    const { credential } = identity;
    if (credential !== null) await tiers.tierOf(credential).catch(() => {});
    return accountOf(identity, upstream.keys);
  }
}

/** Identifies who may use a stream: an account, or a viewer on one tier. Forwarded operations run as the owner. */
function ownerOf({ viewer, credential }: Identity): string {
  return JSON.stringify([viewer?.id, viewer?.tier, credential?.hash]);
}

function alreadyOpen(): HttpError {
  return HttpError.of(409, 'BAD_USER_INPUT', 'This stream is already open.');
}

/** A caller whose own token (JWT) has expired does not count as the owner, and has to be told why: with 401. */
function notFound({ refusal }: Identity): HttpError {
  if (refusal !== null) return HttpError.of(401, 'UNAUTHENTICATED', refusal.message);
  const message = 'No open stream has this token. Reserve one with PUT, then open it with GET.';
  return HttpError.of(404, 'NOT_FOUND', message);
}
