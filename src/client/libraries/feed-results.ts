import type { OddsClient } from '../odds-client.ts';

interface ResultObserver {
  next(result: { readonly data: Record<string, unknown> }): void;
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
    onData: (data) => observer.next({ data }),
    onState: (state) => {
      if (state.kind === 'refused') observer.error(state.failure);
    },
  });
}
