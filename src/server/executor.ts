import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { OddsgraphError } from '../errors.ts';
import type { Log } from '../log.ts';
import { answersHeld, liveExecutions, operations } from '../metrics.ts';
import type { OperationContext } from '../resolvers/context.ts';
import { AnswerCache } from './answer-cache.ts';
import { coerceVariables, inputError } from './coerce-variables.ts';
import { CompiledQueries } from './compiled-queries.ts';
import { CostEstimator } from './cost.ts';
import type { DocumentCache } from './document-cache.ts';
import { documentNumber } from './document-weight.ts';
import { logFailedOperation } from './failed-operation.ts';
import { KeptEncodings } from './kept-encodings.ts';
import { presentBadInput, presentError, presentRefusal } from './present-error.ts';

/** A parsed and validated operation with all that its answer depends on. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
}

/** Errors that one answer lists at the most: a refused field below a long list fails for every row. */
const ERRORS_MAX = 1_000;

const INTROSPECTION_BYTES_MAX = 8 * 2 ** 20;

/**
 * Executes queries and mutations for every door: compiled once a document for callers whose keys are known, answered again from the
 * encoded answer while all that was read for it is fresh, refused before anything is asked of
 * upstream where it would cost too much.
 */
export class Executor {
  /** Events as subscribers are sent them. */
  readonly encodings = new KeptEncodings();
  readonly #schema: GraphQLSchema;
  readonly #hideSuggestions: boolean;
  readonly #answers = new AnswerCache();
  /** Answers that depend on nobody: apart from the others, so that whoever has no key displaces none. */
  readonly #introspection = new AnswerCache(INTROSPECTION_BYTES_MAX);
  readonly #documents: DocumentCache;
  readonly #compiled: CompiledQueries;
  readonly #costs: CostEstimator;

  /** Errors suggest names from the schema where it may be asked for: `introspection`. */
  constructor(schema: GraphQLSchema, documents: DocumentCache, introspection: boolean) {
    this.#schema = schema;
    this.#documents = documents;
    this.#compiled = new CompiledQueries(schema);
    this.#hideSuggestions = !introspection;
    this.#costs = new CostEstimator(schema);
  }

  async execute(given: Operation): Promise<ExecutionResult> {
    const definition = getOperationAST(given.document, given.operationName);
    operations.inc({ type: definition?.operation ?? 'unknown' });
    const operation = this.coerce(given);
    if (Array.isArray(operation)) {
      logFailedOperation(given.context.log, definition?.name?.value ?? null, operation);
      return { errors: operation };
    }
    const { document, operationName, variables, context } = operation;
    const now = context.services.clock.monotonic();
    const isStatic = isIntrospection(definition);
    const answers = isStatic ? this.#introspection : this.#answers;
    const isKept = () =>
      isStatic || (definition?.operation === OperationTypeNode.QUERY && context.isKnown);
    // Of the moment of the request: a key that is revoked meanwhile leaves its answer out of reach.
    const key = this.keyOf(operation);
    const held = isKept() ? answers.get(key, now) : null;
    if (held !== null) {
      answersHeld.inc();
      return held;
    }
    const name = definition?.name?.value ?? null;
    const refusals = this.#costRefusals(operation);
    if (refusals.length > 0) {
      logFailedOperation(context.log, name, refusals);
      return { errors: refusals };
    }
    const run = this.#compiled.runnerOf(document, operationName, context.isKnown);
    const result = await run(undefined, context, variables);
    const errors = result.errors && presentErrors(result.errors, context.log);
    if (errors !== undefined) logFailedOperation(context.log, name, errors);
    context.release();
    if (context.isKnown) this.#documents.keep(document); // It may be known since a moment ago.
    const answer = { ...result, ...(errors && { errors }) };
    return answers.make(isKept() ? key : null, answer, context, now);
  }

  /** The operation with its variables coerced and none besides, or why it cannot be executed. */
  coerce(operation: Operation): Operation | GraphQLError[] {
    const { document, operationName } = operation;
    if (!getOperationAST(document, operationName)) {
      const problem =
        operationName === null ? 'holds several operations' : 'holds no such operation';
      const error = new GraphQLError(`The document ${problem}: "operationName" must name one.`);
      return [presentBadInput(error, 'operationName')];
    }
    return coerceVariables(this.#schema, operation, this.#hideSuggestions);
  }

  /** As `coerce`, and an operation that would cost too much is refused as well. */
  prepare(operation: Operation): Operation | GraphQLError[] {
    const coerced = this.coerce(operation);
    if (Array.isArray(coerced)) return coerced;
    const refusals = this.#costRefusals(coerced);
    return refusals.length > 0 ? refusals : coerced;
  }

  #costRefusals({ document, operationName, variables, context }: Operation): GraphQLError[] {
    try {
      this.#costs.refuseTooCostly({ document, operationName, variables });
      return [];
    } catch (error) {
      if (error instanceof OddsgraphError) return [presentRefusal(error)];
      return [error instanceof GraphQLError ? inputError(error) : presentError(error, context.log)];
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
    const { credential, services } = context;
    const isStatic = isIntrospection(getOperationAST(document, operationName));
    const viewer =
      isStatic || credential === null ? '' : services.upstream.client.scopes.of(credential);
    return `${viewer} ${documentNumber(document)} ${JSON.stringify([operationName, variables])}`;
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

function shown(result: ExecutionResult, log: Log): ExecutionResult {
  const errors = result.errors && presentErrors(result.errors, log);
  return { ...result, ...(errors && { errors }) };
}

function presentErrors(errors: readonly GraphQLError[], log: Log): GraphQLError[] {
  return errors.slice(0, ERRORS_MAX).map((error) => presentError(error, log));
}

/** Whether an operation asks for nothing but the schema, which is the same for everybody. */
function isIntrospection(definition: OperationDefinitionNode | null | undefined): boolean {
  if (definition?.operation !== OperationTypeNode.QUERY) return false;
  return definition.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && /^(__|_service$)/.test(selection.name.value),
  );
}
