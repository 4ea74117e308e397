import { getHeapStatistics } from 'node:v8';
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { asError } from '../../errors/errors.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { type OperationTitle, OTHER } from '../../resolvers/operation-record.ts';
import { conditionalSubscriptionError } from '../limits/conditional-subscription.ts';
import { LIMITS } from '../limits/operation-limits.ts';
import { shapeLimitsRule } from '../limits/shape-limits.ts';
import { compiledBytes, documentBytes } from './document-weight.ts';
import { OpenDocuments } from './open-documents.ts';

interface DocumentsOptions {
  /** Whether introspection is allowed: then errors suggest names of the schema. */
  readonly introspection: boolean;
  /** Documents whose operations have names of their own in metrics; null if none do. */
  readonly trusted?: { includes(text: string): boolean } | null;
  /** Bytes of documents: those that callers with an accepted API key execute, and all others. */
  readonly bytesMax?: { readonly accepted: number; readonly others: number };
}

/** Executes one operation of a document. */
export type Runner = (
  root: object | undefined,
  context: OperationContext,
  variables: Readonly<Record<string, unknown>>,
) => ExecutionResult | Promise<ExecutionResult>;

/** What executes a document's operations, by their names; null for the one without. `CompiledQueries` fills it. */
type Runners = Map<string | null, Runner>;

/** A document in the large part of the cache. */
interface Accepted {
  readonly document: DocumentNode;
  readonly runners: Runners;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const BYTES_MAX = { accepted: (HEAP_BYTES * 3) / 32, others: HEAP_BYTES / 512 };

/** The share of the large part that a single document may take. */
const SINGLE_SHARE = 1 / 8;

/** Each label adds a time series to every metric, so there are at most this many, however many documents are trusted. */
const LABELS_MAX = 1_000;

const NAME_LENGTH_MAX = 100;

const NO_ERRORS: readonly GraphQLError[] = [];

/**
 * Parses and validates documents, and keeps the valid ones. A document starts in a small part of the cache (`#others`) and
 * moves to the large one (`#accepted`), which keeps it compiled, when a caller whose API key upstream accepts executes it.
 * All other callers only evict each other's documents. Each part evicts the least recently used when it is full. The key of
 * a document is its text, or what Apollo Server adds it under.
 */
export class Documents {
  /** Those that open subscriptions keep, whether the cache has them or not. */
  readonly open = new OpenDocuments();
  readonly #schema: GraphQLSchema;
  readonly #hideSuggestions: boolean;
  readonly #rules: readonly ValidationRule[];
  readonly #trusted: { includes(text: string): boolean } | null;
  /**
   * The key of each valid document, by the document: Yoga and Apollo Server hand on nothing else from parsing to execution.
   * Eviction does not remove it, as the document may be between the two.
   */
  readonly #keys = new WeakMap<DocumentNode, string>();
  readonly #accepted: LRUCache<string, Accepted>;
  readonly #others: LRUCache<string, DocumentNode>;
  readonly #labels = new Set<string>();

  constructor(schema: GraphQLSchema, options: DocumentsOptions) {
    const { introspection, trusted = null, bytesMax = BYTES_MAX } = options;
    this.#schema = schema;
    this.#hideSuggestions = !introspection;
    const hidden = introspection ? [] : [NoSchemaIntrospectionCustomRule, noServiceRule];
    this.#rules = [...specifiedRules, shapeLimitsRule, ...hidden];
    this.#trusted = trusted;
    this.#accepted = new LRUCache({
      maxSize: bytesMax.accepted,
      maxEntrySize: Math.floor(bytesMax.accepted * SINGLE_SHARE),
      sizeCalculation: ({ document }) => compiledBytes(document),
    });
    this.#others = new LRUCache({
      maxSize: bytesMax.others,
      sizeCalculation: documentBytes,
    });
  }

  /** Bytes of all cached documents, roughly. */
  get bytes(): number {
    return this.#accepted.calculatedSize + this.#others.calculatedSize;
  }

  /** A document that was added under this key. */
  get(key: string): DocumentNode | undefined {
    return this.#accepted.get(key)?.document ?? this.#others.get(key);
  }

  /** Adds a document that `validate` or Apollo Server, which has rules of its own, found valid. */
  add(key: string, document: DocumentNode): void {
    this.#keys.set(document, key);
    this.#others.set(key, document);
  }

  /**
   * The runners of a valid document, which moves to the large part: for a caller whose API key upstream accepts. They are
   * empty at first. Null if it is too large for that.
   */
  runnersOf(document: DocumentNode): Runners | null {
    const key = this.#keys.get(document);
    if (key === undefined) return null;
    const kept = this.#accepted.get(key);
    if (kept !== undefined) return kept.runners;
    const runners: Runners = new Map();
    this.#accepted.set(key, { document, runners });
    if (!this.#accepted.has(key)) return null; // Larger than `SINGLE_SHARE`.
    this.#others.delete(key);
    return runners;
  }

  /** Throws syntax errors. A cached document is the same object again, which `validate` knows to be valid. */
  parse(text: string): DocumentNode {
    try {
      return this.get(text) ?? parse(text, { maxTokens: LIMITS.tokens });
    } catch (error) {
      throw withCode(error, 'GRAPHQL_PARSE_FAILED');
    }
  }

  /** Checks a document against the schema and the limits of an operation. Empty if it is valid. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    if (this.#keys.has(document)) return NO_ERRORS;
    const options = { hideSuggestions: this.#hideSuggestions };
    // First, since graphql-js's own rules throw on a subscription with a condition on its root field.
    const conditional = conditionalSubscriptionError(document);
    const errors = conditional
      ? [conditional]
      : validate(this.#schema, document, this.#rules, options);
    for (const error of errors) withCode(error, 'GRAPHQL_VALIDATION_FAILED');
    if (errors.length === 0) this.add(document.loc?.source.body ?? '', document);
    return errors;
  }

  /** What is wrong with the text of a document; null if it is valid. */
  problemOf(text: string): string | null {
    try {
      return this.validate(this.parse(text))[0]?.message ?? null;
    } catch (error) {
      return asError(error).message;
    }
  }

  /** What an operation of a valid document is called in the log and in metrics. */
  titleOf(document: DocumentNode, definition: OperationDefinitionNode): OperationTitle {
    const name = definition.name?.value.slice(0, NAME_LENGTH_MAX) ?? null;
    return { type: definition.operation, name, label: this.#labelOf(document, name) };
  }

  #labelOf({ loc }: DocumentNode, name: string | null): string {
    const isTrusted = loc !== undefined && this.#trusted?.includes(loc.source.body);
    if (name === null || !isTrusted) return OTHER;
    if (!this.#labels.has(name) && this.#labels.size >= LABELS_MAX) return OTHER;
    this.#labels.add(name);
    return name;
  }
}

/**
 * Refuses `_service`, whose `sdl` is the schema as well. Routers, at `/subgraph`, get it with a credential: there, Apollo
 * Server validates, without this rule.
 */
const noServiceRule: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value !== '_service') return;
    context.reportError(
      new GraphQLError('The schema cannot be queried on this server.', { nodes: node }),
    );
  },
});

/** Gives an error a code, in place, unless one of our own rules did: graphql-js's errors have none. */
function withCode(error: unknown, code: string): unknown {
  if (error instanceof GraphQLError) error.extensions['code'] ??= code;
  return error;
}
