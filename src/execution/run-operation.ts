import { getOperationAST, OperationTypeNode } from 'graphql';
import type { OperationContext } from '../resolvers/context.ts';
import type { Documents } from './documents/documents.ts';
import { formatError } from './format-error.ts';
import { refused } from './outcome.ts';
import type { Asked } from './response-cache.ts';
import type { Outcome } from './subscription.ts';
import { type ExecutionDependencies, subscribe } from './subscription.ts';

/**
 * Parses, validates and executes what a client asks for, or opens its subscription: all that a transport needs which
 * has no GraphQL server of its own. Throws syntax errors.
 */
export async function runOperation(
  execution: ExecutionDependencies & { readonly documents: Documents },
  { query, operationName, variables }: Asked,
  context: OperationContext,
): Promise<Outcome> {
  const { documents, executor } = execution;
  const document = documents.parse(query);
  const problems = documents.validate(document);
  if (problems.length > 0) {
    return refused(problems.map((problem) => formatError(problem, context.log, context.viewer)));
  }
  const operation = { document, operationName, variables, context };
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION
    ? subscribe(execution, operation)
    : executor.execute(operation);
}
