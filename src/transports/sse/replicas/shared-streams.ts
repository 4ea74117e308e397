import type { FastifyRequest } from 'fastify';
import type { Identity } from '../../../access/identity.ts';
import { asError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { Services } from '../../../resolvers/context.ts';
import { HttpError } from '../../http-error.ts';
import { newOperationRecord, operationContext } from '../../request-context.ts';
import type { OperationIntake } from '../operation-intake.ts';
import { RESERVATION_MS, type ReservedStream, type ReservedStreams } from '../reserved-streams.ts';
import type { OperationParams } from '../single-connection-request.ts';
import { encodeResult } from '../streamed-operation.ts';
import { type PeerReply, type PeerRequest, refusal } from './peer-messages.ts';
import type { StreamPeers } from './stream-peers.ts';

export interface SharedStreamsOptions {
  /** Exchanges messages with other replicas. */
  readonly peers: StreamPeers;
  /** The streams that this replica holds. */
  readonly streams: ReservedStreams;
  /** Validates operations and adds them to a stream. */
  readonly intake: OperationIntake;
  readonly services: Services;
  readonly log: Log;
}

/** Asks for an operation to be run on a stream. */
type SubmitRequest = Extract<PeerRequest, { kind: 'submit' }>;

/** Stream tokens are UUIDs. Anything else is not looked up in Redis. */
const TOKEN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Lets a client use its event stream through any replica. The replica that reserved a stream holds it in
 * memory until another one opens it and takes it over. Requests that reach other replicas are forwarded to
 * the holder. Forwarded operations run there with the credential (API key) of the request that reserved or
 * opened the stream: no credential is sent between replicas.
 */
export class SharedStreams {
  readonly #options: SharedStreamsOptions;
  /** Who reserved or opened each stream that this replica holds. */
  readonly #identities = new WeakMap<ReservedStream, Identity>();
  /** Hand-overs of streams to or from this replica that are under way, by token. */
  readonly #moving = new Map<string, Promise<unknown>>();

  constructor(options: SharedStreamsOptions) {
    this.#options = options;
    options.peers.onRequest((token, request, move) => this.#answer(token, request, move));
  }

  /** Identifies who may use a stream: an API key, or a viewer (an end user with a JWT) on one tier. */
  static ownerOf({ credential, viewer }: Identity): string {
    return JSON.stringify([viewer?.id ?? null, viewer?.tier ?? null, credential?.hash ?? null]);
  }

  /** Makes a stream that was reserved here known to other replicas. Throws 503 if Redis does not respond. */
  async reserve(stream: ReservedStream, identity: Identity): Promise<void> {
    this.#identities.set(stream, identity);
    try {
      await this.#options.peers.reserve(stream.token, stream.owner, RESERVATION_MS);
    } catch (error) {
      stream.operations.close('redis');
      throw error;
    }
  }

  /** Makes a stream that was opened here known to other replicas. */
  open(stream: ReservedStream, identity: Identity): void {
    this.#identities.set(stream, identity);
    this.#options.peers.open(stream.token, stream.owner);
  }

  /** The stream if this replica holds it, else null. Waits for a hand-over that is under way. */
  async find(token: string | null, identity: Identity): Promise<ReservedStream | null> {
    if (token !== null) await this.#settled(token);
    return this.#options.streams.find(token, identity);
  }

  /**
   * Takes over a stream that another replica has reserved, and opens it here; null if there is none.
   * `isAcceptedKey`: whether upstream (the odds service) has accepted the API key. All keys that it has not
   * accepted share one limit on the number of streams.
   */
  async takeOver(
    token: string | null,
    request: FastifyRequest,
    identity: Identity,
    isAcceptedKey: boolean,
  ): Promise<ReservedStream | null> {
    if (token === null || !TOKEN.test(token)) return null;
    await this.#settled(token);
    if (this.#options.streams.find(token, identity) !== null) throw alreadyOpen();
    this.#options.streams.requireRoom(identity, isAcceptedKey);
    return this.#move(token, async () => {
      const reply = await this.#ask(token, identity, { kind: 'hand-over' });
      if (reply?.kind !== 'handed-over') return null;
      const stream = this.#options.streams.reserve(identity, isAcceptedKey, token);
      stream.open();
      this.open(stream, identity);
      for (const id of reply.endedIds) this.#addEnded(stream, id);
      for (const params of reply.operations) this.#addHandedOver(stream, params, request);
      return stream;
    });
  }

  /**
   * Forwards a request to the replica that holds the stream. False if there is no such stream. If the holder
   * refuses, throws its `HttpError`.
   */
  async forward(token: string | null, identity: Identity, request: PeerRequest): Promise<boolean> {
    if (token === null || !TOKEN.test(token)) return false;
    return (await this.#ask(token, identity, request)) !== null;
  }

  /** Never returns `not-held`: `peers.ask` looks for the holder again. */
  async #ask(token: string, identity: Identity, request: PeerRequest): Promise<PeerReply | null> {
    const { peers } = this.#options;
    const reply = await peers.ask(token, SharedStreams.ownerOf(identity), request);
    if (reply?.kind !== 'refused') return reply;
    throw new HttpError(reply.status, reply.errors, reply.headers);
  }

  /** Answers another replica. `move` makes that replica the holder; false if this one no longer is. */
  async #answer(
    token: string,
    request: PeerRequest,
    move: () => Promise<boolean>,
  ): Promise<PeerReply> {
    await this.#settled(token);
    const stream = this.#options.streams.findByToken(token);
    if (stream === null) return { kind: 'not-held' };
    if (request.kind === 'hand-over') return this.#handOver(stream, move);
    try {
      if (request.kind === 'end') stream.operations.end(request.operationId);
      else this.#submit(stream, request);
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof HttpError) return refusal(error);
      this.#options.log.error({ err: asError(error) }, 'unexpected error');
      return refusal(HttpError.of(500, 'INTERNAL_SERVER_ERROR', 'Unexpected error.'));
    }
  }

  #submit(
    stream: ReservedStream,
    { params, method, requestId, tokenValidity }: SubmitRequest,
  ): void {
    const { intake, services, log } = this.#options;
    const identity = this.#identities.get(stream);
    if (identity === undefined) throw new Error('Nobody has reserved this stream.');
    const { viewer } = identity;
    // The viewer may have sent a newer JWT than the one that opened the stream. Only its validity is forwarded.
    const sender =
      viewer && tokenValidity ? { ...identity, viewer: { ...viewer, ...tokenValidity } } : identity;
    const origin = { id: requestId, identity: sender };
    const record = newOperationRecord(services, origin, 'stream', log);
    const context = operationContext(services, origin, record);
    const mayBeTakenOver = !stream.isOpen;
    intake.accept(stream, params, { method, context, mayBeTakenOver });
  }

  /** Gives a stream that is not open to the replica that asks. */
  #handOver(stream: ReservedStream, move: () => Promise<boolean>): Promise<PeerReply> {
    if (stream.isOpen) return Promise.resolve(refusal(alreadyOpen()));
    return this.#move(stream.token, async () => {
      if (!(await move())) return { kind: 'not-held' };
      return { kind: 'handed-over', ...stream.operations.handOver() };
    });
  }

  /** Resolves when no hand-over of the stream is under way. */
  async #settled(token: string): Promise<void> {
    while (this.#moving.has(token)) await this.#moving.get(token);
  }

  /** Runs a hand-over. Other requests for the stream wait until it is done. */
  #move<Result>(token: string, run: () => Promise<Result>): Promise<Result> {
    const moved = run().finally(() => this.#moving.delete(token));
    this.#moving.set(
      token,
      moved.catch(() => {}),
    );
    return moved;
  }

  #addHandedOver(stream: ReservedStream, params: OperationParams, request: FastifyRequest): void {
    const { intake, services, log } = this.#options;
    const record = newOperationRecord(services, request, 'stream', log);
    const context = operationContext(services, request, record);
    try {
      intake.accept(stream, params, { method: 'POST', context, mayBeTakenOver: false });
    } catch (error) {
      // The other replica has answered the operation with 202, so its error is sent as a result.
      if (!(error instanceof HttpError)) throw error;
      const { errors } = error;
      stream.operations.add({
        id: params.operationId,
        start: async () => encodeResult({ errors }),
      });
    }
  }

  /** Adds an operation that has ended, so that its `complete` event is sent. */
  #addEnded({ operations }: ReservedStream, id: string): void {
    operations.add({ id, start: async () => encodeResult({}) });
    operations.end(id);
  }
}

export function alreadyOpen(): HttpError {
  return HttpError.of(409, 'BAD_USER_INPUT', 'This stream is already open.');
}
