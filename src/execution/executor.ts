import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Reservation } from '../access/viewers/viewer-budgets.ts';
import { OddsgraphError } from '../errors.ts';
import type { Log } from '../log.ts';
import { liveExecutions, operations, responseCacheHits } from '../metrics.ts';
import { RowPacer } from '../resolvers/lists/row-pacer.ts';
import type { Scheduler } from '../scheduler.ts';
import type { RateLimit } from '../upstream/request-usage.ts';
import { coerceVariables, inputError } from './coerce-variables.ts';
import { CompiledQueries } from './compiled-queries.ts';
import type { DocumentCache } from './documents/document-cache.ts';
import { documentNumber } from './documents/document-weight.ts';
import { encodeInPieces } from './encoding/encode-in-pieces.ts';
import type { EncodedData } from './encoding/encoded-data.ts';
import { EncodingCache } from './encoding/encoding-cache.ts';
import { logFailedOperation } from './failed-operation.ts';
import { formatBadInput, formatError, formatRefusal } from './format-error.ts';
import type { AdmissionControl } from './limits/admission-control.ts';
import { CostEstimator, type Estimate } from './limits/cost.ts';
import type { Release } from './limits/execution-budget.ts';
import type { Operation } from './operation.ts';
import { ResponseCache } from './response-cache.ts';

export interface ExecutorOptions {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  /** Whether the schema may be asked for: then errors suggest names from it. */
  readonly introspection: boolean;
  readonly admission: AdmissionControl;
  readonly scheduler: Scheduler;
}

/** Where an answer is held. */
interface CachedUnder {
  readonly get: () => ExecutionResult | null;
  readonly make: (
    result: ExecutionResult,
    encoded: EncodedData | null,
    now: number,
  ) => ExecutionResult;
}

/** Errors that one answer lists at the most: a refused field below a long list fails for every row. */
const ERRORS_MAX = 1_000;

const INTROSPECTION_BYTES_MAX = 8 * 2 ** 20;

/**
 * Executes queries and mutations for every transport. It refuses an operation that would cost too much
 * before anything is asked of upstream, answers from the response cache while everything that was read
 * is fresh, and otherwise executes the document, compiled if the caller's key is known.
 */
export class Executor {
  /** Events as subscribers are sent them. */
  readonly encodings = new EncodingCache();
  readonly #schema: GraphQLSchema;
  readonly #hideSuggestions: boolean;
  readonly #admission: AdmissionControl;
  readonly #scheduler: Scheduler;
  readonly #answers = new ResponseCache();
  /** Answers that depend on nobody: apart from the others, so that whoever has no key displaces none. */
  readonly #introspection = new ResponseCache(INTROSPECTION_BYTES_MAX);
  readonly #documents: DocumentCache;
  readonly #compiled: CompiledQueries;
  readonly #costs: CostEstimator;

  constructor({ schema, documents, introspection, admission, scheduler }: ExecutorOptions) {
    this.#schema = schema;
    this.#documents = documents;
    this.#compiled = new CompiledQueries(schema);
    this.#hideSuggestions = !introspection;
    this.#admission = admission;
    this.#scheduler = scheduler;
    this.#costs = new CostEstimator(schema);
  }

  async execute(operation: Operation): Promise<ExecutionResult> {
    const { viewer, services } = operation.context;
    const result = await this.#execute(operation);
    if (viewer === null || services.viewers === null) return result;
    return withOwnBudget(result, await services.viewers.budgets.budgetOf(viewer));
  }

  async #execute(given: Operation): Promise<ExecutionResult> {
    const definition = getOperationAST(given.document, given.operationName);
    operations.inc({ type: definition?.operation ?? 'unknown' });
    const operation = this.coerce(given);
    if (Array.isArray(operation)) return refused(given, operation);
    const cached = this.#cachedUnder(operation, definition);
    const held = cached.get();
    if (held !== null) return held;
    const estimate = this.#estimate(operation);
    if (Array.isArray(estimate)) return refused(operation, estimate);
    const { values, upstreamRequests } = estimate;
    const budget = await this.#reserve(operation, upstreamRequests);
    if (budget instanceof GraphQLError) return refused(operation, [budget]);
    const release = await this.#admit(operation, values);
    try {
      if (release instanceof GraphQLError) return refused(operation, [release]);
      // The same may have been answered meanwhile.
      return cached.get() ?? (await this.#answer(operation, cached, values));
    } finally {
      if (!(release instanceof GraphQLError)) release();
      budget?.settle(operation.context.usage.calls);
    }
  }

