import type { FastifyRequest } from 'fastify';
import type { Identity } from '../../../access/identity.ts';
import { asError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { Services } from '../../../resolvers/context.ts';
import { HttpError } from '../../http-error.ts';
import { newRecord, operationContext } from '../../request-context.ts';
import type { OperationIntake } from '../operation-intake.ts';
import { RESERVATION_MS, type ReservedStream, type ReservedStreams } from '../reserved-streams.ts';
import type { OperationParams } from '../single-connection-request.ts';
import { type PeerReply, type PeerRequest, refusal } from './peer-messages.ts';
import type { StreamPeers } from './stream-peers.ts';

export interface SharedStreamsOptions {
  readonly peers: StreamPeers;
  readonly streams: ReservedStreams;
  readonly intake: OperationIntake;
  readonly services: Services;
  readonly log: Log;
}

type Operate = Extract<PeerRequest, { kind: 'operate' }>;

/** Tokens are UUIDs. Others are not looked up. */
const TOKEN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Streams that every replica can serve. The replica that reserved a stream holds it until another one opens
 * it; requests that reach other replicas are forwarded to the holder. Forwarded operations run there with
 * the credential of the request that reserved or opened the stream: no credential is sent between replicas.
 */
export class SharedStreams {
  readonly #options: SharedStreamsOptions;
  /** Who reserved or opened each stream of this replica. */
  readonly #identities = new WeakMap<ReservedStream, Identity>();
  /** Streams that are on their way to or from this replica, by token. */
  readonly #moving = new Map<string, Promise<unknown>>();

  constructor(options: SharedStreamsOptions) {
    this.#options = options;
    options.peers.onRequest((token, request, move) => this.#answer(token, request, move));
  }

  /** Identifies who may use a stream: the account or viewer, on the tier that opened the stream. */
  static ownerOf({ credential, viewer }: Identity): string {
    return JSON.stringify([viewer?.id ?? null, viewer?.tier ?? null, credential?.hash ?? null]);
  }

  /** Makes a reservation of this replica known to the others. Throws 503 if that is not possible. */
  async reserve(stream: ReservedStream, identity: Identity): Promise<void> {
    this.#identities.set(stream, identity);
    try {
      await this.#options.peers.reserve(stream.token, stream.owner, RESERVATION_MS);
    } catch (error) {
      stream.operations.close('redis');
      throw error;
    }
  }

  /** The stream was opened here. */
  open(stream: ReservedStream, identity: Identity): void {
    this.#identities.set(stream, identity);
    this.#options.peers.open(stream.token, stream.owner);
  }

  /** The stream with this token, if this replica holds it once no move is under way. */
  async find(token: string | null, identity: Identity): Promise<ReservedStream | null> {
    if (token !== null) await this.#settled(token);
    return this.#options.streams.find(token, identity);
  }

  /** Takes a stream that another replica has reserved; null if there is none. Opens it. */
  async take(
    token: string | null,
    request: FastifyRequest,
    identity: Identity,
    isKnown: boolean,
  ): Promise<ReservedStream | null> {
    if (token === null || !TOKEN.test(token)) return null;
    await this.#settled(token);
    if (this.#options.streams.find(token, identity) !== null) throw alreadyOpen();
    return this.#move(token, async () => {
      const reply = await this.#ask(token, identity, { kind: 'hand-over' });
      if (reply?.kind !== 'handed-over') return null;
      const stream = this.#options.streams.reserve(identity, isKnown, token);
      stream.open();
      this.open(stream, identity);
      for (const id of reply.endedIds) this.#addEnded(stream, id);
      for (const params of reply.operations) this.#addTaken(stream, params, request);
      return stream;
    });
  }

  /**
   * Has the replica that holds a stream do something. False if there is no such stream. Throws if it
   * refuses.
   */
  async forward(token: string | null, identity: Identity, request: PeerRequest): Promise<boolean> {
    if (token === null || !TOKEN.test(token)) return false;
    return (await this.#ask(token, identity, request)) !== null;
  }

  async #ask(token: string, identity: Identity, request: PeerRequest): Promise<PeerReply | null> {
    const { peers } = this.#options;
    const reply = await peers.ask(token, SharedStreams.ownerOf(identity), request);
    if (reply?.kind !== 'refused') return reply;
    throw new HttpError(reply.status, reply.errors, reply.headers);
  }

  /** Answers another replica. */
  async #answer(
    token: string,
    request: PeerRequest,
    move: () => Promise<boolean>,
  ): Promise<PeerReply> {
    await this.#settled(token);
    const stream = this.#options.streams.withToken(token);
    if (stream === null) return { kind: 'moved' };
    if (request.kind === 'hand-over') return this.#handOver(stream, move);
    try {
      if (request.kind === 'end') stream.operations.end(request.operationId);
      else this.#operate(stream, request);
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof HttpError) return refusal(error);
      this.#options.log.error({ err: asError(error) }, 'unexpected error');
      return refusal(HttpError.of(500, 'INTERNAL_SERVER_ERROR', 'Unexpected error.'));
    }
  }

  #operate(stream: ReservedStream, { params, method, requestId, token }: Operate): void {
    const { intake, services, log } = this.#options;
    const identity = this.#identities.get(stream);
    if (identity === undefined) throw new Error('Nobody has reserved this stream.');
    const { viewer } = identity;
    const sender = viewer && token ? { ...identity, viewer: { ...viewer, ...token } } : identity;
    const origin = { id: requestId, identity: sender };
    const record = newRecord(services, origin, 'stream', log);
    const context = operationContext(services, origin, record);
    intake.accept(stream, params, { method, context }, !stream.isOpen);
  }

  #handOver(stream: ReservedStream, move: () => Promise<boolean>): Promise<PeerReply> {
    if (stream.isOpen) return Promise.resolve(refusal(alreadyOpen()));
    return this.#move(stream.token, async () => {
      if (!(await move())) return { kind: 'moved' };
      const { operations } = stream;
      const { waitingRequests, endedIds } = operations;
      operations.close('client');
      return { kind: 'handed-over', operations: waitingRequests, endedIds };
    });
  }

  /** Resolves when no move of the stream is under way. */
  async #settled(token: string): Promise<void> {
    while (this.#moving.has(token)) await this.#moving.get(token);
  }

  /** Other requests for the stream wait until the move is over. */
  #move<Result>(token: string, run: () => Promise<Result>): Promise<Result> {
    const moved = run().finally(() => this.#moving.delete(token));
    this.#moving.set(
      token,
      moved.catch(() => {}),
    );
    return moved;
  }

  #addTaken(stream: ReservedStream, params: OperationParams, request: FastifyRequest): void {
    const { intake, services, log } = this.#options;
    const record = newRecord(services, request, 'stream', log);
    const context = operationContext(services, request, record);
    try {
      intake.accept(stream, params, { method: 'POST', context });
    } catch (error) {
      // The operation was accepted by another replica, so its error is a result.
      if (!(error instanceof HttpError)) throw error;
      const { errors } = error;
      stream.operations.add(params.operationId, 0, async () => ({ errors }));
    }
  }

  #addEnded({ operations }: ReservedStream, id: string): void {
    operations.add(id, 0, async () => ({}));
    operations.end(id);
  }
}

export function alreadyOpen(): HttpError {
  return HttpError.of(409, 'BAD_USER_INPUT', 'This stream is already open.');
}
