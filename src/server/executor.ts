import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Logger } from 'pino';
import { badUserInput, OddsgraphError } from '../errors.ts';
import type { AdmissionControl } from '../execution/admission-control.ts';
import type { Release } from '../execution/execution-budget.ts';
import { answersHeld, liveExecutions, operations } from '../metrics.ts';
import type { OperationContext } from '../resolvers/context.ts';
import { RowPacer } from '../resolvers/row-pacer.ts';
import type { Scheduler } from '../scheduler.ts';
import { AnswerCache } from './answer-cache.ts';
import { CostEstimator, type Estimate } from './cost.ts';
import { encodeInPieces } from './encode-in-pieces.ts';
import { KeptEncodings } from './kept-encodings.ts';
import { presentBadInput, presentError, presentRefusal } from './present-error.ts';

/** A parsed and validated operation with all that its answer depends on. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

export interface ExecutorOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema may be asked for: then errors suggest names from it. */
  readonly introspection: boolean;
  readonly admission: AdmissionControl;
  readonly scheduler: Scheduler;
  readonly log: Logger;
}

type Runner = (
  root: object | undefined,
  context: OperationContext,
  variables: Operation['variables'],
) => ExecutionResult | Promise<ExecutionResult>;

/** Errors that one answer lists at the most: a refused field below a long list fails for every row. */
const ERRORS_MAX = 1_000;

/** Levels of lists and objects in variables: what works its way through them must not run out of stack. */
const VARIABLE_LEVELS_MAX = 32;

/**
 * Executes queries and mutations for every door: compiled once a document, answered again from the
 * encoded answer while all that was read for it is fresh, refused before anything is asked of
 * upstream where it would cost too much.
 */
export class Executor {
  /** Events as subscribers are sent them. */
  readonly encodings = new KeptEncodings();
  readonly #schema: GraphQLSchema;
  readonly #hideSuggestions: boolean;
  readonly #log: Logger;
  readonly #admission: AdmissionControl;
  readonly #scheduler: Scheduler;
  readonly #answers = new AnswerCache();
  readonly #costs: CostEstimator;
  /** As long as a door keeps a parsed document, so long is it kept compiled. */
  readonly #runners = new WeakMap<DocumentNode, Map<string | null, Runner>>();

  constructor({ schema, introspection, admission, scheduler, log }: ExecutorOptions) {
    this.#schema = schema;
    this.#hideSuggestions = !introspection;
    this.#admission = admission;
    this.#scheduler = scheduler;
    this.#log = log;
    this.#costs = new CostEstimator(schema);
  }

  async execute(operation: Operation): Promise<ExecutionResult> {
    const { document, operationName, variables, context } = operation;
    const definition = getOperationAST(document, operationName);
    const isQuery = definition?.operation === OperationTypeNode.QUERY;
    operations.inc({ type: definition?.operation ?? 'unknown' });
    const key = isQuery && !isTooDeep(variables) ? this.#answers.keyOf(operation) : null;
    const held = this.#heldAnswer(key, context);
    if (held !== null) return held;
    const estimate = this.#estimate(operation);
    if (Array.isArray(estimate)) return { errors: estimate };
    const { values } = estimate;
    const release = await this.#admit(operation, values);
    if (release instanceof GraphQLError) return { errors: [release] };
    try {
      // The same may have been answered meanwhile.
      return this.#heldAnswer(key, context) ?? (await this.#answer(operation, key, values));
    } finally {
      release();
    }
  }

  /** Waits until there is room for an operation; why there is none where that takes too long. */
  async #admit({ context, signal }: Operation, values: number): Promise<Release | GraphQLError> {
    try {
      return await this.#admission.admit(context.account, values, signal ?? null);
    } catch (error) {
      return presentError(error, this.#log);
    }
  }

