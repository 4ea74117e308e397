import { getHeapStatistics } from 'node:v8';
import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { OperationContext } from '../resolvers/context.ts';
import { compiledBytes } from './documents/document-weight.ts';

/** Executes one operation of a document. */
type Runner = (
  root: object | undefined,
  context: OperationContext,
  variables: Readonly<Record<string, unknown>>,
) => ExecutionResult | Promise<ExecutionResult>;

/** The share of the heap that compiled documents may take, and the share of that for a single one. */
const HEAP_SHARE = 1 / 16;
const SINGLE_SHARE = 1 / 8;

/**
 * Executes documents. Compiling takes time and far more memory than the document itself, so documents
 * are compiled and cached only for callers whose API key upstream accepts. For everyone else, and for documents
 * that are too large or that the compiler (graphql-jit) miscompiles, graphql-js interprets them. When the cache
 * is full, the least recently used are evicted.
 */
export class CompiledQueries {
  readonly #schema: GraphQLSchema;
  readonly #bytesMax: number;
  /** By the definition of the operation, one of the document's. */
  readonly #cache: LRUCache<object, { readonly run: Runner; readonly bytes: number }>;

  constructor(
    schema: GraphQLSchema,
    bytesMax: number = getHeapStatistics().heap_size_limit * HEAP_SHARE,
  ) {
    this.#schema = schema;
    this.#bytesMax = bytesMax;
    this.#cache = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes });
  }

  /** Bytes of all compiled documents, roughly. */
  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  /** A function that executes an operation. `isAuthenticated` is whether upstream accepts the caller's key. */
  runnerOf(document: DocumentNode, operationName: string | null, isAuthenticated: boolean): Runner {
    if (!isAuthenticated) return this.#interpreted(document, operationName);
    const key = getOperationAST(document, operationName) ?? document;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached.run;
    const bytes = Math.ceil(compiledBytes(document, operationName));
    const isTooLarge = bytes > this.#bytesMax * SINGLE_SHARE;
    const run =
      isTooLarge || isMiscompiled(document)
        ? this.#interpreted(document, operationName)
        : this.#compiled(document, operationName);
    if (!isTooLarge) this.#cache.set(key, { run, bytes });
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
