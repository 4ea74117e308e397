import { type DocumentNode, Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { OperationContext } from '../resolvers/context.ts';

/** A parsed and validated operation, with everything that its result depends on. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
}

/** Whether an operation only introspects the schema, with the same result for everyone. */
export function isIntrospection(definition: OperationDefinitionNode | null | undefined): boolean {
  if (definition?.operation !== OperationTypeNode.QUERY) return false;
  return definition.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith('__'),
  );
}
