import type { Identity } from '../../access/identity.ts';
import { asError } from '../../errors/errors.ts';
import { GraphRequest } from '../arrival/graph-request.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import type { EventStream } from './event-stream.ts';
import { EventStreams } from './event-streams.ts';
import { OperationIntake } from './operation-intake.ts';
import {
  type PeerReply,
  type PeerRequest,
  refusal,
  unavailable,
} from './replicas/peer-messages.ts';
import type { StreamPeers } from './replicas/stream-peers.ts';

export interface StreamDirectoryOptions extends TransportOptions {
  /** Forwards requests to the replica that holds their stream in memory; null without Redis. */
  readonly peers: StreamPeers | null;
}

/** A client's request for its stream, other than opening it. */
type StreamRequest = Exclude<PeerRequest, { kind: 'hand-over' }>;

/** Stream tokens are UUIDs. Anything else is not looked up in Redis. */
const TOKEN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Finds the streams of clients, wherever they are. The replica that reserved a stream holds it in memory until
 * another one opens it and takes it over. Requests that reach other replicas are forwarded to the holder.
 * Forwarded operations run there with the credential of the request that reserved or opened the
 * stream: no credential is sent between replicas.
 */
export class StreamDirectory {
  readonly #options: StreamDirectoryOptions;
  readonly #peers: StreamPeers | null;
  /** Those that this replica holds. */
  readonly #streams: EventStreams;
  readonly #intake: OperationIntake;
  /** Streams that are being opened or handed over, by token. */
  readonly #moving = new Map<string, Promise<unknown>>();

