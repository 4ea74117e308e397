import { signal } from '@preact/signals';
import type { LiveOpportunitiesSubscription } from '../../../generated/board/graphql.ts';

type LiveOpportunityEvent = NonNullable<LiveOpportunitiesSubscription['liveOpportunities']>;
type Detected = Extract<LiveOpportunityEvent, { __typename: 'OpportunitiesDetected' }>;
export type Opportunity = Detected['opportunities'][number];
export type Kind = Detected['kind'];

/** An opportunity that the page holds, with the times when it came and expired. */
export interface Held {
  readonly kind: Kind;
  readonly opportunity: Opportunity;
  /** When the server last sent it, in milliseconds since the Unix epoch. */
  readonly receivedAt: number;
  /** In milliseconds since the Unix epoch; null while it is open. */
  readonly goneAt: number | null;
}

/** An expired opportunity stays in the list this long, faded. */
const GONE_MS = 8_000;

/** Opportunities by id, including those that have just expired. */
export const opportunities = signal<ReadonlyMap<string, Held>>(new Map());

/** Applies an event of the subscription. */
export function applyOpportunities(event: LiveOpportunityEvent): void {
  if (event.__typename === 'OpportunitiesDetected') detected(event);
  else if (event.__typename === 'OpportunitiesExpired') gone(new Set(event.ids));
}

/** A snapshot contains all open opportunities of its kind, so those that it lacks have expired. */
function detected({ kind, opportunities: found, isSnapshot }: Detected): void {
  const next = new Map(opportunities.value);
  if (isSnapshot) {
    const open = new Set(found.map(({ id }) => id));
    for (const [id, held] of next) {
      if (held.kind === kind && !open.has(id) && held.goneAt === null) {
        next.set(id, { ...held, goneAt: Date.now() });
      }
    }
  }
  const receivedAt = Date.now();
  for (const opportunity of found) {
    next.set(opportunity.id, { kind, opportunity, receivedAt, goneAt: null });
  }
  opportunities.value = next;
}

function gone(ids: ReadonlySet<string>): void {
  const next = new Map(opportunities.value);
  for (const id of ids) {
    const held = next.get(id);
    if (held !== undefined) next.set(id, { ...held, goneAt: Date.now() });
  }
  opportunities.value = next;
}

/** Drops the opportunities that expired long enough ago. */
export function sweep(now: number): void {
  const next = [...opportunities.value].filter(
    ([, { goneAt }]) => goneAt === null || now - goneAt < GONE_MS,
  );
  if (next.length !== opportunities.value.size) opportunities.value = new Map(next);
}
