import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../access/identity.ts';
import type { Credential } from '../../credential.ts';
import type { OperationRecord } from '../../resolvers/operation-record.ts';
import { HttpError } from '../http-error.ts';
import { operationContext } from '../request-context.ts';
import { identityOf } from '../request-identity.ts';
import type { TransportOptions } from '../transport.ts';
import { OperationIntake } from './operation-intake.ts';
import type { PeerRequest } from './replicas/peer-messages.ts';
import { alreadyOpen, SharedStreams } from './replicas/shared-streams.ts';
import type { StreamPeers } from './replicas/stream-peers.ts';
import { type ReservedStream, ReservedStreams } from './reserved-streams.ts';
import {
  acceptsEventStream,
  methodNotAllowed,
  operationParams,
  operationToEnd,
  requireJsonAccepted,
  requirePlainTextAccepted,
  streamTokenOf,
} from './single-connection-request.ts';
import { sendStreamHead } from './sse-connections.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

export interface SingleConnectionOptions extends TransportOptions {
  /** Forwards requests to the replica that holds their stream in memory; null without Redis. */
  readonly peers: StreamPeers | null;
}

/**
 * GraphQL over SSE in single connection mode, at `/graphql/stream`. A client reserves an event stream, which
 * gives it a token. It opens the stream with the token, and receives on it the results of all operations that
 * it sends with the same token.
 */
export class SingleConnectionTransport {
  readonly #options: SingleConnectionOptions;
  /** The streams that this replica holds, reserved or open. */
  readonly #streams: ReservedStreams;
  /** Validates operations and adds them to their streams. */
  readonly #intake: OperationIntake;
  /** Lets clients use a stream of this replica through any other, and vice versa; null without Redis. */
  readonly #sharedStreams: SharedStreams | null;

  constructor(options: SingleConnectionOptions) {
    const { peers, services, log } = options;
    this.#options = options;
    this.#intake = new OperationIntake(options);
    this.#streams = new ReservedStreams(
      services.clock,
      peers === null
        ? {}
        : {
            ownerOf: SharedStreams.ownerOf,
            onClose: (token, owner) => peers.remove(token, owner),
          },
    );
    const { streams, intake } = { streams: this.#streams, intake: this.#intake };
    this.#sharedStreams = peers && new SharedStreams({ peers, streams, intake, services, log });
  }

