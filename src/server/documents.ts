import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { HIDDEN_SCHEMA_RULES } from './hidden-schema.ts';
import { LIMITS, SHAPE_RULES } from './limits.ts';
import { conditionalSubscription } from './unconditional-subscription.ts';

const DOCUMENTS_MAX = 1_000;
const CHARACTERS_MAX = 4 * 2 ** 20;

/**
 * Documents by their text, parsed and validated once: bounded in what they may look like, and where
 * the schema is hidden, in what they may find out. The least used go when it is full.
 */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #hideSuggestions: boolean;
  readonly #rules: readonly ValidationRule[];
  readonly #parsed = new LRUCache<string, DocumentNode>({
    max: DOCUMENTS_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_document, text) => text.length,
  });
  readonly #problems = new WeakMap<DocumentNode, readonly GraphQLError[]>();

  constructor(schema: GraphQLSchema, introspection: boolean) {
    this.#schema = schema;
    this.#hideSuggestions = !introspection;
    const hidden = introspection ? [] : HIDDEN_SCHEMA_RULES;
    this.#rules = [...specifiedRules, ...SHAPE_RULES, ...hidden];
  }

  /** Characters of the documents that are held. */
  get heldCharacters(): number {
    return this.#parsed.calculatedSize;
  }

  /** Throws what is wrong with the syntax. */
  parse(text: string): DocumentNode {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    try {
      const document = parse(text, { maxTokens: LIMITS.tokens });
      this.#parsed.set(text, document);
      return document;
    } catch (error) {
      throw marked(error, 'GRAPHQL_PARSE_FAILED');
    }
  }

  /** What is wrong with a document by the schema and the limits. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    let problems = this.#problems.get(document);
    if (problems === undefined) {
      const options = { hideSuggestions: this.#hideSuggestions };
      const conditional = conditionalSubscription(document);
      problems = conditional
        ? [conditional]
        : validate(this.#schema, document, this.#rules, options);
      for (const problem of problems) marked(problem, 'GRAPHQL_VALIDATION_FAILED');
      this.#problems.set(document, problems);
    }
    return problems;
  }
}

/** GraphQL's own errors have no code. */
function marked(error: unknown, code: string): unknown {
  if (error instanceof GraphQLError) error.extensions['code'] ??= code;
  return error;
}