  #heldAnswer(key: string | null, { services }: OperationContext): ExecutionResult | null {
    const held = key === null ? null : this.#answers.get(key, services.clock.now());
    if (held !== null) answersHeld.inc();
    return held;
  }

  /** Executes and encodes: a large operation piece by piece, so that others have their turn between. */
  async #answer(
    { document, operationName, variables, context }: Operation,
    key: string | null,
    values: number,
  ): Promise<ExecutionResult> {
    const now = context.services.clock.now();
    const isLarge = !this.#admission.isSmall(values);
    if (isLarge) context.pacer = new RowPacer(this.#scheduler, context.account);
    const executed = await this.#runnerOf(document, operationName)(undefined, context, variables);
    const errors = executed.errors && this.#presented(executed.errors);
    const result = { ...executed, ...(errors && { errors }) };
    context.release();
    const data = isLarge ? await encodeInPieces(result, context.account, this.#scheduler) : null;
    return this.#answers.make(key, result, data, context.ledger, now);
  }

  /** Why an operation is not executed: no such operation, bad variables, or too costly. */
  refusals(operation: Operation): GraphQLError[] {
    const estimate = this.#estimate(operation);
    return Array.isArray(estimate) ? estimate : [];
  }

  /** What an operation costs at the most, or why it is not executed. */
  #estimate({ document, operationName, variables }: Operation): Estimate | GraphQLError[] {
    const definition = getOperationAST(document, operationName);
    if (!definition) {
      const problem =
        operationName === null ? 'holds several operations' : 'holds no such operation';
      const error = new GraphQLError(`The document ${problem}: "operationName" must name one.`);
      return [presentBadInput(error, 'operationName')];
    }
    if (isTooDeep(variables)) {
      const problem = `is nested deeper than ${VARIABLE_LEVELS_MAX} levels`;
      return [presentRefusal(badUserInput('variables', problem))];
    }
    const { variableDefinitions = [] } = definition;
    const { errors, coerced } = getVariableValues(this.#schema, variableDefinitions, variables, {
      maxErrors: 20,
      hideSuggestions: this.#hideSuggestions,
    });
    if (errors !== undefined) return errors.map(inputError);
    try {
      return this.#costs.refuseTooCostly({ document, operationName, variables: coerced });
    } catch (error) {
      if (error instanceof OddsgraphError) return [presentRefusal(error)];
      return [error instanceof GraphQLError ? inputError(error) : presentError(error, this.#log)];
    }
  }

  /** Bytes of the encoded answers that are held, about. */
  get heldBytes(): number {
    return this.#answers.size;
  }

  /** What an operation's answer depends on, as a key. */
  keyOf(operation: Operation): string {
    return this.#answers.keyOf(operation);
  }

  /** Executes a subscription's selection over one event: at once, where no resolver waits. */
  executeEvent(operation: Operation, event: object): ExecutionResult | Promise<ExecutionResult> {
    const { document, operationName, variables, context } = operation;
    liveExecutions.inc();
    const result = this.#runnerOf(document, operationName)(event, context, variables);
    return result instanceof Promise
      ? result.then((settled) => this.#shown(settled))
      : this.#shown(result);
  }

  #runnerOf(document: DocumentNode, operationName: string | null): Runner {
    let ofDocument = this.#runners.get(document);
    if (ofDocument === undefined) {
      ofDocument = new Map();
      this.#runners.set(document, ofDocument);
    }
    let runner = ofDocument.get(operationName);
    if (runner === undefined) {
      runner = isBeyondCompiler(document)
        ? this.#interpreted(document, operationName)
        : this.#compiled(document, operationName);
      ofDocument.set(operationName, runner);
    }
    return runner;
  }

  #interpreted(document: DocumentNode, operationName: string | null): Runner {
    const schema = this.#schema;
    return (rootValue, contextValue, variableValues) =>
      execute({ schema, document, operationName, rootValue, contextValue, variableValues });
  }

  #compiled(document: DocumentNode, operationName: string | null): Runner {
    const compiled = compileQuery(this.#schema, document, operationName ?? undefined, {
      // Values were checked where they came from: on the wire, and by the compiler in resolvers.
      disableLeafSerialization: true,
      disablingCapturingStackErrors: true,
    });
    return isCompiledQuery(compiled)
      ? (root, context, variables) => compiled.query(root, context, variables)
      : () => compiled;
  }

  #shown(result: ExecutionResult): ExecutionResult {
    const errors = result.errors && this.#presented(result.errors);
    return { ...result, ...(errors && { errors }) };
  }

  #presented(errors: readonly GraphQLError[]): GraphQLError[] {
    return errors.slice(0, ERRORS_MAX).map((error) => presentError(error, this.#log));
  }
}

/**
 * Whether a document holds what the compiler gets wrong. `@skip` and `@include`: it notes their
 * conditions on the document's nodes, so that a fragment with several uses holds those of all of
 * them. An alias `__proto__`: to the object literals that it writes, that is no key.
 */
function isBeyondCompiler(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive({ name }) {
      if (name.value !== 'skip' && name.value !== 'include') return undefined;
      found = true;
      return BREAK;
    },
    Field({ alias }) {
      if (alias?.value !== '__proto__') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}

/** Whether variables are nested deeper than they may be. */
function isTooDeep(value: unknown, levels = VARIABLE_LEVELS_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** GraphQL's own words on a variable, with the variable's name as the bad argument. */
function inputError(error: GraphQLError): GraphQLError {
  const node = error.nodes?.[0];
  const variable = node?.kind === Kind.VARIABLE_DEFINITION ? node.variable : node;
  const argument = variable?.kind === Kind.VARIABLE ? `$${variable.name.value}` : null;
  return presentBadInput(error, argument);
}
