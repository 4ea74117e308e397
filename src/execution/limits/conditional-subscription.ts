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
export function conditionalSubscriptionError({ definitions }: DocumentNode): GraphQLError | null {
  const conditions = definitions.flatMap((one) => {
    const isSubscription =
      one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.SUBSCRIPTION;
    // Such a fragment can be spread at the root alone.
    const isOfRoot =
      one.kind === Kind.FRAGMENT_DEFINITION && one.typeCondition.name.value === 'Subscription';
    return isSubscription || isOfRoot ? conditionsIn(one.selectionSet) : [];
  });
  if (conditions.length === 0) return null;
  return new GraphQLError('A subscription must not use "@skip" or "@include" at its root.', {
    nodes: conditions,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
}

/** The same for the text of a document, which is parsed only if it may be one; null if it cannot be parsed. */
export function conditionalSubscriptionErrorIn(text: unknown): GraphQLError | null {
  if (typeof text !== 'string' || !/subscription/.test(text) || !/skip|include/.test(text)) {
    return null;
  }
  try {
    return conditionalSubscriptionError(parse(text, { maxTokens: LIMITS.tokens }));
  } catch {
    return null;
  }
}

function conditionsIn({ selections }: SelectionSetNode): DirectiveNode[] {
  return selections.flatMap((selection) => [
    ...(selection.directives ?? []).filter(({ name }) => /^(skip|include)$/.test(name.value)),
    ...(selection.kind === Kind.INLINE_FRAGMENT ? conditionsIn(selection.selectionSet) : []),
  ]);
}
