import { type DocumentNode, getOperationAST, getVariableValues, parse } from 'graphql';
import { CostEstimator, type Estimate } from '../../../src/execution/limits/cost.ts';
import { executableSchema } from '../../../src/resolvers/schema.ts';

export const schema = executableSchema();

export const estimator = new CostEstimator(schema);

/** An operation as the estimator takes it. */
export function operationOf(
  document: DocumentNode,
  given: Readonly<Record<string, unknown>> = {},
  name?: string,
): Parameters<CostEstimator['estimate']>[0] {
  const definition = getOperationAST(document, name);
  if (!definition) throw new Error('The document has no such operation.');
  const { coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], given);
  if (coerced === undefined) throw new Error('The variables do not fit.');
  return { document, definition, variables: coerced };
}

/** What an operation is estimated to cost. */
export function estimateOf(
  query: string,
  variables?: Readonly<Record<string, unknown>>,
  name?: string,
): Estimate {
  return estimator.estimate(operationOf(parse(query), variables, name));
}
