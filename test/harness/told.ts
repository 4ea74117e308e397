import type { Subscription } from '../../src/generated/schema-types.ts';
import type { LiveResult } from './clients/live-client.ts';

/** What a result of `liveOdds` tells: its kind, or the state of the stream. */
export function toldBy({ data }: LiveResult): string | undefined {
  const event: Subscription['liveOdds'] | undefined = data?.liveOdds;
  return event?.__typename === 'FeedStatus' ? event.state : event?.__typename;
}

/** Whether subscribers of a new stream have been told all that it says before anything changes. */
export function haveBegun(subscribers: readonly (readonly LiveResult[])[]): boolean {
  const told = subscribers.map((results) => results.map(toldBy));
  const isAt = (names: readonly (string | undefined)[]) =>
    names.findLast((name) => name === 'CONNECTED' || name === 'READY');
  return (
    told.every((names) => names.includes('OddsSnapshot') && isAt(names) !== 'CONNECTED') &&
    told.some((names) => isAt(names) === 'READY') // Who joins after that is told of no state.
  );
}
