import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import type { Identity } from '../../access/identity.ts';
import type { Credential } from '../../credential.ts';
import type { ResponseParts } from '../../execution/encoding/encoded-data.ts';
import { formatForResponse } from '../../execution/format-error.ts';
import { logFailedOperation } from '../../execution/log-failed-operation.ts';
import type { Operation } from '../../execution/operation.ts';
import { Subscription, subscribe } from '../../execution/subscription.ts';
import type { Log } from '../../log.ts';
import { countRefusal } from '../../metrics.ts';
import { HttpError } from '../http-error.ts';
import { operationContext } from '../request-context.ts';
import { identityOf } from '../request-identity.ts';
import type { TransportOptions } from '../transport.ts';
import { heldBytes } from './held-bytes.ts';
import { type ReservedStream, ReservedStreams } from './reserved-streams.ts';
import {
  acceptsEventStream,
  type OperationParams,
  operationParams,
  operationToEnd,
  requireJsonAccepted,
  requirePlainTextAccepted,
  tokenOf,
} from './single-connection-request.ts';
import { sendStreamHead } from './sse-connections.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * GraphQL over SSE in single connection mode: a client reserves a stream, opens it, and gets the
 * results of all operations that it sends with the stream's token.
 */
export class SingleConnectionTransport {
  readonly #options: TransportOptions;
  readonly #streams: ReservedStreams;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#streams = new ReservedStreams(options.services.clock);
  }

  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { method } = request;
    if (!METHODS.includes(method)) throw methodNotAllowed('Use GET, POST, PUT or DELETE.', METHODS);
    const identity = identityOf(request);
    if (acceptsEventStream(request)) this.#open(this.#streamOf(request, identity), reply);
    else if (method === 'PUT') await this.#reserve(request, identity, reply);
    else if (method === 'DELETE') this.#end(this.#streamOf(request, identity), request, reply);
    else this.#operate(this.#streamOf(request, identity), request, reply);
  };

  /** About how many bytes the operations of all streams hold. */
  get heldBytes(): number {
    return this.#streams.heldBytes;
  }

  /** Drops all reservations and ends the operations of open streams. */
  stop(): void {
    this.#streams.close();
  }

  #streamOf(request: FastifyRequest, identity: Identity): ReservedStream {
    const stream = this.#streams.find(tokenOf(request), identity);
    if (stream !== null) return stream;
    throw HttpError.of(
      404,
      'NOT_FOUND',
      'There is no stream with this token. Reserve one with PUT.',
    );
  }

  async #reserve(request: FastifyRequest, identity: Identity, reply: FastifyReply): Promise<void> {
    requirePlainTextAccepted(request);
    const { token } = this.#streams.reserve(identity, await this.#isKnown(identity.credential));
    reply.status(201).type('text/plain; charset=utf-8').send(token);
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

  #open(stream: ReservedStream, reply: FastifyReply): void {
    if (stream.isOpen) throw HttpError.of(409, 'BAD_USER_INPUT', 'This stream is already open.');
    stream.open();
    reply.status(200).type('text/event-stream; charset=utf-8');
    this.#options.connections.stream(sendStreamHead(reply), stream.operations);
  }

  #end({ operations }: ReservedStream, request: FastifyRequest, reply: FastifyReply): void {
    operations.end(operationToEnd(request));
    reply.status(200).send();
  }

  #operate(stream: ReservedStream, request: FastifyRequest, reply: FastifyReply): void {
    requireJsonAccepted(request);
    if (!stream.acceptsOperations) {
      const message = 'Without an accepted API key, open the stream before sending operations.';
      throw HttpError.of(401, 'UNAUTHENTICATED', message);
    }
    const params = operationParams(request);
    const { operations } = stream;
    if (operations.has(params.operationId)) {
      throw HttpError.of(
        409,
        'BAD_USER_INPUT',
        'This stream already has an operation with this id.',
      );
    }
    const { operationName, variables } = params;
    const context = operationContext(this.#options.services, request, this.#options.log);
    const document = this.#documentOf(params.query, context.log);
    const operation = { document, operationName, variables, context };
    const kind = this.#kindOf(operation);
    if (kind === OperationTypeNode.MUTATION && request.method === 'GET') {
      throw methodNotAllowed('Use POST for mutations.', ['POST']);
    }
    this.#add(stream, params, operation, kind);
    reply.status(202).send();
  }

  /**
   * Until it starts, an operation is kept as text and coerced variables: a parsed document takes
   * far more.
   */
  #add(
    { operations }: ReservedStream,
    { query, operationId, operationName }: OperationParams,
    operation: Operation,
    kind: OperationTypeNode,
  ): void {
    const { executor } = this.#options;
    const { context } = operation;
    const coerced = executor.coerce(operation);
    const errors = Array.isArray(coerced) ? formattedErrors(coerced, context.log) : null;
    const variables = Array.isArray(coerced) ? {} : coerced.variables;
    const bytes = heldBytes([query, variables, errors]);
    if (!operations.hasRoomFor(bytes)) {
      countRefusal('stream_operations');
      const message =
        'This stream has too many operations, or they hold too much memory. End one first.';
      throw HttpError.of(429, 'STREAM_LIMIT_EXCEEDED', message);
    }
    operations.add(operationId, bytes, async () =>
      errors === null
        ? this.#start(query, { operationName, variables, context }, kind)
        : { errors },
    );
  }

  #documentOf(query: string, log: Log): DocumentNode {
    const { documents } = this.#options;
    try {
      const document = documents.parse(query);
      const problems = documents.validate(document);
      if (problems.length === 0) return document;
      throw invalidDocument(problems, log);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw invalidDocument([error], log);
    }
  }

  #kindOf(operation: Operation): OperationTypeNode {
    const { executor } = this.#options;
    const definition = getOperationAST(operation.document, operation.operationName);
    if (definition) return definition.operation;
    const errors = executor.coerce(operation);
    throw invalidDocument(Array.isArray(errors) ? errors : [], operation.context.log);
  }

  async #start(
    query: string,
    request: Omit<Operation, 'document'>,
    kind: OperationTypeNode,
  ): Promise<Subscription | ResponseParts> {
    const { schema, executor } = this.#options;
    const { log } = request.context;
    try {
      const operation = { ...request, document: this.#documentOf(query, log) };
      const result =
        kind === OperationTypeNode.SUBSCRIPTION
          ? await subscribe(schema, executor, operation)
          : await executor.execute(operation);
      if (result instanceof Subscription) return result;
      const { errors, ...rest } = result;
      return errors === undefined ? rest : { ...rest, errors: formattedErrors(errors, log) };
    } catch (error) {
      return { errors: formattedErrors([error], log) };
    }
  }
}

function invalidDocument(problems: readonly unknown[], log: Log): HttpError {
  const errors = formattedErrors(problems, log);
  logFailedOperation(log, null, errors);
  return new HttpError(400, errors);
}

function formattedErrors(errors: readonly unknown[], log: Log) {
  return errors.map((error) => formatForResponse(error, log));
}

function methodNotAllowed(message: string, allowed: readonly string[]): HttpError {
  return HttpError.of(405, 'BAD_USER_INPUT', message, { allow: allowed.join(', ') });
}
