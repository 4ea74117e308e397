import type { ResponseError } from '../connection/graph-error.ts';
import type { OddsClient } from '../odds-client.ts';

interface ResultObserver {
  next(result: { data: Record<string, unknown>; errors?: readonly ResponseError[] }): void;
  error(error: unknown): void;
}

/** Hands the results of a subscription to an observer, and a final error, until the returned function is called. */
export function feedResults(
  client: OddsClient,
  text: string,
  variables: object,
  observer: ResultObserver,
): () => void {
  return client.subscribe<Record<string, unknown>, object>(text, variables, {
    onData: (data, errors) => observer.next({ data, ...(errors.length > 0 && { errors }) }),
    onState: (state) => {
      if (state.kind === 'refused') observer.error(state.failure);
    },
  });
}
