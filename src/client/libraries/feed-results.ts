import type { ResponseError } from '../connection/graph-error.ts';
import type { LinkState, OddsClient } from '../odds-client.ts';

/** A subscription of a library: the same object with each of its states. */
export interface Followed {
  readonly query: string;
  readonly variables: object;
  /** Aborts when nothing follows any more. */
  readonly ended: AbortSignal;
}

/** Hears of each subscription whether its results are current: a library passes on results, and a refusal, alone. */
export type OnState = (state: LinkState, followed: Followed) => void;

interface ResultObserver {
  next(result: { data: Record<string, unknown>; errors?: readonly ResponseError[] }): void;
  error(error: unknown): void;
}

/** Hands the results of a subscription to an observer, and a final error, until the returned function is called. */
export function feedResults(
  client: OddsClient,
  query: string,
  variables: object,
  observer: ResultObserver,
  onState: OnState = () => {},
): () => void {
  const ended = new AbortController();
  const followed = { query, variables, ended: ended.signal };
  const stop = client.subscribe<Record<string, unknown>, object>(query, variables, {
    onData: (data, errors) => observer.next({ data, ...(errors.length > 0 && { errors }) }),
    onState: (state) => {
      onState(state, followed);
      if (state.kind !== 'refused') return;
      end();
      observer.error(state.failure);
    },
  });
  const end = () => {
    stop();
    ended.abort();
  };
  return end;
}
