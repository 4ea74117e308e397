import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { OddsgraphError } from '../errors.ts';

/** Concurrent requests of one loader. */
const CONCURRENCY = 8;

/**
 * A loader for endpoints that serve one object each. A spec says which object; equal specs of an operation
 * share one request. The value is null if upstream answers `NOT_FOUND`.
 */
export function singleRequestLoader<Spec, V>(
  request: (spec: Spec) => Promise<V>,
): DataLoader<Spec, V | null, string> {
  const limit = pLimit(CONCURRENCY);
  return new DataLoader(
    (specs) => Promise.all(specs.map((spec) => limit(() => nullIfUnknown(request(spec))))),
    { batch: false, cacheKeyFn: (spec) => JSON.stringify(spec) },
  );
}

async function nullIfUnknown<V>(answer: Promise<V>): Promise<V | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OddsgraphError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
