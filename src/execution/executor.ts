import { type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Reservation } from '../access/viewers/viewer-budgets.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { liveExecutions } from '../observability/metrics.ts';
import type { OperationContext } from '../resolvers/context.ts';
import { ExecutionSlices } from '../resolvers/lists/execution-slices.ts';
import { listNames } from '../resolvers/names/list-names.ts';
import type { Scheduler } from '../scheduling/scheduler.ts';
import { coerceVariables, inputError } from './coerce-variables.ts';
import { CompiledQueries } from './compiled-queries.ts';
import type { DocumentCache } from './documents/document-cache.ts';
import { documentNumber } from './documents/document-weight.ts';
import type { OperationTitles } from './documents/operation-titles.ts';
import { encodeInChunks } from './encoding/encode-in-chunks.ts';
import { EncodingCache } from './encoding/encoding-cache.ts';
import {
  clientLeft,
  formatBadInput,
  formatError,
  formatRefusal,
  withFormattedErrors,
} from './format-error.ts';
import { withoutUnauthenticatedData } from './http-status.ts';
import type { AdmissionControl } from './limits/admission-control.ts';
import { CostEstimator, type Estimate } from './limits/cost.ts';
import type { Release } from './limits/execution-budget.ts';
import { reserveRequests, withRateLimit } from './limits/viewer-budget.ts';
import { isIntrospection, type Operation } from './operation.ts';
import { type Answer, refused } from './outcome.ts';
import { type CachePlace, ResponseCache } from './response-cache.ts';
import { traceOperation } from './trace-operation.ts';

export interface ExecutorOptions {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  /** Whether introspection is allowed: then errors suggest names of the schema. */
  readonly introspection: boolean;
  readonly admission: AdmissionControl;
  readonly scheduler: Scheduler;
  /** What operations are called in the log and in metrics. */
  readonly titles: OperationTitles;
}

/**
 * Executes queries and mutations for every transport. It refuses an operation that would cost too much before
 * anything is sent upstream, answers from the response cache while everything that was read is fresh, and otherwise
 * executes the document, compiled if upstream has accepted the caller's API key.
 */
export class Executor {
  /** Encoded events that subscribers share. */
  readonly encodings = new EncodingCache();
  readonly #schema: GraphQLSchema;
  readonly #hideSuggestions: boolean;
  readonly #admission: AdmissionControl;
  readonly #scheduler: Scheduler;
  readonly #responses = new ResponseCache();
  readonly #documents: DocumentCache;
  readonly #compiled: CompiledQueries;
  readonly #costs: CostEstimator;
  readonly #titles: OperationTitles;

  constructor(options: ExecutorOptions) {
    const { schema, documents, introspection, admission, scheduler, titles } = options;
    this.#schema = schema;
    this.#documents = documents;
    this.#compiled = new CompiledQueries(schema);
    this.#hideSuggestions = !introspection;
    this.#admission = admission;
    this.#scheduler = scheduler;
    this.#costs = new CostEstimator(schema);
    this.#titles = titles;
  }

  async execute(operation: Operation): Promise<Answer> {
    return traceOperation(operation, async () => {
      const { context } = operation;
      const outcome = withRateLimit(await this.#execute(operation), context);
      context.record.answered();
      return outcome;
    });
  }

  /** The outcome of a query that equals an earlier one, before its document is parsed; null if there is none. */
  findRepeated(context: OperationContext, asked: string): Answer | null {
    const outcome = this.#responses.findRepeated(context, asked);
    return outcome && withRateLimit(outcome, context);
  }

  async #execute(given: Operation): Promise<Answer> {
    const definition = getOperationAST(given.document, given.operationName);
    const operation = this.coerceVariables(given);
    if (Array.isArray(operation)) return failed(given, operation);
    const place = this.#responses.placeOf(given, definition);
    return place.get() ?? place.refresh(() => this.#executeAnew(operation, place));
  }

  async #executeAnew(operation: Operation, place: CachePlace): Promise<Answer> {
    const estimate = this.#estimate(operation);
    if (Array.isArray(estimate)) return failed(operation, estimate);
    const { context } = operation;
    // Looking up the tier asks upstream about the API key. Once the key is accepted, it counts as an account of its
    // own, and a large document is compiled instead of interpreted.
    const isLarge = !this.#admission.isSmall(estimate.values);
    if (isLarge && context.credential !== null) await context.scope.tier();
    const release = await this.#admit(operation, estimate);
    if (release instanceof GraphQLError) return failed(operation, [release]);
    try {
      // An equal operation may have been answered in the meantime.
      return place.get() ?? (await this.#run(operation, place, estimate.values));
    } finally {
      release();
    }
  }

  /** Waits until an operation is admitted, or returns the error if it is refused. */
  async #admit(
    { context }: Operation,
    { values, upstreamRequests }: Estimate,
  ): Promise<Release | GraphQLError> {
    let budget: Reservation | null = null;
    context.record.admissionStarted();
    try {
      budget = await reserveRequests(context, upstreamRequests);
      const release = await this.#admission.admit(context.account, values, context.signal);
      return () => {
        release();
        budget?.settle(context.usage.calls);
      };
    } catch (error) {
      budget?.settle(0);
      if (context.signal?.aborted) return clientLeft();
      return formatError(error, context.log);
    } finally {
      context.record.admissionEnded();
    }
  }

