import type { QueryOf } from '../contract/route.ts';
import { ROUTES, type Routes } from '../contract/routes.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { EventFilter, InputMaybe } from '../generated/schema-types.ts';
import { EventModel } from '../models/event.ts';
import { checkDay, checkOddsRange, checkPageSize, checkText } from './lists/arguments.ts';
import { spelled } from './lists/filter-lists.ts';
import { routeConnection } from './lists/route-connection.ts';
import { boardBackedEventOdds } from './look-ahead/board-backed-odds.ts';
import { isBatchable } from './look-ahead/event-odds-route.ts';

export const eventResolvers: Resolvers = {
  Query: {
    events: async (_root, args, { scope, loaders }) => {
      const filter = eventFilter(args.filter);
      const { connection: events } = await routeConnection(scope, ROUTES.events, {
        args,
        list: 'events',
        query: eventQuery(filter),
        nodesOf: (page) => page.data.map((event) => new EventModel(event)),
      });
      for (const event of events.nodes) loaders.events.prime(event.id, event);
      return events;
    },
    event: (_root, { id }, { loaders }) => {
      checkText('id', id);
      return loaders.events.load(id);
    },
  },
  Event: {
    __resolveReference: ({ id }, { loaders }) => loaders.events.load(id),
    sportsbooks: async (event, _args, { loaders }) => {
      const books = await loaders.sportsbooks.loadMany(event.sportsbookIds);
      return books.map(rethrow).filter((book) => book !== null);
    },
    odds: async (event, args, context, info) => {
      const filter = spelled('filter.', args.filter ?? {});
      checkOddsRange('filter', filter);
      const held = await boardBackedEventOdds(event.id, filter, context, info);
      if (held !== null) return held;
      const { hints, loaders } = context;
      if (isBatchable(info)) return loaders.eventOdds(filter, 'batch').load(event.id);
      hints?.note('odds', info, loaders.listedOddsCost(filter));
      return loaders.eventOdds(filter, 'list').load(event.id);
    },
    comparison: (event, args, { loaders, hints }, info) => {
      hints?.note('comparison', info, loaders.comparisonCost);
      const { markets, sportsbooks } = spelled('', args);
      return loaders.comparisons.load({
        eventId: event.id,
        markets: markets ?? [],
        sportsbooks: sportsbooks ?? [],
      });
    },
    splits: (event, args, { loaders }) => {
      const { sportsbooks } = spelled('', args);
      return loaders.splits(sportsbooks ?? []).load(event.id);
    },
    splitsHistory: (event, args, { loaders, hints }, info) => {
      hints?.note('splitsHistory', info, loaders.splitsHistoryCost);
      const { sportsbooks, from, to, first } = spelled('', args);
      checkPageSize('first', first);
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

function eventFilter(input: InputMaybe<EventFilter> | undefined): EventFilter {
  const filter = spelled('filter.', input ?? {});
  checkDay('filter.date', filter.date);
  checkText('filter.team', filter.team);
  checkText('filter.search', filter.search);
  return filter;
}

function eventQuery(filter: EventFilter): QueryOf<Routes['events']> {
  return {
    sport: filter.sports,
    league: filter.leagues,
    sportsbook: filter.sportsbooks,
    live: filter.live,
    has_score: filter.hasScore,
    date: filter.date,
    team: filter.team,
    q: filter.search,
  };
}

function rethrow<T>(outcome: T | Error): T {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}
