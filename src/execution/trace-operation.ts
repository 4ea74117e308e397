import { type GraphQLError, getOperationAST } from 'graphql';
import type { Operation } from './operation.ts';

/** Records an operation and its outcome in the span of its request, if that request is traced. */
export async function traceOperation<Outcome extends object>(
  { document, operationName, context }: Operation,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { span, usage } = context;
  if (span === null) return run();
  const definition = getOperationAST(document, operationName);
  if (definition) span.describe(definition.operation, definition.name?.value ?? null);
  const outcome = await run();
  const { calls, cached } = usage; // Reads of upstream: sent by this operation, or shared.
  span.executed({ errorCodes: codesOf(outcome), calls, cached });
  return outcome;
}

function codesOf(outcome: { readonly errors?: readonly GraphQLError[] }): readonly string[] {
  return (outcome.errors ?? []).map(({ extensions }) => String(extensions['code']));
}
