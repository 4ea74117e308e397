import { ROUTES, type Routes } from '../../contract/routes.ts';
import type { EventFilter } from '../../generated/schema-types.ts';
import { eventBatchLoader, listedEventOddsLoader } from '../../loaders/event-odds.ts';
import { eventLoader } from '../../loaders/events.ts';
import { sportGamesLoader } from '../../loaders/game-states.ts';
import { lowHoldLoader } from '../../loaders/low-hold.ts';
import { splitsLoader } from '../../loaders/splits.ts';
import { sportsbookLoader } from '../../loaders/sportsbooks.ts';
import { mainLineComparison, oddsComparisonModel } from '../../models/comparison.ts';
import { eventModel } from '../../models/event.ts';
import { OddsModel } from '../../models/odds.ts';
import { splitsHistoryModel } from '../../models/splits.ts';
import { eventClosingOdds, eventLineMovement, eventOddsAt } from '../history/event-history.ts';
import { type FilterParameters, routeConnection } from '../lists/route-connection.ts';
import { eventSelection, type SelectingField } from '../lists/selected-events.ts';
import { isBatchable, lacksOnlyRefusedLinks } from '../look-ahead/carried-fields.ts';
import { listedOddsHint } from '../look-ahead/cost-hints.ts';
import { comparedFields, eventOddsFromBoard, eventPrices } from '../look-ahead/odds-from-board.ts';
import { routeField } from '../look-ahead/route-field.ts';
import { selectedFields } from '../look-ahead/selection.ts';
import type { Resolvers } from '../resolvers.ts';
import { nodeIdOf } from './node.ts';

const EVENT_FILTERS: FilterParameters<Omit<EventFilter, SelectingField>, Routes['events']> = {
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
        toNode: eventModel,
        selection: eventSelection(scope, args.filter ?? {}),
      });
      for (const event of events.nodes) loaders.of(eventLoader).prime(event.id, event);
      return events;
    },
    event: (_root, { id }, { loaders }) => loaders.of(eventLoader).load(id),
  },
  Event: {
    nodeId: ({ id }) => nodeIdOf('Event', id),
    __resolveReference: ({ id }, { loaders }) => loaders.of(eventLoader).load(id),
    sportsbooks: async (event, _args, { loaders }) => {
      const loader = loaders.of(sportsbookLoader);
      const books = await Promise.all(event.sportsbookIds.map((id) => loader.load(id)));
      return books.filter((book) => book !== null);
    },
    odds: async (event, args, context, info) => {
      const filter = args.filter ?? {};
      // A board holds the current rows of a live stream, which subscriptions with the same API key keep open.
      const onBoard = await eventOddsFromBoard(event.id, filter, context, () =>
        selectedFields(info),
      );
      if (onBoard !== null) return onBoard.map((odds) => new OddsModel(odds));
      const { costHints, loaders } = context;
      // `POST /odds/batch` serves many events at once, but lacks some fields that `GET /odds` lists.
      if (isBatchable(info, args) || (await lacksOnlyRefusedLinks(info, args, context))) {
        const batch = await loaders.of(eventBatchLoader, filter).load(event.id);
        return batch?.odds.map((odds) => new OddsModel(odds, batch)) ?? [];
      }
      const listed = loaders.of(listedEventOddsLoader, filter);
      costHints?.record(info, listed.cost, listedOddsHint(args));
      return (await listed.load(event.id)).map((odds) => new OddsModel(odds));
    },
    comparison: async (event, { lines, ...filter }, context, info) => {
      const selected = () => comparedFields(info, ['markets', 'selections']);
      const prices = await eventPrices(event.id, filter, context, selected);
      return (lines === 'MAIN' ? mainLineComparison : oddsComparisonModel)(event, prices);
    },
    splits: (event, { sportsbooks }, { loaders }) =>
      loaders.of(splitsLoader, sportsbooks ?? []).load(event.id),
    splitsHistory: routeField(ROUTES.splitsHistory, {
      request: (event, { sportsbooks, from, to, first }) => ({
        query: {
          event_id: event.id,
          sportsbook: sportsbooks,
          start_time: from,
          end_time: to,
          limit: first,
        },
      }),
      read: splitsHistoryModel,
      instead:
        'Event.splits has the newest entry of each source: one request serves about a hundred events.',
    }),
    lowHoldOpportunities: (event, _args, { loaders }) => loaders.of(lowHoldLoader).load(event),
    liveGameState: async (event, _args, { loaders }) => {
      const games = await loaders.of(sportGamesLoader).load({ params: { sport: event.sport } });
      return games?.stateOf(event) ?? null;
    },
    lineMovement: eventLineMovement,
    oddsAt: eventOddsAt,
    closingOdds: eventClosingOdds,
  },
};
