import type { ResponseError } from '../connection/graph-error.ts';
import type { LinkState, OddsClient } from '../odds-client.ts';

/** Hears of each subscription whether its results are current: a library passes on results, and a refusal, alone. */
export type OnState = (state: LinkState) => void;

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
  onState: OnState = () => {},
): () => void {
  return client.subscribe<Record<string, unknown>, object>(text, variables, {
    onData: (data, errors) => observer.next({ data, ...(errors.length > 0 && { errors }) }),
    onState: (state) => {
      if (state.kind === 'refused') observer.error(state.failure);
      onState(state);
    },
  });
}
