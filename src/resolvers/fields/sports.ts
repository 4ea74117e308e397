import { listAllEvents } from '../../loaders/events.ts';
import { sportModels } from '../../models/sports.ts';
import { pricedEventsFromBoard } from '../look-ahead/odds-from-board.ts';
import type { Resolvers } from '../resolvers.ts';

export const sportResolvers: Resolvers = {
  Query: {
    sports: async (_root, _args, context) => {
      // The live board holds all current prices in memory, if the caller has one.
      const fromBoard = await pricedEventsFromBoard(context);
      if (fromBoard !== null) return sportModels(fromBoard);
      const events = await listAllEvents(context.scope);
      return sportModels(events.filter(({ book_count }) => book_count > 0));
    },
  },
};
