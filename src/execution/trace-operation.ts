import { getOperationAST } from 'graphql';
import type { Operation } from './operation.ts';
import type { ShownError } from './outcome.ts';

/** An outcome, as far as it is traced. */
interface Traced {
  readonly kind: string;
  readonly errors?: readonly ShownError[];
}

/** Records an operation and its outcome in the span of its request, if that request is traced. */
export async function traceOperation<Outcome extends Traced>(
  { document, operationName, context }: Operation,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { span, usage } = context;
  if (span === null) return run();
  const definition = getOperationAST(document, operationName);
  if (definition) span.describe(definition.operation, definition.name?.value ?? null);
  const outcome = await run();
  const { calls, cached } = usage; // Reads of upstream: sent by this operation, or shared.
  const { errors = [] } = outcome;
  const errorCodes = errors.map(({ extensions }) => String(extensions?.['code']));
  span.executed({ errorCodes, calls, cached });
  return outcome;
}
