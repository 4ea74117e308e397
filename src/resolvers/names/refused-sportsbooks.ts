import type { GraphQLSchema } from 'graphql';
import { tierAllows } from '../../contract/tiers.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import {
  sportsbookRefusal,
  sportsbooksAbove,
  TIER_OF_HIDDEN,
} from '../../loaders/sportsbook-tiers.ts';
import { UsageLimitError } from '../../upstream/request-usage.ts';
import type { OperationContext } from '../context.ts';
import { namesFromBoard } from '../look-ahead/odds-from-board.ts';
import { type Resolve, wrapFields } from '../wrap-fields.ts';
import { type NameList, nameLists } from './noted-names.ts';

/** Fields of recorded prices, which refuse sportsbooks themselves, without a request to upstream: see `VisibleBooks`. */
const REFUSING = new Set([
  'Event.lineMovement',
  'Event.oddsAt',
  'Event.closingOdds',
  'Query.priceMoves',
  'RecordedEvent.lineMovement',
  'RecordedEvent.closingOdds',
]);

/**
 * Has every field that can be narrowed to sportsbooks refuse those above the caller's tier, with their names, before it
 * requests anything. Changes the schema in place.
 */
export function refuseSportsbooks(schema: GraphQLSchema): void {
  wrapFields(schema, (field, type) => {
    const list = nameLists(field, type).find(({ kind }) => kind === 'sportsbooks');
    if (list === undefined || list.mayBeUnlisted || REFUSING.has(`${type.name}.${field.name}`))
      return null;
    return (resolve) => refusing(resolve, list);
  });
}

function refusing(resolve: Resolve, { argument, read }: NameList): Resolve {
  return (parent, args, context, info) => {
    const ids = read(args);
    const go = () => resolve(parent, args, context, info);
    if (!Array.isArray(ids) || ids.length === 0) return go();
    return refuseAboveTier(context, ids, argument).then(go);
  };
}

async function refuseAboveTier(
  context: OperationContext,
  ids: readonly string[],
  argument: string,
): Promise<void> {
  try {
    const tier = await context.tier();
    if (tierAllows(tier, TIER_OF_HIDDEN)) return;
    const shown = new Set(await namesFromBoard('sportsbooks', context)); // The account is sent their prices.
    const doubtful = ids.filter((id) => !shown.has(id));
    const above = await context.loaders.of(sportsbooksAbove, tier, doubtful);
    if (above === null) return;
    const current = await context.scope.refreshedTier(); // The account may have a higher tier by now.
    if (!tierAllows(current, above.required)) throw sportsbookRefusal(above, current, argument);
  } catch (error) {
    if (error instanceof UsageLimitError) throw error; // No requests are left.
    if (error instanceof OddsgraphError && error.code === 'TIER_RESTRICTED') throw error;
    // What failed here was the check. The field itself tells whether upstream can be reached.
  }
}
