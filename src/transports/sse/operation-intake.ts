import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import type { ResponseParts } from '../../execution/encoding/encoded-data.ts';
import { formatForResponse } from '../../execution/format-error.ts';
import type { Operation } from '../../execution/operation.ts';
import { type Execution, Subscription, subscribe } from '../../execution/subscription.ts';
import type { Log } from '../../log.ts';
import { countRefusal } from '../../metrics.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { HttpError } from '../http-error.ts';
import type { TransportOptions } from '../transport.ts';
import { heldBytes } from './held-bytes.ts';
import type { ReservedStream } from './reserved-streams.ts';
import { methodNotAllowed, type OperationParams } from './single-connection-request.ts';

/** The status of every request whose operation was accepted. */
const ACCEPTED = 202;

/** Who sends an operation, and by which method. */
export interface OperationSender {
  readonly method: string;
  readonly context: OperationContext;
}

type IntakeOptions = Execution & Pick<TransportOptions, 'documents'>;

/** Checks the operations that are sent to a stream, and adds those that it may run. */
export class OperationIntake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /**
   * Adds an operation to a stream. Throws if it is refused. `keepsRequest`: keep what the client sent,
   * since another replica may take the stream over before the operation has started.
   */
  accept(
    stream: ReservedStream,
    params: OperationParams,
    { method, context }: OperationSender,
    keepsRequest = false,
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
    this.#add(stream, params, operation, kind, keepsRequest);
  }

  /**
   * Until it starts, an operation is kept as text and coerced variables: a parsed document takes
   * far more.
   */
  #add(
    { operations }: ReservedStream,
    params: OperationParams,
    operation: Operation,
    kind: OperationTypeNode,
    keepsRequest: boolean,
  ): void {
    const { query, operationId, operationName } = params;
    const { executor } = this.#options;
    const { context } = operation;
    const coerced = executor.coerce(operation);
    const errors = Array.isArray(coerced) ? formattedErrors(coerced, context.log) : null;
    const variables = Array.isArray(coerced) ? {} : coerced.variables;
    const request = keepsRequest ? declaredOnly(params, operation.document) : null;
    const bytes = heldBytes([query, variables, errors, request?.variables]);
    if (!operations.hasRoomFor(bytes)) {
      countRefusal('stream_operations');
      const message =
        'This stream has too many operations, or they hold too much memory. End one first.';
      throw HttpError.of(429, 'STREAM_LIMIT_EXCEEDED', message);
    }
    const start = async () => {
      const started =
        errors === null
          ? await this.#start(query, { operationName, variables, context }, kind)
          : { errors };
      if (!(started instanceof Subscription)) this.#end(context, started);
      return started;
    };
    operations.add(operationId, bytes, start, request);
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
    const { executor } = this.#options;
    const { log, services, span } = request.context;
    const ownSpan = services.tracing?.startOperation(span) ?? null;
    request.context.span = ownSpan;
    try {
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
      ownSpan?.end(null);
    }
  }

  /** An operation has its only result. */
  #end({ record }: OperationContext, { errors }: ResponseParts): void {
    if (record.codes.size === 0) record.fail(errors ?? []);
    this.#options.operationLog.end(record, { status: ACCEPTED });
  }
}

function invalidDocument(problems: readonly unknown[], log: Log): HttpError {
  return new HttpError(400, formattedErrors(problems, log));
}

function formattedErrors(errors: readonly unknown[], log: Log) {
  return errors.map((error) => formatForResponse(error, log));
}

/** The same request without variables that the operation does not declare, which nobody reads. */
function declaredOnly(params: OperationParams, document: DocumentNode): OperationParams {
  const { variableDefinitions = [] } = getOperationAST(document, params.operationName) ?? {};
  const declared = variableDefinitions.map(({ variable }) => variable.name.value);
  const sent = declared.filter((name) => Object.hasOwn(params.variables, name));
  const variables = Object.fromEntries(sent.map((name) => [name, params.variables[name]]));
  return { ...params, variables };
}
