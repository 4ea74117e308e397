import { type OddsgraphError, tooComplex } from '../../errors/errors.ts';
import { UPSTREAM_REQUESTS_MAX } from '../../resolvers/context.ts';

/** Bounds of one operation. The introspection queries of GraphiQL and other tools stay below them. */
export const LIMITS = {
  /** Characters of the document. */
  characters: 100_000,
  /** Lines of the document: to say where an error is, graphql-js reads those before it. */
  lines: 5_000,
  /** Tokens of the document. */
  tokens: 4_000,
  /** Nesting of fields, including those of fragments. */
  depth: 16,
  /** Aliased fields. */
  aliases: 60,
  /** Aliases of `__schema` and `_service`, and of fields below `__schema` and `__type`: tools ask for the schema once. */
  introspectionAliases: 1,
  /** Characters of an alias, which a response may repeat for every item of a list. */
  aliasCharacters: 128,
  /** Directives of an operation, including those of fragments. */
  directives: 60,
  /** Fields, counting those of a fragment wherever it is spread. */
  fields: 10_000,
  /** Steps in which graphql-js compares selections of the same field, to see whether they can be merged. The number is its own. */
  comparedSelections: 500_000,
  /** Upstream requests, estimated from `@cost` and `@listSize`. */
  upstreamRequests: UPSTREAM_REQUESTS_MAX,
  /** Values in the response (objects and their fields), estimated from `@listSize`. */
  values: 1_000_000,
} as const;

export type Limit = keyof typeof LIMITS;

/** The error of an operation that exceeds a limit. */
export function exceeds(limit: Limit, asked: number): OddsgraphError {
  return tooComplex(limit, LIMITS[limit], asked);
}