  /**
   * Executes and encodes an operation. If its response is estimated to have many `values`, this happens in slices,
   * so that other operations run in between.
   */
  async #run(operation: Operation, place: CachePlace, values: number): Promise<Answer> {
    const { document, operationName, variables, context } = operation;
    const isLarge = !this.#admission.isSmall(values);
    const slices = isLarge ? new ExecutionSlices(this.#scheduler, context.account) : null;
    context.slices = slices;
    const run = this.#compiled.runnerOf(document, operationName, context.isAuthenticated);
    const executed = await run(undefined, context, variables);
    const result = withoutUnauthenticatedData(
      withFormattedErrors(executed, context.log, context.viewer),
    );
    if (result.errors !== undefined) context.record.addErrors(result.errors);
    context.release(); // Frees what the data loaders hold.
    const now = context.services.clock.monotonic();
    await context.names.lookUp(now, (kind) => listNames(kind, context));
    // If upstream has accepted the API key, before or just now, the document moves to the cache's part for such keys.
    if (context.isAuthenticated) this.#documents.promote(document);
    const data = slices?.hasSeveral
      ? await encodeInChunks(result, context.account, this.#scheduler)
      : null;
    return place.store(result, data);
  }

  /** The operation with only its declared variables, coerced; or why it cannot be executed. */
  coerceVariables(operation: Operation): Operation | GraphQLError[] {
    const { document, operationName } = operation;
    const definition = getOperationAST(document, operationName);
    if (!definition) {
      const problem =
        operationName === null ? 'has several operations' : 'has no operation with that name';
      const error = new GraphQLError(`The document ${problem}: "operationName" must name one.`);
      return [formatBadInput(error, 'operationName')];
    }
    operation.context.record.title = this.#titles.of(document, definition);
    return coerceVariables(this.#schema, operation, this.#hideSuggestions);
  }

  /** Like `coerceVariables`, and also refuses an operation that would cost too much. */
  prepare(operation: Operation): Operation | GraphQLError[] {
    const coerced = this.coerceVariables(operation);
    if (Array.isArray(coerced)) return coerced;
    const estimate = this.#estimate(coerced);
    return Array.isArray(estimate) ? estimate : coerced;
  }

  /** The estimated cost of an operation, or why it is refused. */
  #estimate({ document, operationName, variables, context }: Operation): Estimate | GraphQLError[] {
    try {
      const estimate = this.#costs.refuseTooCostly({ document, operationName, variables });
      context.record.estimate = estimate;
      return estimate;
    } catch (error) {
      if (error instanceof OddsgraphError) return [formatRefusal(error)];
      return [error instanceof GraphQLError ? inputError(error) : formatError(error, context.log)];
    }
  }

  /** Bytes of the cached responses, roughly. */
  get memoryBytes(): number {
    return this.#responses.size;
  }

  /** Bytes of all compiled documents, roughly. */
  get compiledBytes(): number {
    return this.#compiled.bytes;
  }

  /** A key of everything that an operation's response depends on. */
  keyOf({ document, operationName, variables, context }: Operation): string {
    const { credential, viewer, services } = context;
    const isStatic = isIntrospection(getOperationAST(document, operationName));
    const scope = isStatic || credential === null ? '' : services.upstream.scopes.of(credential);
    // Viewers share responses with viewers of the same tier, but not with the operator, who may do more.
    return `${viewer === null ? '' : `viewer ${viewer.tier} `}${scope} ${documentNumber(document)} ${JSON.stringify([operationName, variables])}`;
  }

  /** Executes the selection of a subscription on one event: synchronously, if no resolver waits. */
  executeEvent(operation: Operation, event: object): ExecutionResult | Promise<ExecutionResult> {
    const { document, operationName, variables, context } = operation;
    liveExecutions.inc();
    const run = this.#compiled.runnerOf(document, operationName, context.isAuthenticated);
    const result = run(event, context, variables);
    const format = (settled: ExecutionResult) =>
      withFormattedErrors(settled, context.log, context.viewer);
    return result instanceof Promise ? result.then(format) : format(result);
  }
}

/** Records the errors of an operation, and returns them as its outcome. */
function failed({ context }: Operation, errors: readonly GraphQLError[]): Answer {
  context.record.addErrors(errors);
  return refused(errors);
}
