import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { LIMITS } from './operation-limits.ts';

/**
 * Refuses a subscription whose root field is under a condition, by which nothing might be left to
 * subscribe to: null for every other document. So says the GraphQL specification. The rules of
 * `graphql` 16 do not, and throw where the condition is a variable: this must come before them.
 */
export function conditionalSubscription(document: DocumentNode): GraphQLError | null {
  const conditions = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION &&
    definition.operation === OperationTypeNode.SUBSCRIPTION
      ? rootConditions(definition.selectionSet, document)
      : [],
  );
  if (conditions.length === 0) return null;
  return new GraphQLError('A subscription must not have "@skip" or "@include" at its root.', {
    nodes: conditions,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
}

/** The same for a document that has not been parsed; null, too, for one that cannot be. */
export function conditionalSubscriptionIn(text: unknown): GraphQLError | null {
  if (typeof text !== 'string' || !/subscription/.test(text) || !/skip|include/.test(text)) {
    return null;
  }
  try {
    return conditionalSubscription(parse(text, { maxTokens: LIMITS.tokens }));
  } catch {
    return null;
  }
}

function rootConditions(root: SelectionSetNode, { definitions }: DocumentNode): DirectiveNode[] {
  const conditions: DirectiveNode[] = [];
  const sets = new Set([root]); // Grows on the way; each is visited once.
  for (const { selections } of sets) {
    for (const selection of selections) {
      const { kind, directives = [] } = selection;
      conditions.push(...directives.filter(({ name }) => /^(skip|include)$/.test(name.value)));
      if (kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      if (kind !== Kind.FRAGMENT_SPREAD) continue;
      for (const one of definitions) {
        const isSpread =
          one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value;
        if (isSpread) sets.add(one.selectionSet);
      }
    }
  }
  return conditions;
}
