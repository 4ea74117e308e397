import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { OddsgraphError } from '../errors.ts';

/** Requests of one loader that are under way side by side. */
const AT_ONCE = 8;

/**
 * A loader for what upstream answers one by one: equal specs of an operation share one request.
 * Null where upstream does not know what is asked for.
 */
export function singleRequestLoader<Spec, V>(
  request: (spec: Spec) => Promise<V>,
): DataLoader<Spec, V | null, string> {
  const atOnce = pLimit(AT_ONCE);
  return new DataLoader(
    (specs) => Promise.all(specs.map((spec) => atOnce(() => nullIfUnknown(request(spec))))),
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
