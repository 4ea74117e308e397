import type { LiveResult } from './clients/live-client.ts';

/** The type of the event in a result of a subscription, or the state of a `FeedStatus`. */
export function eventKind({ data }: LiveResult): string | undefined {
  const event = data?.liveOdds ?? data?.liveOpportunities;
  return event?.__typename === 'FeedStatus' ? event.state : event?.__typename;
}

/** The same of all results of a subscriber so far. */
export function kindsOf({ results }: { results: readonly LiveResult[] }): (string | undefined)[] {
  return results.map(eventKind);
}

/** Whether the subscribers of a new stream have read everything that comes before its first change. */
export function haveStarted(subscribers: readonly (readonly LiveResult[])[]): boolean {
  const kinds = subscribers.map((results) => results.map(eventKind));
  const stateOf = (names: readonly (string | undefined)[]) =>
    names.findLast((name) => name === 'CONNECTED' || name === 'READY');
  return (
    kinds.every((names) => names.includes('OddsSnapshot') && stateOf(names) !== 'CONNECTED') &&
    kinds.some((names) => stateOf(names) === 'READY') // Those that join after READY get no status.
  );
}