  /** The Fastify handler of the route, for all methods. */
  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { method } = request;
    if (!METHODS.includes(method)) throw methodNotAllowed('Use GET, POST, PUT or DELETE.', METHODS);
    const identity = identityOf(request);
    if (acceptsEventStream(request)) await this.#open(request, identity, reply);
    else if (method === 'PUT') await this.#reserve(request, identity, reply);
    else if (method === 'DELETE') await this.#endOperation(request, identity, reply);
    else await this.#submit(request, identity, reply);
  };

  /** About how many bytes the operations of all streams, and their unsent results, take in memory. */
  get memoryBytes(): number {
    return this.#streams.memoryBytes;
  }

  /** Drops all reservations and ends the operations of open streams. */
  stop(): void {
    this.#streams.close();
  }

  async #reserve(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
    requirePlainTextAccepted(request);
    const stream = this.#streams.reserve(identity, await this.#isAcceptedKey(identity.credential));
    await this.#sharedStreams?.reserve(stream, identity);
    reply.status(201).type('text/plain; charset=utf-8').send(stream.token);
  }

  /**
   * Whether upstream (the odds service) accepts the key: if so, it tells the account's tier (price plan). If it
   * cannot be asked now, its last answer counts. Callers without such a key have no limit of streams to
   * themselves, and must open a stream before they send operations.
   */
  async #isAcceptedKey(credential: Credential | null): Promise<boolean> {
    if (credential === null) return false;
    const { tiers, upstream } = this.#options.services;
    return tiers.tierOf(credential).then(
      () => true,
      () => upstream.client.keys.isAccepted(credential),
    );
  }

  async #open(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
    const stream =
      (await this.#openReserved(request, identity)) ?? (await this.#takeOver(request, identity));
    reply.status(200).type('text/event-stream; charset=utf-8');
    this.#options.connections.stream(sendStreamHead(reply), stream.operations);
  }

  /** Opens the request's stream if this replica holds it; null otherwise. */
  async #openReserved(request: FastifyRequest, identity: Identity): Promise<ReservedStream | null> {
    const stream = await this.#find(request, identity);
    if (stream?.isOpen) throw alreadyOpen();
    stream?.open();
    if (stream !== null) this.#sharedStreams?.open(stream, identity);
    return stream;
  }

  /**
   * Moves a stream that another replica has reserved to this one, and opens it. Throws 404 if there is none.
   */
  async #takeOver(request: FastifyRequest, identity: Identity): Promise<ReservedStream> {
    if (this.#sharedStreams === null) throw notFound();
    const isAcceptedKey = await this.#isAcceptedKey(identity.credential);
    const stream = await this.#sharedStreams.takeOver(
      streamTokenOf(request),
      request,
      identity,
      isAcceptedKey,
    );
    if (stream === null) throw notFound();
    return stream;
  }

  async #endOperation(
    request: FastifyRequest,
    identity: Identity,
    reply: FastifyReply,
  ): Promise<void> {
    const stream = await this.#find(request, identity);
    if (stream !== null) stream.operations.end(operationToEnd(request));
    else {
      await this.#forward(request, identity, () => ({
        kind: 'end',
        operationId: operationToEnd(request),
      }));
    }
    reply.status(200).send();
  }

  async #submit(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
    const record = this.#options.records.begin(request, 'stream');
    record.received();
    const stream = await this.#find(request, identity);
    if (stream !== null) this.#acceptLocally(stream, request, record);
    else {
      await this.#forward(request, identity, () => submission(request, identity));
      request.record = null; // The replica that executes the operation logs and counts it.
    }
    reply.status(202).send();
  }

  #acceptLocally(stream: ReservedStream, request: FastifyRequest, record: OperationRecord): void {
    requireJsonAccepted(request);
    const { services } = this.#options;
    const context = operationContext(services, request, record);
    // Until the stream is open, another replica may open it, and then runs its operations.
    const mayBeTakenOver = this.#sharedStreams !== null && !stream.isOpen;
    const { method } = request;
    this.#intake.accept(stream, operationParams(request), { method, context, mayBeTakenOver });
    record.outlivesRequest = true; // The operation is logged when it ends, not when this request does.
  }

  /** The stream of this replica with the request's token; null if there is none. */
  async #find(request: FastifyRequest, identity: Identity): Promise<ReservedStream | null> {
    const token = streamTokenOf(request);
    return this.#sharedStreams === null
      ? this.#streams.find(token, identity)
      : this.#sharedStreams.find(token, identity);
  }

  /**
   * Sends a message to the replica that holds the request's stream. Throws 404 if there is no such stream.
   */
  async #forward(
    request: FastifyRequest,
    identity: Identity,
    peerRequest: () => PeerRequest,
  ): Promise<void> {
    const wasFound = await this.#sharedStreams?.forward(
      streamTokenOf(request),
      identity,
      peerRequest(),
    );
    if (!wasFound) throw notFound();
  }
}

/**
 * The message that asks another replica to run the request's operation. A viewer is an end user, who has a
 * token (JWT) instead of an API key.
 */
function submission(request: FastifyRequest, { viewer }: Identity): PeerRequest {
  requireJsonAccepted(request);
  const { id: requestId, method } = request;
  const tokenValidity = viewer && { expiresAt: viewer.expiresAt, signedBy: viewer.signedBy };
  return { kind: 'submit', params: operationParams(request), method, requestId, tokenValidity };
}

function notFound(): HttpError {
  const message = 'There is no stream with this token. Reserve one with PUT.';
  return HttpError.of(404, 'NOT_FOUND', message);
}