  /** Takes what an operation may cost from a viewer's budget; null for callers with keys of their own. */
  async #reserve(
    { context }: Operation,
    requests: number,
  ): Promise<Reservation | GraphQLError | null> {
    const { viewer, services, log } = context;
    if (viewer === null || services.viewers === null) return null;
    try {
      return await services.viewers.budgets.reserve(viewer, requests);
    } catch (error) {
      return formatError(error, log);
    }
  }

  /** Where the answer to an operation is held, if it may be. */
  #cachedUnder(
    operation: Operation,
    definition: OperationDefinitionNode | null | undefined,
  ): CachedUnder {
    const { context } = operation;
    const isStatic = isIntrospection(definition);
    const answers = isStatic ? this.#introspection : this.#answers;
    const isQuery = definition?.operation === OperationTypeNode.QUERY;
    const isKept = () => isStatic || (isQuery && context.isKnown);
    // Of the moment of the request: a key that is revoked meanwhile leaves its answer out of reach.
    const key = this.keyOf(operation);
    return {
      get: () => {
        const held = isKept() ? answers.get(key, context.services.clock.monotonic()) : null;
        if (held !== null) responseCacheHits.inc();
        return held;
      },
      make: (result, encoded, now) =>
        answers.make(isKept() ? key : null, result, encoded, context, now),
    };
  }

  /** Waits until there is room for an operation; why there is none where that takes too long. */
  async #admit({ context, signal }: Operation, values: number): Promise<Release | GraphQLError> {
    try {
      return await this.#admission.admit(context.account, values, signal ?? null);
    } catch (error) {
      return formatError(error, context.log);
    }
  }

  /** Executes and encodes: a large operation piece by piece, so that others have their turn between. */
  async #answer(
    operation: Operation,
    cached: CachedUnder,
    values: number,
  ): Promise<ExecutionResult> {
    const { document, operationName, variables, context } = operation;
    const now = context.services.clock.monotonic();
    const pacer = this.#admission.isSmall(values)
      ? null
      : new RowPacer(this.#scheduler, context.account);
    context.pacer = pacer;
    const run = this.#compiled.runnerOf(document, operationName, context.isKnown);
    const executed = await run(undefined, context, variables);
    const result = shown(executed, context.log);
    if (result.errors !== undefined) refused(operation, result.errors);
    context.release();
    if (context.isKnown) this.#documents.keep(document); // It may be known since a moment ago.
    const data = pacer?.isBeyondOnePiece
      ? await encodeInPieces(result, context.account, this.#scheduler)
      : null;
    return cached.make(result, data, now);
  }

  /** The operation with its variables coerced and none besides, or why it cannot be executed. */
  coerce(operation: Operation): Operation | GraphQLError[] {
    const { document, operationName } = operation;
    if (!getOperationAST(document, operationName)) {
      const problem =
        operationName === null ? 'holds several operations' : 'holds no such operation';
      const error = new GraphQLError(`The document ${problem}: "operationName" must name one.`);
      return [formatBadInput(error, 'operationName')];
    }
    return coerceVariables(this.#schema, operation, this.#hideSuggestions);
  }

  /** As `coerce`, and an operation that would cost too much is refused as well. */
  prepare(operation: Operation): Operation | GraphQLError[] {
    const coerced = this.coerce(operation);
    if (Array.isArray(coerced)) return coerced;
    const estimate = this.#estimate(coerced);
    return Array.isArray(estimate) ? estimate : coerced;
  }

  /** What an operation costs at the most, or why it is not executed. */
  #estimate({ document, operationName, variables, context }: Operation): Estimate | GraphQLError[] {
    try {
      return this.#costs.refuseTooCostly({ document, operationName, variables });
    } catch (error) {
      if (error instanceof OddsgraphError) return [formatRefusal(error)];
      return [error instanceof GraphQLError ? inputError(error) : formatError(error, context.log)];
    }
  }

  /** Bytes of the encoded answers that are held, about. */
  get heldBytes(): number {
    return this.#answers.size + this.#introspection.size;
  }

  /** Bytes of all that is compiled, about. */
  get compiledBytes(): number {
    return this.#compiled.bytes;
  }

  /** What an operation's answer depends on, as a key. */
  keyOf({ document, operationName, variables, context }: Operation): string {
    const { credential, viewer, services } = context;
    const isStatic = isIntrospection(getOperationAST(document, operationName));
    const scope =
      isStatic || credential === null ? '' : services.upstream.client.scopes.of(credential);
    // All viewers of a key share answers, but not with the key's owner, who may do more.
    return `${viewer === null ? '' : 'viewer '}${scope} ${documentNumber(document)} ${JSON.stringify([operationName, variables])}`;
  }

  /** Executes a subscription's selection over one event: at once, where no resolver waits. */
  executeEvent(operation: Operation, event: object): ExecutionResult | Promise<ExecutionResult> {
    const { document, operationName, variables, context } = operation;
    liveExecutions.inc();
    const run = this.#compiled.runnerOf(document, operationName, context.isKnown);
    const result = run(event, context, variables);
    return result instanceof Promise
      ? result.then((settled) => shown(settled, context.log))
      : shown(result, context.log);
  }
}

/** Viewers see what is left of their own budget, and not of the operator's. */
function withOwnBudget(result: ExecutionResult, rateLimit: RateLimit): ExecutionResult {
  const upstream = result.extensions?.['upstream'];
  if (upstream === undefined) return result;
  const own = { ...rateLimit, resetAt: new Date(rateLimit.resetAt).toISOString() };
  return {
    ...result,
    extensions: { ...result.extensions, upstream: { ...Object(upstream), rateLimit: own } },
  };
}

/** Logs the errors of an operation, and gives them as its result. */
function refused(
  { document, operationName, context }: Operation,
  errors: readonly GraphQLError[],
): ExecutionResult {
  const name = getOperationAST(document, operationName)?.name?.value ?? null;
  logFailedOperation(context.log, name, errors);
  return { errors };
}

function shown(result: ExecutionResult, log: Log): ExecutionResult {
  const errors = result.errors && presentErrors(result.errors, log);
  return { ...result, ...(errors && { errors }) };
}

function presentErrors(errors: readonly GraphQLError[], log: Log): GraphQLError[] {
  return errors.slice(0, ERRORS_MAX).map((error) => formatError(error, log));
}

/** Whether an operation asks for nothing but the schema, which is the same for everybody. */
function isIntrospection(definition: OperationDefinitionNode | null | undefined): boolean {
  if (definition?.operation !== OperationTypeNode.QUERY) return false;
  return definition.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && /^(__|_service$)/.test(selection.name.value),
  );
}
