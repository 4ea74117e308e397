import { getHeapStatistics } from 'node:v8';
import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { OperationContext } from '../resolvers/context.ts';
import { compiledBytes, documentNumber } from './documents/document-weight.ts';

type Runner = (
  root: object | undefined,
  context: OperationContext,
  variables: Readonly<Record<string, unknown>>,
) => ExecutionResult | Promise<ExecutionResult>;

/** The share of the heap that compiled documents may take, and the part of it that one may. */
const HEAP_SHARE = 1 / 16;
const ONE_SHARE = 1 / 8;

/**
 * What executes documents. Compiling takes time and far more memory than the document itself, so it
 * is done for callers with known keys alone, and kept for them; everybody else, and every document
 * that is too large or beyond the compiler, gets GraphQL's own interpreter. The least used go when
 * it is full.
 */
export class CompiledQueries {
  readonly #schema: GraphQLSchema;
  readonly #bytesMax: number;
  readonly #held: LRUCache<string, { readonly run: Runner; readonly bytes: number }>;

  constructor(
    schema: GraphQLSchema,
    bytesMax: number = getHeapStatistics().heap_size_limit * HEAP_SHARE,
  ) {
    this.#schema = schema;
    this.#bytesMax = bytesMax;
    this.#held = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes });
  }

  /** Bytes of all that is compiled, about. */
  get bytes(): number {
    return this.#held.calculatedSize;
  }

  /** What executes an operation; `isKnown` tells whether upstream knows the caller's key. */
  runnerOf(document: DocumentNode, operationName: string | null, isKnown: boolean): Runner {
    if (!isKnown) return this.#interpreted(document, operationName);
    const key = `${documentNumber(document)} ${operationName ?? ''}`;
    const held = this.#held.get(key);
    if (held !== undefined) return held.run;
    const bytes = Math.ceil(compiledBytes(document, operationName));
    const isTooLarge = bytes > this.#bytesMax * ONE_SHARE;
    const run =
      isTooLarge || isBeyondCompiler(document)
        ? this.#interpreted(document, operationName)
        : this.#compiled(document, operationName);
    if (!isTooLarge) this.#held.set(key, { run, bytes });
    return run;
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
