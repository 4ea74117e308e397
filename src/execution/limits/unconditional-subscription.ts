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
 * The error of a subscription with a condition (`@skip` or `@include`) on its root field, which the GraphQL
 * specification forbids; null for every other document. The rules of `graphql` 16 lack this check and throw if
 * the condition is a variable, so this check must come before them.
 */
export function conditionalSubscription(document: DocumentNode): GraphQLError | null {
  const conditions = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION &&
    definition.operation === OperationTypeNode.SUBSCRIPTION
      ? rootConditions(definition.selectionSet, document)
      : [],
  );
  if (conditions.length === 0) return null;
  return new GraphQLError('A subscription must not use "@skip" or "@include" at its root.', {
    nodes: conditions,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
}

/** The same for the text of a document; also null if it cannot be parsed. */
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
  const sets = new Set([root]); // Grows while it is iterated, and each set is visited once.
  for (const { selections } of sets) {
    for (const selection of selections) {
      const { kind, directives = [] } = selection;
      conditions.push(...directives.filter(({ name }) => /^(skip|include)$/.test(name.value)));
      if (kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      if (kind !== Kind.FRAGMENT_SPREAD) continue;
      for (const definition of definitions) {
        if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
        if (definition.name.value === selection.name.value) sets.add(definition.selectionSet);
      }
    }
  }
  return conditions;
}
