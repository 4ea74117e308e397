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
  tokenOf,
} from './single-connection-request.ts';
import { sendStreamHead } from './sse-connections.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

export interface SingleConnectionOptions extends TransportOptions {
  /** Finds the streams that other replicas hold; null in a process on its own. */
  readonly peers: StreamPeers | null;
}

/**
 * GraphQL over SSE in single connection mode: a client reserves a stream, opens it, and gets the
 * results of all operations that it sends with the stream's token.
 */
export class SingleConnectionTransport {
  readonly #options: SingleConnectionOptions;
  readonly #streams: ReservedStreams;
  readonly #intake: OperationIntake;
  /** Null in a process on its own. */
  readonly #shared: SharedStreams | null;

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
    this.#shared = peers && new SharedStreams({ peers, streams, intake, services, log });
  }

  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { method } = request;
    if (!METHODS.includes(method)) throw methodNotAllowed('Use GET, POST, PUT or DELETE.', METHODS);
    const identity = identityOf(request);
    if (acceptsEventStream(request)) await this.#open(request, identity, reply);
    else if (method === 'PUT') await this.#reserve(request, identity, reply);
    else if (method === 'DELETE') await this.#end(request, identity, reply);
    else await this.#operate(request, identity, reply);
  };

  /** About how many bytes the operations of all streams hold. */
  get heldBytes(): number {
    return this.#streams.heldBytes;
  }

  /** Drops all reservations and ends the operations of open streams. */
  stop(): void {
    this.#streams.close();
  }

  async #reserve(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
    requirePlainTextAccepted(request);
    const stream = this.#streams.reserve(identity, await this.#isKnown(identity.credential));
    await this.#shared?.reserve(stream, identity);
    reply.status(201).type('text/plain; charset=utf-8').send(stream.token);
  }

  /** Whether upstream knows the key. If it cannot be asked now, its last answer counts. */
  async #isKnown(credential: Credential | null): Promise<boolean> {
    if (credential === null) return false;
    const { tiers, upstream } = this.#options.services;
    return tiers.tierOf(credential).then(
      () => true,
      () => upstream.client.keys.isAccepted(credential),
    );
  }

  async #open(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
    const stream =
      (await this.#openReserved(request, identity)) ?? (await this.#openTaken(request, identity));
    reply.status(200).type('text/event-stream; charset=utf-8');
    this.#options.connections.stream(sendStreamHead(reply), stream.operations);
  }

  /** Opens a stream of this replica; null if there is none. */
  async #openReserved(request: FastifyRequest, identity: Identity): Promise<ReservedStream | null> {
    const stream = await this.#find(request, identity);
    if (stream?.isOpen) throw alreadyOpen();
    stream?.open();
    if (stream !== null) this.#shared?.open(stream, identity);
    return stream;
  }

  /** Opens a stream that another replica has reserved. Throws 404 if there is none. */
  async #openTaken(request: FastifyRequest, identity: Identity): Promise<ReservedStream> {
    if (this.#shared === null) throw notFound();
    const isKnown = await this.#isKnown(identity.credential);
    const taken = await this.#shared.take(tokenOf(request), request, identity, isKnown);
    if (taken === null) throw notFound();
    return taken;
  }

  async #end(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
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

  async #operate(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
    const record = this.#options.records.begin(request, 'stream');
    const stream = await this.#find(request, identity);
    if (stream !== null) this.#accept(stream, request, record);
    else {
      await this.#forward(request, identity, () => operateRequest(request, identity));
      request.record = null; // The replica that executes it has its record.
    }
    reply.status(202).send();
  }

  #accept(stream: ReservedStream, request: FastifyRequest, record: OperationRecord): void {
    requireJsonAccepted(request);
    const { services } = this.#options;
    const context = operationContext(services, request, record);
    const keepsRequest = this.#shared !== null && !stream.isOpen;
    const { method } = request;
    this.#intake.accept(stream, operationParams(request), { method, context }, keepsRequest);
    record.outlivesRequest = true;
  }

  /** The stream of this replica with the request's token; null if there is none. */
  async #find(request: FastifyRequest, identity: Identity): Promise<ReservedStream | null> {
    const token = tokenOf(request);
    return this.#shared === null
      ? this.#streams.find(token, identity)
      : this.#shared.find(token, identity);
  }

  /** Sends a request to the replica that holds its stream. Throws 404 if there is none. */
  async #forward(
    request: FastifyRequest,
    identity: Identity,
    peerRequest: () => PeerRequest,
  ): Promise<void> {
    const isDone = await this.#shared?.forward(tokenOf(request), identity, peerRequest());
    if (!isDone) throw notFound();
  }
}

function operateRequest(request: FastifyRequest, { viewer }: Identity): PeerRequest {
  requireJsonAccepted(request);
  const { id: requestId, method } = request;
  const token = viewer && { expiresAt: viewer.expiresAt, signedBy: viewer.signedBy };
  return { kind: 'operate', params: operationParams(request), method, requestId, token };
}

function notFound(): HttpError {
  const message = 'There is no stream with this token. Reserve one with PUT.';
  return HttpError.of(404, 'NOT_FOUND', message);
}
