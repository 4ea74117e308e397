import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { OperationContext } from '../resolvers/context.ts';

/** What a client asks for: a valid document, with everything that its result depends on. */
export interface AskedOperation {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: OperationContext;
}

export interface Operation extends AskedOperation {
  /** One of the document's. */
  readonly definition: OperationDefinitionNode;
}
