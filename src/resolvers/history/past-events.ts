import { foldText } from '../../contract/odds/selection-name.ts';
import { pageOf } from '../../contract/wire.ts';
import type { RecordedEventFilter } from '../../generated/schema-types.ts';
import { ALWAYS } from '../../history/history-store.ts';
import type { HistoricEvent } from '../../history/series.ts';
import { DAY_MS } from '../../history/store/days.ts';
import { pastNow } from '../../loaders/history/historic-series.ts';
import { storeFilter } from '../../loaders/history/past.ts';
import { matchName } from '../../models/event.ts';
import type { RecordedEventModel } from '../../models/history-views.ts';
import { textOrNull } from '../../models/wire-values.ts';
import { startRange } from '../arguments/start-range.ts';
import type { OperationContext } from '../context.ts';
import { eventOf } from '../fields/links.ts';
import { connection } from '../lists/connection.ts';
import type { Resolvers } from '../resolvers.ts';
import { eventClosingOdds, eventLineMovement } from './event-history.ts';
import { isoTime } from './past-prices.ts';
import { pastTime, RANGE_DAYS_MAX } from './past-range.ts';

export const recordedEventResolvers: Resolvers = {
  Query: {
    recordedEvents: (_root, args, context) =>
      connection({
        args,
        list: 'recordedEvents',
        query: { ...args.filter },
        readPage: async (page) => pageOf(await eventsUnder(args.filter ?? {}, context), page),
        nodesOf: ({ data }) => data.map(recordedEvent),
      }),
  },
  RecordedEvent: {
    event: eventOf,
    lineMovement: (event, args, context) => {
      const now = context.loaders.of(pastNow);
      const askedFrom = args.from ? Date.parse(args.from) : Number.NEGATIVE_INFINITY;
      const askedTo = args.to ? pastTime('to', args.to, now) : now;
      const start = event.startedAt ?? event.startTime;
      // What is no range is refused as it was asked for, not as it would be cut.
      const isCut = !args.inPlay && askedFrom <= askedTo && Date.parse(start) < askedTo;
      if (isCut && askedFrom > Date.parse(start)) return [];
      const to = (isCut ? start : args.to) ?? null;
      const last = Math.min(to ? Date.parse(to) : now, Date.parse(event.startTime));
      // A whole day, so that events of one day are read together.
      const dayBefore = (Math.floor(last / DAY_MS) - 1) * DAY_MS;
      const earliest = to === null ? dayBefore : Date.parse(to) - RANGE_DAYS_MAX * DAY_MS;
      const from = args.from ?? isoTime(Math.max(dayBefore, earliest));
      const latestEnd = dayBefore + RANGE_DAYS_MAX * DAY_MS;
      const isTooLong = !args.from && to === null && latestEnd < now;
      const end = isTooLong ? isoTime(latestEnd) : to;
      return eventLineMovement(event, { ...args, from, to: end }, context);
    },
    closingOdds: eventClosingOdds,
  },
};

/** The recorded events that match, the latest start first. */
async function eventsUnder(
  filter: RecordedEventFilter,
  { scope, loaders }: OperationContext,
): Promise<HistoricEvent[]> {
  const stated = startRange(filter);
  const range = stated === null ? ALWAYS : { from: stated.after, to: stated.before };
  const now = loaders.of(pastNow);
  const { history } = scope.past();
  await history.settled();
  const events = await history.eventsStartingIn(range, storeFilter(filter));
  const { hasBegun = null } = filter;
  const team = foldText(filter.team?.trim() ?? '');
  return events
    .filter(({ homeTeam, awayTeam, startsAt, startedAt }) => {
      const isTeam = [homeTeam, awayTeam].some((name) => foldText(name ?? '').includes(team));
      const isBegun = startedAt !== null || startsAt <= now;
      return isTeam && (hasBegun === null || hasBegun === isBegun);
    })
    .reverse();
}

function recordedEvent(event: HistoricEvent): RecordedEventModel {
  const { id, sport, league, startsAt, startedAt } = event;
  const homeTeam = textOrNull(event.homeTeam);
  const awayTeam = textOrNull(event.awayTeam);
  return {
    ...{ id, eventId: id, sport, league, homeTeam, awayTeam },
    name: matchName(homeTeam, awayTeam),
    startTime: isoTime(startsAt),
    startedAt: startedAt === null ? null : isoTime(startedAt),
  };
}
