import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { type GraphQLError, Lexer, type Source, TokenKind, type ValidationRule } from 'graphql';
import { type OddsgraphError, tooComplex } from '../../errors.ts';
import { UPSTREAM_REQUESTS_MAX } from '../../resolvers/context.ts';

/** What one operation may ask for. Introspection by GraphiQL and other tools stays well below. */
export const LIMITS = {
  /** Characters of the document. */
  characters: 100_000,
  /** Tokens of the document. */
  tokens: 4_000,
  /** Levels of fields below each other, fragments included. */
  depth: 16,
  /** Fields under another name. */
  aliases: 60,
  /** Directives on fields and fragments. */
  directives: 60,
  /** Fields in all, those of a fragment counted wherever it is used. */
  fields: 10_000,
  /** Upstream requests that it may cost, by the estimate of `@cost` and `@listSize`. */
  upstreamRequests: UPSTREAM_REQUESTS_MAX,
  /** Values that its answer may hold, by the estimate of `@listSize`. */
  values: 1_000_000,
} as const;

type Limit = keyof typeof LIMITS;

/** The refusal of an operation that is above a limit. */
export function exceeds(limit: Limit, asked: number): OddsgraphError {
  return tooComplex(limit, LIMITS[limit], asked);
}

/** Bounds on the shape of an operation, as validation rules. */
export const SHAPE_RULES: readonly ValidationRule[] = [
  maxDepthRule({ n: LIMITS.depth, ...reportingAs('depth') }),
  maxAliasesRule({ n: LIMITS.aliases, ...reportingAs('aliases') }),
  maxDirectivesRule({ n: LIMITS.directives, ...reportingAs('directives') }),
] as ValidationRule[];

/** Whether a document is too long: then its parser gave up with an error that does not say so. */
export function hasTooManyTokens(source: Source): boolean {
  const lexer = new Lexer(source);
  try {
    for (let tokens = 0; tokens <= LIMITS.tokens; tokens += 1) {
      if (lexer.advance().kind === TokenKind.EOF) return false;
    }
    return true;
  } catch {
    return false; // Not a token at all: the parser's own error tells where.
  }
}

interface Reporter {
  reportError(error: GraphQLError): void;
}

/** The rules tell what they found in words alone. */
function reportingAs(limit: Limit) {
  return {
    propagateOnRejection: false,
    onReject: [
      (context: Reporter | null, error: GraphQLError) => {
        const found = Number(/found (\d+)/.exec(error.message)?.[1] ?? LIMITS[limit] + 1);
        context?.reportError(exceeds(limit, found));
      },
    ],
  };
}
