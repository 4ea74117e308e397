import type { Subscription } from '../../src/generated/schema-types.ts';
import type { LiveResult } from './clients/live-client.ts';

/** The type of a `liveOdds` event, or the state if it is a `FeedStatus`. */
export function toldBy({ data }: LiveResult): string | undefined {
  const event: Subscription['liveOdds'] | undefined = data?.liveOdds;
  return event?.__typename === 'FeedStatus' ? event.state : event?.__typename;
}

/** Whether all subscribers of a new stream have received its initial snapshot and status. */
export function haveBegun(subscribers: readonly (readonly LiveResult[])[]): boolean {
  const received = subscribers.map((results) => results.map(toldBy));
  const lastStateOf = (names: readonly (string | undefined)[]) =>
    names.findLast((name) => name === 'CONNECTED' || name === 'READY');
  return (
    received.every(
      (names) => names.includes('OddsSnapshot') && lastStateOf(names) !== 'CONNECTED',
    ) && received.some((names) => lastStateOf(names) === 'READY') // Subscribers that join later get no status.
  );
}
