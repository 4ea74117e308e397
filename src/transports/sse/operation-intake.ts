import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import { OddsgraphError } from '../../errors.ts';
import type { ResponseParts } from '../../execution/encoding/encoded-data.ts';
import { formatForResponse } from '../../execution/format-error.ts';
import type { Operation } from '../../execution/operation.ts';
import {
  type ExecutionDependencies,
  Subscription,
  subscribe,
} from '../../execution/subscription.ts';
import type { Log } from '../../log.ts';
import { countRefusal } from '../../metrics.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { HttpError } from '../http-error.ts';
import type { TransportOptions } from '../transport.ts';
import { memoryBytes } from './memory-bytes.ts';
import type { ReservedStream } from './reserved-streams.ts';
import { methodNotAllowed, type OperationParams } from './single-connection-request.ts';
import { encodeResult, type Start } from './streamed-operation.ts';

/** The HTTP status of every request whose operation was accepted. */
const ACCEPTED = 202;

/** After this time, a client may repeat an operation whose result was dropped: too many results were unsent. */
const RETRY_AFTER_SECONDS = 5;

/** How an operation was sent to a stream; its context names the caller. */
export interface SubmittedOperation {
  readonly method: string;
  readonly context: OperationContext;
  /**
   * Whether another replica may take the stream over before the operation has started. What the client sent
   * is then kept, so that the other replica can start the operation.
   */
  readonly mayBeTakenOver: boolean;
}

type IntakeOptions = ExecutionDependencies & Pick<TransportOptions, 'documents'>;

/**
 * Accepts or refuses the operations that clients send to a reserved event stream (GraphQL over SSE in single
 * connection mode). Accepted operations are added to the stream, which starts them later.
 */
export class OperationIntake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /**
   * Adds an operation to a stream. Throws if it is refused.
   */
  accept(
    stream: ReservedStream,
    params: OperationParams,
    { method, context, mayBeTakenOver }: SubmittedOperation,
  ): void {
    if (!stream.acceptsOperations) {
      const message = 'Without an accepted API key, open the stream before sending operations.';
      throw HttpError.of(401, 'UNAUTHENTICATED', message);
    }
    if (stream.operations.has(params.operationId)) {
      throw HttpError.of(
        409,
        'BAD_USER_INPUT',
        'This stream already has an operation with this id.',
      );
    }
    const { operationName, variables } = params;
    const document = this.#documentOf(params.query, context.log);
    const operation = { document, operationName, variables, context };
    const kind = this.#kindOf(operation);
    if (kind === OperationTypeNode.MUTATION && method === 'GET') {
      throw methodNotAllowed('Use POST for mutations.', ['POST']);
    }
    this.#add(stream, params, operation, kind, mayBeTakenOver);
  }

  /**
   * Until it starts, an operation is kept as text and coerced variables, since a parsed document takes far
   * more memory.
   */
  #add(
    { operations }: ReservedStream,
    params: OperationParams,
    operation: Operation,
    kind: OperationTypeNode,
    mayBeTakenOver: boolean,
  ): void {
    const { query, operationId, operationName } = params;
    const { executor } = this.#options;
    const { context } = operation;
    const { log } = context;
    const coerced = executor.coerceVariables(operation);
    const errors = Array.isArray(coerced) ? formattedErrors(coerced, log) : null;
    const variables = Array.isArray(coerced) ? {} : coerced.variables;
    const request = mayBeTakenOver ? declaredOnly(params, operation.document) : null;
    const bytes = memoryBytes([query, variables, errors, request?.variables]);
    if (!operations.hasRoomFor(bytes)) {
      countRefusal('stream_operations');
      const message =
        'This stream has too many operations, or they hold too much memory. End one first.';
      throw HttpError.of(429, 'STREAM_LIMIT_EXCEEDED', message);
    }
    const start: Start = async (hold) => {
      const started =
        errors === null
          ? await this.#start(query, { operationName, variables, context }, kind)
          : { errors };
      if (started instanceof Subscription) return started;
      const result = encodeResult(started);
      // `hold` counts the bytes towards the quota of unsent results; false if they exceed it.
      const replacement = hold(result.length)
        ? null
        : { errors: formattedErrors([tooManyUnsentResults()], log) };
      this.#end(context, replacement ?? started);
      return replacement ? encodeResult(replacement) : result;
    };
    const aborting = new AbortController();
    context.signal = aborting.signal;
    const onAborted = () => {
      aborting.abort();
      this.#end(context, {}, true);
    };
    operations.add({ id: operationId, bytes, start, onAborted, request });
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
    // There is no such operation, or it is not named: the errors say which.
    const errors = executor.coerceVariables(operation);
    throw invalidDocument(Array.isArray(errors) ? errors : [], operation.context.log);
  }

  async #start(
    query: string,
    request: Omit<Operation, 'document'>,
    kind: OperationTypeNode,
  ): Promise<Subscription | ResponseParts> {
    const { executor } = this.#options;
    const { log, services, span, viewer } = request.context;
    const ownSpan = services.tracing?.startOperation(span) ?? null;
    request.context.span = ownSpan;
    try {
      // The token (JWT) of a viewer, an end user, may have expired while the operation waited for the stream.
      if (viewer !== null) services.viewers?.sessions.requireValid(viewer);
      const operation = { ...request, document: this.#documentOf(query, log) };
      const result =
        kind === OperationTypeNode.SUBSCRIPTION
          ? await subscribe(this.#options, operation)
          : await executor.execute(operation);
      if (result instanceof Subscription) return result;
      const { errors, ...rest } = result;
      return errors === undefined ? rest : { ...rest, errors: formattedErrors(errors, log) };
    } catch (error) {
      return { errors: formattedErrors([error], log) };
    } finally {
      ownSpan?.end(null); // It has no HTTP status of its own.
    }
  }

  /** Logs the end of an operation that has its only result, or that was aborted before it had one. */
  #end({ record }: OperationContext, { errors }: ResponseParts, isAborted = false): void {
    // Errors of its execution have been recorded already.
    if (record.errorCodes.size === 0 && errors) record.addErrors(errors);
    this.#options.operationLog.end(record, { status: ACCEPTED, isAborted });
  }
}

function tooManyUnsentResults(): OddsgraphError {
  countRefusal('unsent_bytes');
  const message =
    'The server holds too many results of this account that its streams have not sent yet.';
  return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function invalidDocument(problems: readonly unknown[], log: Log): HttpError {
  return new HttpError(400, formattedErrors(problems, log));
}

function formattedErrors(errors: readonly unknown[], log: Log) {
  return errors.map((error) => formatForResponse(error, log));
}

/** The same request without variables that the operation does not declare: they would only take memory. */
function declaredOnly(params: OperationParams, document: DocumentNode): OperationParams {
  const { variableDefinitions = [] } = getOperationAST(document, params.operationName) ?? {};
  const declared = variableDefinitions.map(({ variable }) => variable.name.value);
  const sent = declared.filter((name) => Object.hasOwn(params.variables, name));
  const variables = Object.fromEntries(sent.map((name) => [name, params.variables[name]]));
  return { ...params, variables };
}
