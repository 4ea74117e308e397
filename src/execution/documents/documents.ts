import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { HIDDEN_SCHEMA_RULES } from '../limits/hidden-schema.ts';
import { LIMITS } from '../limits/operation-limits.ts';
import { shapeLimitsRule } from '../limits/shape-limits.ts';
import { conditionalSubscription } from '../limits/unconditional-subscription.ts';
import type { DocumentCache } from './document-cache.ts';

const NO_PROBLEMS: readonly GraphQLError[] = [];

/**
 * Documents by their text, parsed and validated once where they are valid: bounded in what they may
 * look like, and where the schema is hidden, in what they may find out.
 */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #cache: DocumentCache;
  readonly #hideSuggestions: boolean;
  readonly #rules: readonly ValidationRule[];
  readonly #valid = new WeakSet<DocumentNode>();

  constructor(schema: GraphQLSchema, cache: DocumentCache, introspection: boolean) {
    this.#schema = schema;
    this.#cache = cache;
    this.#hideSuggestions = !introspection;
    const hidden = introspection ? [] : HIDDEN_SCHEMA_RULES;
    this.#rules = [...specifiedRules, shapeLimitsRule, ...hidden];
  }

  /** Throws what is wrong with the syntax. */
  parse(text: string): DocumentNode {
    try {
      return this.#cache.get(text) ?? parse(text, { maxTokens: LIMITS.tokens });
    } catch (error) {
      throw marked(error, 'GRAPHQL_PARSE_FAILED');
    }
  }

  /** What is wrong with a document by the schema and the limits. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    if (this.#valid.has(document)) return NO_PROBLEMS;
    const options = { hideSuggestions: this.#hideSuggestions };
    const conditional = conditionalSubscription(document);
    const problems = conditional
      ? [conditional]
      : validate(this.#schema, document, this.#rules, options);
    for (const problem of problems) marked(problem, 'GRAPHQL_VALIDATION_FAILED');
    if (problems.length > 0) return problems;
    this.#valid.add(document);
    if (document.loc !== undefined) this.#cache.add(document.loc.source.body, document);
    return NO_PROBLEMS;
  }
}

/** GraphQL's own errors have no code. */
function marked(error: unknown, code: string): unknown {
  if (error instanceof GraphQLError) error.extensions['code'] ??= code;
  return error;
}
