import { parse, validate } from 'graphql';
import { shapeLimitsRule } from '../../src/execution/limits/shape-limits.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { estimator, operationOf } from '../harness/operators/estimate.ts';
import { QUERY } from './query.ts';

const TIMES = 3_000;

/**
 * Microseconds of admission control per operation, once the code is warm. The cost is computed for
 * every operation that is not a cache hit, the shape once per document.
 */
export function admissionCosts(): { readonly cost: number; readonly shape: number } {
  const schema = executableSchema();
  const document = parse(QUERY);
  const operation = operationOf(document, { search: 'q' });
  return {
    cost: microseconds(() => estimator.estimateOrRefuse(operation)),
    shape: microseconds(() => validate(schema, document, [shapeLimitsRule])),
  };
}

function microseconds(work: () => void): number {
  for (let i = 0; i < TIMES; i += 1) work();
  const started = performance.now();
  for (let i = 0; i < TIMES; i += 1) work();
  return ((performance.now() - started) * 1_000) / TIMES;
}
