import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { asError } from '../../errors/errors.ts';
import { HIDDEN_SCHEMA_RULES } from '../limits/hidden-schema.ts';
import { LIMITS } from '../limits/operation-limits.ts';
import { shapeLimitsRule } from '../limits/shape-limits.ts';
import { conditionalSubscription } from '../limits/unconditional-subscription.ts';
import type { DocumentCache } from './document-cache.ts';

const NO_ERRORS: readonly GraphQLError[] = [];

/**
 * Parses and validates documents, valid ones only once. Validation includes the limits of an operation
 * and, if introspection is off, rules that hide the schema.
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

  /** Throws syntax errors. */
  parse(text: string): DocumentNode {
    try {
      return this.#cache.get(text) ?? parse(text, { maxTokens: LIMITS.tokens });
    } catch (error) {
      throw withCode(error, 'GRAPHQL_PARSE_FAILED');
    }
  }

  /** Checks a document against the schema and the limits of an operation. Empty if it is valid. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    if (this.#valid.has(document)) return NO_ERRORS;
    const options = { hideSuggestions: this.#hideSuggestions };
    // First, since graphql-js's own rules throw on a subscription with a condition on its root field.
    const conditional = conditionalSubscription(document);
    const errors = conditional
      ? [conditional]
      : validate(this.#schema, document, this.#rules, options);
    for (const error of errors) withCode(error, 'GRAPHQL_VALIDATION_FAILED');
    if (errors.length > 0) return errors;
    this.#valid.add(document);
    if (document.loc !== undefined) this.#cache.add(document.loc.source.body, document);
    return NO_ERRORS;
  }

  /** What is wrong with the text of a document; null if it is valid. */
  problemOf(text: string): string | null {
    try {
      return this.validate(this.parse(text))[0]?.message ?? null;
    } catch (error) {
      return asError(error).message;
    }
  }
}

/** Adds a code to an error of graphql-js, which has none. */
function withCode(error: unknown, code: string): unknown {
  if (error instanceof GraphQLError) error.extensions['code'] ??= code;
  return error;
}
