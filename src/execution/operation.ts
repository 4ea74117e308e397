import type { DocumentNode } from 'graphql';
import type { OperationContext } from '../resolvers/context.ts';

/** A parsed and validated operation, with everything that its result depends on. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
}
