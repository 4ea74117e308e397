import {
  type DocumentNode,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { OddsgraphError } from '../../errors/errors.ts';
import { formatForResponse } from '../../execution/format-error.ts';
import type { Operation } from '../../execution/operation.ts';
import {
  type CachedResult,
  Refusal,
  type Result,
  refused,
  responseBytes,
} from '../../execution/outcome.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import { runOperation } from '../../execution/run-operation.ts';
import type { Subscription } from '../../execution/subscription.ts';
import type { Log } from '../../observability/log.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { beginOperation, GraphRequest } from '../arrival/graph-request.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import type { EventStream, HandedOver } from './event-stream.ts';
import { methodNotAllowed, type OperationParams } from './single-connection-request.ts';
import type { OperationToAdd } from './streamed-operation.ts';

/** The HTTP status of every request whose operation was accepted. */
const ACCEPTED = 202;

/** After this time, a client may repeat an operation whose result was dropped: too many results were unsent. */
const RETRY_AFTER_SECONDS = 5;

/** An operation that a client has sent, and the HTTP method of its request. */
export interface SubmittedOperation {
  readonly params: OperationParams;
  readonly method: string;
}

/**
 * Accepts or refuses the operations that clients send to an event stream in single connection mode. Accepted
 * operations are added to the stream, which starts them later.
 */
export class OperationIntake {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Adds an operation to a stream. Throws if it is refused. Until it starts it is kept as the client has sent
   * it, since a parsed document takes far more memory, and since another replica may take the stream over.
   * `graph` is the request that brought it.
   */
  accept(stream: EventStream, { params, method }: SubmittedOperation, graph: GraphRequest): void {
    const { services, log } = this.#options;
    const context = graph.context ?? beginOperation(graph, 'stream', services, log);
    if (!stream.acceptsOperations) {
      const message = 'Without an accepted API key, open the stream before sending operations.';
      throw HttpError.of(401, 'UNAUTHENTICATED', message);
    }
    if (stream.has(params.operationId)) {
      const message = 'This stream already has an operation with this id.';
      throw HttpError.of(409, 'BAD_USER_INPUT', message);
    }
    const definition = this.#definitionOf(params, context);
    if (definition.operation === OperationTypeNode.MUTATION && method === 'GET') {
      throw methodNotAllowed('Use POST for mutations.', ['POST']);
    }
    const kept = { ...params, variables: declaredOnly(params, definition) };
    const bytes = memoryBytes([kept.query, kept.variables]);
    if (!stream.hasRoomFor(bytes)) throw tooManyOperations();
    const aborting = new AbortController();
    context.signal = aborting.signal;
    stream.add({
      params: kept,
      bytes,
      start: (hold) => this.#start(kept, context, hold),
      onAborted: () => {
        aborting.abort();
        this.#end(context, true);
      },
    });
  }

  /** Adds the operations of a stream that another replica has handed over. */
  acceptHandedOver(stream: EventStream, handedOver: HandedOver, opening: GraphRequest): void {
    const now = this.#options.services.clock.monotonic();
    for (const params of handedOver.operations) {
      if (handedOver.endedIds.includes(params.operationId)) {
        stream.add(withResult(params, { kind: 'result' }));
        stream.endOperation(params.operationId); // Sends its `complete` event.
        continue;
      }
      const graph = new GraphRequest(opening.id, now, opening.identity);
      graph.span = opening.span;
      try {
        this.accept(stream, { params, method: 'POST' }, graph);
      } catch (error) {
        // The other replica has answered the operation with 202, so its error is sent as a result.
        if (!(error instanceof HttpError)) throw error;
        stream.add(withResult(params, { kind: 'result', errors: error.errors }));
      }
    }
  }

  #definitionOf(params: OperationParams, context: OperationContext): OperationDefinitionNode {
    const operation = this.#operationOf(params, context);
    const definition = getOperationAST(operation.document, params.operationName);
    try {
      this.#options.executor.coerceVariables(operation); // Also names it in its record.
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // There is no such operation, or it is not named: the errors say which.
      if (!definition) throw invalidDocument(error.errors, context.log);
    }
    if (!definition) throw invalidDocument([], context.log);
    return definition;
  }

  #operationOf(
    { query, operationName, variables }: OperationParams,
    context: OperationContext,
  ): Operation {
    return { document: this.#documentOf(query, context.log), operationName, variables, context };
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

  async #start(
    params: OperationParams,
    context: OperationContext,
    hold: (bytes: number) => boolean,
  ): Promise<Subscription | Buffer> {
    const started = await this.#execute(params, context);
    if (started.kind === 'subscription') return started.subscription;
    const result = encodeResult(started);
    if (hold(result.length)) {
      this.#end(context);
      return result;
    }
    const replacement = refused(context, formattedErrors([tooManyUnsentResults()], context.log));
    this.#end(context);
    return encodeResult(replacement);
  }

  async #execute(params: OperationParams, context: OperationContext): Promise<Outcome> {
    const { log, services, viewer } = context;
    const span = services.tracing?.startOperation(context.span) ?? null;
    context.span = span;
    try {
      // The token of a viewer may have expired while the operation waited for the stream.
      if (viewer !== null) services.viewers?.sessions.requireValid(viewer);
      return await runOperation(this.#options, params, context);
    } catch (error) {
      return refused(context, formattedErrors([error], log));
    } finally {
      span?.end(null); // It has no HTTP status of its own.
    }
  }

  /** Logs the end of an operation that has its only result, or that was aborted before it had one. */
  #end({ record }: OperationContext, isAborted = false): void {
    this.#options.operationLog.end(record, { status: ACCEPTED, isAborted });
  }
}

/** An operation whose result is known. */
function withResult(params: OperationParams, result: Result | CachedResult): OperationToAdd {
  return { params, bytes: 0, start: async () => encodeResult(result), onAborted: () => {} };
}

/** A result as UTF-8 JSON, as it is sent. */
function encodeResult(result: Result | CachedResult): Buffer {
  return Buffer.concat(responseBytes(result));
}

function tooManyOperations(): HttpError {
  countRefusal('stream_operations');
  const message =
    'This stream has too many operations, or they hold too much memory. End one first.';
  return HttpError.of(429, 'STREAM_LIMIT_EXCEEDED', message);
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

/** The variables that an operation declares. Others would only take memory. */
function declaredOnly(
  { variables }: OperationParams,
  { variableDefinitions = [] }: OperationDefinitionNode,
): OperationParams['variables'] {
  const declared = variableDefinitions.map(({ variable }) => variable.name.value);
  const sent = declared.filter((name) => Object.hasOwn(variables, name));
  return Object.fromEntries(sent.map((name) => [name, variables[name]]));
}

/** About how many bytes a JSON value takes in memory: 8 for each value, and 32 around what it contains. */
function memoryBytes(value: unknown): number {
  if (typeof value === 'string') return 40 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  const content = Array.isArray(value) ? value : Object.entries(value).flat();
  return content.reduce((sum, inner) => sum + memoryBytes(inner), 40);
}
