import { eventLoader } from '../../loaders/events.ts';
import { sportsbookLoader } from '../../loaders/sportsbooks.ts';
import type { OperationContext } from '../context.ts';

/** Resolves the event of an object that holds its id. */
export function eventOf(
  { eventId }: { readonly eventId: string },
  _args: object,
  { loaders }: OperationContext,
) {
  return loaders.of(eventLoader).load(eventId);
}

/** Resolves the sportsbook of an object that holds its id. */
export function sportsbookOf(
  { sportsbookId }: { readonly sportsbookId: string },
  _args: object,
  { loaders }: OperationContext,
) {
  return loaders.of(sportsbookLoader).load(sportsbookId);
}
