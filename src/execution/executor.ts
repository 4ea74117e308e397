import { type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Reservation } from '../access/viewers/viewer-budgets.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { metrics } from '../observability/metrics.ts';
import type { OperationContext } from '../resolvers/context.ts';
import { ExecutionSlices } from '../resolvers/lists/execution-slices.ts';
import { namesOf } from '../resolvers/names/listed-names.ts';
import type { Release } from '../scheduling/fair-gate.ts';
import { replyWithin } from '../scheduling/reply-within.ts';
import type { Scheduler } from '../scheduling/scheduler.ts';
import { coerceVariables, inputError } from './coerce-variables.ts';
import { CompiledQueries } from './compiled-queries.ts';
import type { Documents } from './documents/documents.ts';
import { EncodingCache } from './encoding/encoding-cache.ts';
import { encodeInChunks } from './encoding/json-chunks.ts';
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
import type { AskedOperation, Operation } from './operation.ts';
import { type Answer, Refusal } from './outcome.ts';
import { type CachePlace, ResponseCache, withAccountStatus } from './response-cache.ts';

const ESTIMATES_MAX = 1_000;

/** How long an answer waits for hints on names in its filters that don't exist. It gets those that are found by then. */
const NAMES_WAIT_MS = 1_000;

interface ExecutorOptions {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly admission: AdmissionControl;
  readonly scheduler: Scheduler;
}

/**
 * Executes queries and mutations for every transport. It throws a `Refusal` of an operation that would cost too much
 * before anything is sent upstream, answers from the response cache while everything that was read is fresh, and otherwise
 * executes the document, compiled if upstream has accepted the caller's API key.
 */
export class Executor {
  /** Encoded events that subscribers share. */
  readonly encodings = new EncodingCache();
  readonly responses = new ResponseCache();
  readonly #compiled: CompiledQueries;
  readonly #schema: GraphQLSchema;
  readonly #admission: AdmissionControl;
  readonly #scheduler: Scheduler;
  readonly #documents: Documents;
  readonly #costs: CostEstimator;
  /** By `askedKey`: many ask for the same, and they ask again when the data has changed. */
  readonly #estimates = new LRUCache<string, Estimate>({ max: ESTIMATES_MAX });

  constructor(options: ExecutorOptions) {
    const { schema, documents, admission, scheduler } = options;
    this.#schema = schema;
    this.#documents = documents;
    this.#compiled = new CompiledQueries(schema, documents);
    this.#admission = admission;
    this.#scheduler = scheduler;
    this.#costs = new CostEstimator(schema);
  }

