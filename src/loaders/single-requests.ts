import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { OddsgraphError } from '../errors.ts';

/** Requests of one loader that are under way side by side. */
const AT_ONCE = 8;

/**
 * A loader for what upstream answers one by one: equal wishes of an operation share one request.
 * Null where upstream does not know what is asked for.
 */
export function singleRequestLoader<Wish, V>(
  request: (wish: Wish) => Promise<V>,
): DataLoader<Wish, V | null, string> {
  const atOnce = pLimit(AT_ONCE);
  return new DataLoader(
    (wishes) => Promise.all(wishes.map((wish) => atOnce(() => nullIfUnknown(request(wish))))),
    { batch: false, cacheKeyFn: (wish) => JSON.stringify(wish) },
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
