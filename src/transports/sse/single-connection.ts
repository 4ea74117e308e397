import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import { credentialOf } from '../../access/request-credential.ts';
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
import type { TransportOptions } from '../transport.ts';
import { heldBytes } from './held-bytes.ts';
import { type ReservedStream, ReservedStreams } from './reserved-streams.ts';
import { sendStreamHead } from './sse-connections.ts';
import {
  type OperationParams,
  operationParams,
  operationToEnd,
  requireAccept,
  tokenOf,
  wantsStream,
} from './stream-request.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * GraphQL over SSE in single connection mode: a stream is reserved, opened, and carries the results
 * of all operations that are then asked for under its token.
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
    if (!METHODS.includes(method)) throw notAllowed('A stream knows no such method.', METHODS);
    const credential = credentialOf(request.headers, request.url);
    if (wantsStream(request)) this.#open(this.#streamOf(request, credential), reply);
    else if (method === 'PUT') await this.#reserve(request, credential, reply);
    else if (method === 'DELETE') this.#end(this.#streamOf(request, credential), request, reply);
    else this.#operate(this.#streamOf(request, credential), request, reply);
  };

  /** Bytes that the operations of all streams hold, about. */
  get heldBytes(): number {
    return this.#streams.heldBytes;
  }

  /** Forgets what is reserved. Streams that are open end with their connections. */
  stop(): void {
    this.#streams.close();
  }

  #streamOf(request: FastifyRequest, credential: Credential | null): ReservedStream {
    const stream = this.#streams.find(tokenOf(request), credential);
    if (stream !== null) return stream;
    throw HttpError.of(404, 'NOT_FOUND', 'There is no such stream: reserve one by PUT.');
  }

  async #reserve(
    request: FastifyRequest,
    credential: Credential | null,
    reply: FastifyReply,
  ): Promise<void> {
    requireAccept(request, 'text/plain');
    const { token } = this.#streams.reserve(credential, await this.#isKnown(credential));
    reply.status(201).type('text/plain; charset=utf-8').send(token);
  }

  /** Whether upstream knows the key; where it does not answer, whether it did when it last answered. */
  async #isKnown(credential: Credential | null): Promise<boolean> {
    if (credential === null) return false;
    const { tiers, upstream } = this.#options.services;
    return tiers.tierOf(credential).then(
      () => true,
      () => upstream.client.keys.isAccepted(credential),
    );
  }

  #open(stream: ReservedStream, reply: FastifyReply): void {
    if (stream.isOpen) throw HttpError.of(409, 'BAD_USER_INPUT', 'This stream is open.');
    stream.open();
    reply.status(200).type('text/event-stream; charset=utf-8');
    this.#options.connections.stream(sendStreamHead(reply), stream.operations);
  }

  #end({ operations }: ReservedStream, request: FastifyRequest, reply: FastifyReply): void {
    operations.end(operationToEnd(request));
    reply.status(200).send();
  }

  #operate(stream: ReservedStream, request: FastifyRequest, reply: FastifyReply): void {
    requireAccept(request, 'application/json', 'application/graphql-response+json');
    if (!stream.takesOperations) {
      const message = 'Without a key that is known, a stream takes operations once it is open.';
      throw HttpError.of(401, 'UNAUTHENTICATED', message);
    }
    const params = operationParams(request);
    const { operations } = stream;
    if (operations.has(params.operationId)) {
      throw HttpError.of(409, 'BAD_USER_INPUT', 'There is an operation of this id already.');
    }
    const { operationName, variables } = params;
    const context = operationContext(this.#options.services, request, this.#options.log);
    const document = this.#documentOf(params.query, context.log);
    const operation = { document, operationName, variables, context };
    const kind = this.#kindOf(operation);
    if (kind === OperationTypeNode.MUTATION && request.method === 'GET') {
      throw notAllowed('A mutation is asked for by POST.', ['POST']);
    }
    this.#add(stream, params, operation, kind);
    reply.status(202).send();
  }

  /** Until it begins an operation is its text and its coerced variables: a parsed one takes far more. */
  #add(
    { operations }: ReservedStream,
    { query, operationId, operationName }: OperationParams,
    operation: Operation,
    kind: OperationTypeNode,
  ): void {
    const { executor } = this.#options;
    const { context } = operation;
    const coerced = executor.coerce(operation);
    const errors = Array.isArray(coerced) ? formatted(coerced, context.log) : null;
    const variables = Array.isArray(coerced) ? {} : coerced.variables;
    const bytes = heldBytes([query, variables, errors]);
    if (!operations.hasRoomFor(bytes)) {
      countRefusal('stream_operations');
      const message = 'This stream carries as much as it may: end an operation first.';
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
      throw refusedDocument(problems, log);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw refusedDocument([error], log);
    }
  }

  #kindOf(operation: Operation): OperationTypeNode {
    const { executor } = this.#options;
    const definition = getOperationAST(operation.document, operation.operationName);
    if (definition) return definition.operation;
    const refusals = executor.coerce(operation);
    throw refusedDocument(Array.isArray(refusals) ? refusals : [], operation.context.log);
  }

  async #start(
    query: string,
    asked: Omit<Operation, 'document'>,
    kind: OperationTypeNode,
  ): Promise<Subscription | ResponseParts> {
    const { schema, executor } = this.#options;
    const { log } = asked.context;
    try {
      const operation = { ...asked, document: this.#documentOf(query, log) };
      const begun =
        kind === OperationTypeNode.SUBSCRIPTION
          ? await subscribe(schema, executor, operation)
          : await executor.execute(operation);
      if (begun instanceof Subscription) return begun;
      const { errors, ...rest } = begun;
      return errors === undefined ? rest : { ...rest, errors: formatted(errors, log) };
    } catch (error) {
      return { errors: formatted([error], log) };
    }
  }
}

function refusedDocument(problems: readonly unknown[], log: Log): HttpError {
  const errors = formatted(problems, log);
  logFailedOperation(log, null, errors);
  return new HttpError(400, errors);
}

function formatted(errors: readonly unknown[], log: Log) {
  return errors.map((error) => formatForResponse(error, log));
}

function notAllowed(message: string, allowed: readonly string[]): HttpError {
  return HttpError.of(405, 'BAD_USER_INPUT', message, { allow: allowed.join(', ') });
}