  async execute(given: Operation): Promise<Answer> {
    const operation = coerceVariables(this.#schema, given);
    const place = this.responses.placeOf(given); // By variables as the client sent them.
    const answer = await place.refresh(() => this.#executeAnew(operation, place));
    return withAccountStatus(answer, operation.context);
  }

  /** The cached answer to a query that has not been parsed yet; null if there is none. `key` is its `askedKey`. */
  findRepeated(context: OperationContext, key: string): Answer | null {
    const answer = this.responses.findRepeated(context, key);
    return answer && withAccountStatus(answer, context);
  }

  async #executeAnew(operation: Operation, place: CachePlace): Promise<Answer> {
    const estimate = this.#estimate(operation);
    const { context } = operation;
    // This asks upstream about the API key if nobody has yet: only an accepted key is admitted as an account of its own,
    // and only its documents are compiled.
    const isLarge = !this.#admission.isSmall(estimate.values);
    if (isLarge && context.credential !== null) await context.scope.tier();
    const release = await this.#admit(operation, estimate);
    try {
      // An equal operation may have been answered in the meantime.
      return place.get() ?? (await this.#run(operation, place));
    } finally {
      release();
    }
  }

  /** Waits until an operation is admitted. */
  async #admit({ context }: Operation, { values, upstreamRequests }: Estimate): Promise<Release> {
    const { viewer, services, record } = context;
    let budget: Reservation | null = null;
    record.admission.begin(services.clock);
    try {
      if (viewer !== null) {
        budget = (await services.viewers?.budgets.reserve(viewer, upstreamRequests)) ?? null;
      }
      const release = await this.#admission.admit(context.account, values, context.signal);
      return () => {
        release();
        budget?.settle(context.usage.calls);
      };
    } catch (error) {
      budget?.settle(0);
      const hasLeft = context.signal?.aborted;
      throw new Refusal([hasLeft ? clientLeft() : formatError(error, context.log)]);
    } finally {
      record.admission.end(services.clock);
    }
  }

  /**
   * Executes and encodes an operation. If its lists prove to have many rows, whatever was estimated, this happens in
   * slices, so that other operations run in between.
   */
  async #run(operation: Operation, place: CachePlace): Promise<Answer> {
    const { variables, context } = operation;
    const slices = new ExecutionSlices(this.#scheduler, context.account);
    context.slices = slices;
    const run = this.#compiled.runnerOf(operation, context.isAuthenticated);
    const executed = await run(undefined, context, variables);
    const result = withoutUnauthenticatedData(
      withFormattedErrors(executed, context.log, context.viewer),
    );
    if (result.errors !== undefined) context.record.addErrors(result.errors);
    context.release(); // Frees what the data loaders hold.
    if (context.nameHints.hasMissing) await lookUpNames(context);
    const data = slices.hasSeveral
      ? await encodeInChunks(result, context.account, this.#scheduler)
      : null;
    return place.store(result, data);
  }

  /** Finds which operation of the document is asked for, and names it in its record. Throws a `Refusal` if there is none. */
  withDefinition(asked: AskedOperation): Operation {
    const { document, operationName, context } = asked;
    const definition = getOperationAST(document, operationName);
    if (!definition) {
      const problem =
        operationName === null ? 'has several operations' : 'has no operation with that name';
      const error = new GraphQLError(`The document ${problem}: "operationName" must name one.`);
      throw new Refusal([formatBadInput(error, 'operationName')]);
    }
    context.record.title = this.#documents.titleOf(document, definition);
    return { ...asked, definition };
  }

  /** A subscription with its variables coerced. Throws a `Refusal` if they are invalid, or if an event would cost too much. */
  prepare(operation: Operation): Operation {
    const coerced = coerceVariables(this.#schema, operation);
    this.#estimate(coerced);
    return coerced;
  }

  #estimate(operation: Operation): Estimate {
    const { context } = operation;
    const { askedKey, record } = context;
    try {
      const known = askedKey === null ? undefined : this.#estimates.get(askedKey);
      record.estimate = known ?? this.#costs.estimateOrRefuse(operation);
      if (askedKey !== null) this.#estimates.set(askedKey, record.estimate);
      return record.estimate;
    } catch (error) {
      if (error instanceof OddsgraphError) throw new Refusal([formatRefusal(error)]);
      const isInput = error instanceof GraphQLError;
      throw new Refusal([isInput ? inputError(error) : formatError(error, context.log)]);
    }
  }

  /** Executes the selection of a subscription on one event: synchronously, if no resolver waits. */
  executeEvent(operation: Operation, event: object): ExecutionResult | Promise<ExecutionResult> {
    const { variables, context } = operation;
    metrics.live_executions_total.inc();
    const run = this.#compiled.runnerOf(operation, context.isAuthenticated);
    const result = run(event, context, variables);
    const format = (settled: ExecutionResult) =>
      withFormattedErrors(settled, context.log, context.viewer);
    return result instanceof Promise ? result.then(format) : format(result);
  }
}

/** Finds hints for some time. Without them, the answer is right as well. */
async function lookUpNames(context: OperationContext): Promise<void> {
  const late = new AbortController();
  const turn = async () => {
    await context.turn();
    late.signal.throwIfAborted();
  };
  const lookUp = context.nameHints.lookUp((kind) => namesOf(kind, context), turn);
  await replyWithin(NAMES_WAIT_MS, context.services.clock, lookUp).catch(() => late.abort());
}
