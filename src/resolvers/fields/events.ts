import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import type { EventFilter } from '../../generated/schema-types.ts';
import { EventModel } from '../../models/event.ts';
import { type FilterParameters, routeConnection } from '../lists/route-connection.ts';
import { isBatchable } from '../look-ahead/event-odds-route.ts';
import { eventOddsFromBoard } from '../look-ahead/odds-from-board.ts';

const EVENT_FILTERS: FilterParameters<EventFilter, Routes['events']> = {
  sports: 'sport',
  leagues: 'league',
  sportsbooks: 'sportsbook',
  live: 'live',
  hasScore: 'has_score',
  date: 'date',
  team: 'team',
  search: 'q',
};

export const eventResolvers: Resolvers = {
  Query: {
    events: async (_root, args, { scope, loaders }) => {
      const events = await routeConnection(scope, ROUTES.events, {
        args,
        filters: EVENT_FILTERS,
        toNode: (event) => new EventModel(event),
      });
      for (const event of events.nodes) loaders.events.prime(event.id, event);
      return events;
    },
    event: (_root, { id }, { loaders }) => loaders.events.load(id),
  },
  Event: {
    __resolveReference: ({ id }, { loaders }) => loaders.events.load(id),
    sportsbooks: async (event, _args, { loaders }) => {
      const books = await loaders.sportsbooks.loadMany(event.sportsbookIds);
      return books.map(rethrow).filter((book) => book !== null);
    },
    odds: async (event, args, context, info) => {
      const filter = args.filter ?? {};
      // A board holds the current rows of a live stream, which subscriptions with the same API key keep open.
      const fromBoard = await eventOddsFromBoard(event.id, filter, context, info);
      if (fromBoard !== null) return fromBoard;
      const { hints, loaders } = context;
      // `POST /odds/batch` serves many events at once, but lacks some fields that `GET /odds` lists.
      if (isBatchable(info)) return loaders.eventOdds(filter, 'batch').load(event.id);
      hints?.record('odds', info, loaders.listedOddsCost(filter));
      return loaders.eventOdds(filter, 'list').load(event.id);
    },
    comparison: (event, { markets, sportsbooks }, { loaders, hints }, info) => {
      hints?.record('comparison', info, loaders.comparisonCost);
      return loaders.comparisons.load({
        eventId: event.id,
        markets: markets ?? [],
        sportsbooks: sportsbooks ?? [],
      });
    },
    splits: (event, { sportsbooks }, { loaders }) =>
      loaders.splits(sportsbooks ?? []).load(event.id),
    splitsHistory: (event, { sportsbooks, from, to, first }, { loaders, hints }, info) => {
      hints?.record('splitsHistory', info, loaders.splitsHistoryCost);
      return loaders.splitsHistories.load({
        eventId: event.id,
        sportsbooks: sportsbooks ?? [],
        from: from ?? null,
        to: to ?? null,
        first: first ?? null,
      });
    },
    lowHoldOpportunities: (event, _args, { loaders }) => loaders.lowHold.load(event),
    liveGameState: async (event, _args, { loaders }) => {
      const games = await loaders.sportGames.load(event.sport);
      return games?.stateOf(event) ?? null;
    },
  },
};

function rethrow<T>(outcome: T | Error): T {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}