  constructor(options: StreamDirectoryOptions) {
    const { peers, services } = options;
    this.#options = options;
    this.#peers = peers;
    this.#intake = new OperationIntake(options);
    this.#streams = new EventStreams({
      clock: services.clock,
      onClose: ({ token, owner }) => peers?.release(token, owner),
    });
    peers?.onRequest((token, request, move) => this.#answer(token, request, move));
  }

  /** About how many bytes the operations of all streams, and their unsent results, take in memory. */
  get memoryBytes(): number {
    return this.#streams.memoryBytes;
  }

  /** Drops all reservations and ends the operations of open streams. */
  close(): void {
    this.#streams.close();
  }

  /** Reserves a stream. Throws if there are too many, or if Redis does not respond. */
  async reserve(identity: Identity): Promise<EventStream> {
    const stream = this.#streams.reserve(identity, await this.#isAcceptedKey(identity));
    await this.#peers?.hold(stream.token, stream.owner, false).catch(() => {
      stream.close('redis');
      throw unavailable('Streams cannot be reserved at the moment.');
    });
    return stream;
  }

  /** Opens a stream here, wherever it was reserved. Throws 409 if it is open, 404 if there is none. */
  async open(token: string | null, graph: GraphRequest): Promise<EventStream> {
    if (token === null) throw notFound();
    return this.#inTurn(token, async () => {
      const held = this.#streams.find(token, graph.identity);
      if (held?.isOpen) throw alreadyOpen();
      const stream = held ?? (await this.#takeOver(token, graph));
      stream.open(graph.identity);
      this.#peers?.hold(token, stream.owner, true).catch(() => {}); // It is registered again soon.
      return stream;
    });
  }

  /**
   * Hands a request to the stream with this token, here or at the replica that holds it. `message` makes it from
   * the client's. False if the stream is at another replica.
   */
  async perform(
    token: string | null,
    graph: GraphRequest,
    message: () => StreamRequest,
  ): Promise<boolean> {
    const { identity } = graph;
    if (token !== null) await this.#settled(token);
    const stream = this.#streams.find(token, identity);
    if (stream !== null) {
      this.#run(stream, message(), graph);
      return true;
    }
    if ((await this.#ask(token, identity, message)) === null) throw notFound();
    return false;
  }

  /** Asks the holder of a stream. Null if there is no such stream. */
  async #ask(
    token: string | null,
    identity: Identity,
    message: () => PeerRequest,
  ): Promise<PeerReply | null> {
    if (this.#peers === null) return null;
    const request = message(); // Throws if the client's request is invalid.
    if (token === null || !TOKEN.test(token)) return null;
    return this.#peers.ask(token, this.#streams.ownerOf(identity), request);
  }

  /** Takes over a stream that another replica has reserved. */
  async #takeOver(token: string, graph: GraphRequest): Promise<EventStream> {
    if (this.#peers === null) throw notFound();
    const { identity } = graph;
    const isAcceptedKey = await this.#isAcceptedKey(identity);
    this.#streams.requireRoom(identity, isAcceptedKey);
    const reply = await this.#ask(token, identity, () => ({ kind: 'hand-over' }));
    if (reply?.kind !== 'handed-over') throw notFound();
    const stream = this.#streams.reserve(identity, isAcceptedKey, token);
    stream.open(identity); // Only then does it take operations whatever the key.
    this.#intake.acceptHandedOver(stream, reply, graph);
    return stream;
  }

  /** Answers another replica. `move` makes that replica the holder. */
  async #answer(
    token: string,
    request: PeerRequest,
    move: () => Promise<void>,
  ): Promise<PeerReply | null> {
    try {
      if (request.kind === 'hand-over') return await this.#handOver(token, move);
      await this.#settled(token);
      const stream = this.#streams.get(token);
      if (stream === null) return null;
      this.#run(stream, request, this.#received(stream, request));
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof HttpError) return refusal(error);
      this.#options.log.error({ err: asError(error) }, 'unexpected error');
      return refusal(HttpError.of(500, 'INTERNAL_SERVER_ERROR', 'Unexpected error.'));
    }
  }

  /** Runs a request for a stream that this replica holds. */
  #run(stream: EventStream, request: StreamRequest, graph: GraphRequest): void {
    if (request.kind === 'end') stream.endOperation(request.operationId);
    else this.#intake.accept(stream, request, graph);
  }

  /** A request that another replica has forwarded. */
  #received({ identity }: EventStream, request: StreamRequest): GraphRequest {
    const now = this.#options.services.clock.monotonic();
    if (request.kind === 'end') return new GraphRequest('', now, identity);
    const { requestId, tokenValidity } = request;
    const { viewer } = identity;
    // The viewer may have sent a newer JWT than the one that opened the stream. Only its validity is forwarded.
    const sender =
      viewer && tokenValidity ? { ...identity, viewer: { ...viewer, ...tokenValidity } } : identity;
    return new GraphRequest(requestId, now, sender);
  }

  /** Gives a stream that is not open to the replica that asks. */
  #handOver(token: string, move: () => Promise<void>): Promise<PeerReply | null> {
    return this.#inTurn(token, async () => {
      const stream = this.#streams.get(token);
      if (stream === null) return null;
      if (stream.isOpen) throw alreadyOpen();
      await move().catch(() => {
        throw unavailable('The stream cannot be moved at the moment.');
      });
      return { kind: 'handed-over', ...stream.handOver() };
    });
  }

  /** Resolves when the stream is neither being opened nor handed over. */
  async #settled(token: string): Promise<void> {
    while (this.#moving.has(token)) await this.#moving.get(token);
  }

  /** Opens a stream or hands it over, one after the other. Other requests for the stream wait until it is done. */
  async #inTurn<Result>(token: string, run: () => Promise<Result>): Promise<Result> {
    // Not `#settled`: nothing may come between the check and the new entry.
    while (this.#moving.has(token)) await this.#moving.get(token);
    const moved = run().finally(() => this.#moving.delete(token));
    this.#moving.set(
      token,
      moved.catch(() => {}),
    );
    return moved;
  }

  /**
   * Whether upstream accepts the key: if so, it tells the account's tier. If it cannot be asked now, its last
   * answer counts. Callers without such a key have no limit of streams to
   * themselves, and must open a stream before they send operations.
   */
  async #isAcceptedKey({ credential }: Identity): Promise<boolean> {
    if (credential === null) return false;
    const { tiers, upstream } = this.#options.services;
    return tiers.tierOf(credential).then(
      () => true,
      () => upstream.keys.isAccepted(credential),
    );
  }
}

function alreadyOpen(): HttpError {
  return HttpError.of(409, 'BAD_USER_INPUT', 'This stream is already open.');
}

function notFound(): HttpError {
  const message = 'There is no stream with this token. Reserve one with PUT.';
  return HttpError.of(404, 'NOT_FOUND', message);
}
