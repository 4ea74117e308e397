import { BREAK, type DocumentNode, execute, type GraphQLSchema, visit } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Documents, Runner } from './documents/documents.ts';
import type { Operation } from './operation.ts';

/**
 * Executes documents. Compiling takes time and far more memory than the document itself, so documents are compiled, and
 * kept so in their cache, only for callers whose API key upstream accepts. For everyone else, and for documents that are
 * too large or that the compiler (graphql-jit) miscompiles, graphql-js interprets them.
 */
export class CompiledQueries {
  readonly #schema: GraphQLSchema;
  readonly #documents: Documents;

  constructor(schema: GraphQLSchema, documents: Documents) {
    this.#schema = schema;
    this.#documents = documents;
  }

  /**
   * A function that executes an operation of a valid document. `isAuthenticated` is whether upstream accepts the caller's
   * key.
   */
  runnerOf(
    { document, definition }: Pick<Operation, 'document' | 'definition'>,
    isAuthenticated: boolean,
  ): Runner {
    const operationName = definition.name?.value ?? null;
    const runners = isAuthenticated ? this.#documents.runnersOf(document) : null;
    if (runners === null) return this.#interpreted(document, operationName);
    const kept = runners.get(operationName);
    if (kept !== undefined) return kept;
    const run = isMiscompiled(document)
      ? this.#interpreted(document, operationName)
      : this.#compiled(document, operationName);
    runners.set(operationName, run);
    return run;
  }

  #interpreted(document: DocumentNode, operationName: string | null): Runner {
    const schema = this.#schema;
    return (rootValue, contextValue, variableValues) =>
      execute({ schema, document, operationName, rootValue, contextValue, variableValues });
  }

  #compiled(document: DocumentNode, operationName: string | null): Runner {
    const compiled = compileQuery(this.#schema, document, operationName ?? undefined, {
      // Values are checked when they are read from upstream, and resolvers are type-checked.
      disableLeafSerialization: true,
      disablingCapturingStackErrors: true,
    });
    return isCompiledQuery(compiled)
      ? (root, context, variables) => compiled.query(root, context, variables)
      : () => compiled; // A result with errors.
  }
}

/**
 * Whether the compiler miscompiles a document.
 *
 * `@skip` and `@include`: it stores their conditions on the nodes of the document, so a fragment that
 * is spread twice gets the conditions of both. Its option `useExperimentalPathBasedSkipInclude` is not
 * enough. It ignores a second spread of a fragment (`...F @include(if: $a) ...F @skip(if: $a)`), and
 * loses the condition of a field below a fragment (`a @include(if: $a) { ...F } a { id }`).
 *
 * An alias or a variable `__proto__`: in the objects that it generates, that is not an ordinary key.
 */
function isMiscompiled(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive({ name }) {
      if (name.value !== 'skip' && name.value !== 'include') return undefined;
      found = true;
      return BREAK;
    },
    Name({ value }) {
      if (value !== '__proto__') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
