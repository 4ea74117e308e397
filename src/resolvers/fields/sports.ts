import type { Sport } from '../../generated/schema-types.ts';
import { listAllEvents } from '../../loaders/events.ts';
import { sportModels } from '../../models/sports.ts';
import type { OperationContext } from '../context.ts';
import { pricedEventsFromBoard } from '../look-ahead/odds-from-board.ts';
import type { Resolvers } from '../resolvers.ts';

export const sportResolvers: Resolvers = {
  Query: {
    sports: (_root, _args, context) => {
      const shared = context.loaders.of(sharedSports);
      shared.found ??= readSports(context);
      return shared.found;
    },
  },
};

/** The sports of an operation, which all its aliases of the field share. */
const sharedSports = () => ({ found: null as Promise<Sport[]> | null });

async function readSports(context: OperationContext): Promise<Sport[]> {
  // The live board holds all current prices in memory, if the caller has one.
  const fromBoard = await pricedEventsFromBoard(context);
  if (fromBoard !== null) return sportModels(fromBoard);
  const events = await listAllEvents(context.scope);
  return sportModels(events.filter(({ book_count }) => book_count > 0));
}
