import { signal } from '@preact/signals';
import type { Changes } from '../../../client/odds-client.ts';
import { type Detected, type Opportunity, type Summary, summaryOf } from './bets.ts';

export type Kind = Detected['kind'];

/** An opportunity that the page holds, with the times when it came and expired. */
export interface Held {
  readonly kind: Kind;
  readonly opportunity: Opportunity;
  readonly summary: Summary;
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

/** Takes changes of the live store. */
export function applyOpportunities(changes: Changes<Opportunity>): void {
  if (changes.size === 0) return;
  const next = new Map(opportunities.value);
  const now = Date.now();
  for (const [key, opportunity] of changes) {
    const held = next.get(key);
    const kind = key.split(' ')[0] as Kind;
    if (opportunity !== undefined) {
      const summary = summaryOf(opportunity);
      next.set(key, { kind, opportunity, summary, receivedAt: now, goneAt: null });
    } else if (held?.goneAt === null) {
      next.set(key, { ...held, goneAt: now });
    }
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
