import { signal } from '@preact/signals';
import type { LiveOpportunitiesSubscription } from '../../../generated/board/graphql.ts';

type LiveOpportunityEvent = NonNullable<LiveOpportunitiesSubscription['liveOpportunities']>;
type Detected = Extract<LiveOpportunityEvent, { __typename: 'OpportunitiesDetected' }>;
type Expired = Extract<LiveOpportunityEvent, { __typename: 'OpportunitiesExpired' }>;
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

/** Opportunities by kind and id, including those that have just expired. */
export const opportunities = signal<ReadonlyMap<string, Held>>(new Map());

/** Ids are unique only within a kind. */
export function keyOf(kind: Kind, id: string): string {
  return `${kind} ${id}`;
}

/** Applies an event of the subscription. */
export function applyOpportunities(event: LiveOpportunityEvent): void {
  if (event.__typename === 'OpportunitiesDetected') detected(event);
  else if (event.__typename === 'OpportunitiesExpired') gone(event);
}

/** A snapshot contains all open opportunities of its kind, so those that it lacks have expired. */
function detected({ kind, opportunities: found, isSnapshot }: Detected): void {
  const next = new Map(opportunities.value);
  if (isSnapshot) {
    const open = new Set(found.map(({ id }) => keyOf(kind, id)));
    for (const [key, held] of next) {
      if (held.kind === kind && !open.has(key) && held.goneAt === null) {
        next.set(key, { ...held, goneAt: Date.now() });
      }
    }
  }
  const receivedAt = Date.now();
  for (const opportunity of found) {
    next.set(keyOf(kind, opportunity.id), { kind, opportunity, receivedAt, goneAt: null });
  }
  opportunities.value = next;
}

function gone({ kind, ids }: Expired): void {
  const next = new Map(opportunities.value);
  for (const id of ids) {
    const key = keyOf(kind, id);
    const held = next.get(key);
    if (held !== undefined) next.set(key, { ...held, goneAt: Date.now() });
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
