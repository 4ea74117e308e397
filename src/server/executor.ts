import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Logger } from 'pino';
import type { OperationContext } from '../resolvers/context.ts';
import { AnswerCache } from './answer-cache.ts';
import { presentError, presentRequestError } from './present-error.ts';

/** A parsed and validated operation with all that its answer depends on. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
}

type Variables = Operation['variables'];

/**
 * Executes queries and mutations for every door: compiled once a document, answered again from the
 * encoded answer while all that was read for it is fresh.
 */
export class Executor {
  readonly #schema: GraphQLSchema;
  readonly #log: Logger;
  readonly #answers = new AnswerCache();
  /** As long as a door keeps a parsed document, so long is it kept compiled. */
  readonly #compiled = new WeakMap<DocumentNode, Map<string | null, CompiledQuery>>();

  constructor(schema: GraphQLSchema, log: Logger) {
    this.#schema = schema;
    this.#log = log;
  }

  async execute(operation: Operation): Promise<ExecutionResult> {
    const { document, operationName, variables, context } = operation;
    const now = context.services.clock.now();
    const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
    const key = isQuery ? this.#answers.keyOf(operation) : null;
    const held = key === null ? null : this.#answers.get(key, now);
    if (held !== null) return held;
    const compiled = this.#compile(document, operationName);
    const result: ExecutionResult = isCompiledQuery(compiled)
      ? await compiled.query(undefined, context, variables)
      : compiled;
    context.release();
    return this.#answers.make(key, this.#presented(result, operation), context.ledger, now);
  }

  #compile(document: DocumentNode, operationName: string | null): CompiledQuery | ExecutionResult {
    let ofDocument = this.#compiled.get(document);
    if (ofDocument === undefined) {
      ofDocument = new Map();
      this.#compiled.set(document, ofDocument);
    }
    const known = ofDocument.get(operationName);
    if (known !== undefined) return known;
    const compiled = compileQuery(this.#schema, document, operationName ?? undefined, {
      // Values were checked where they came from: on the wire, and by the compiler in resolvers.
      disableLeafSerialization: true,
      disablingCapturingStackErrors: true,
    });
    if (isCompiledQuery(compiled)) ofDocument.set(operationName, compiled);
    return compiled;
  }

  #presented(result: ExecutionResult, operation: Operation): ExecutionResult {
    if (result.errors === undefined || result.errors.length === 0) return result;
    const errors =
      result.data === undefined
        ? this.#requestErrors(result.errors, operation)
        : result.errors.map((error) => presentError(error, this.#log));
    return { ...result, errors };
  }

  /** Without data nothing was executed: the variables or the choice of operation were wrong. */
  #requestErrors(errors: readonly GraphQLError[], operation: Operation): GraphQLError[] {
    const coerced = variableErrors(this.#schema, operation);
    return coerced.length > 0
      ? coerced
      : errors.map((error) => presentRequestError(error, 'BAD_USER_INPUT'));
  }
}

/** GraphQL's own words on the variables, with the variable's name as the bad argument. */
function variableErrors(
  schema: GraphQLSchema,
  {
    document,
    operationName,
    variables,
  }: { document: DocumentNode; operationName: string | null; variables: Variables },
): GraphQLError[] {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { errors = [] } = getVariableValues(schema, definitions, variables, { maxErrors: 20 });
  return errors.map((error) => {
    const node = error.nodes?.[0];
    const argument =
      node?.kind === Kind.VARIABLE_DEFINITION ? `$${node.variable.name.value}` : null;
    return presentRequestError(error, 'BAD_USER_INPUT', { argument });
  });
}
