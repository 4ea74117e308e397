import { foldText } from '../../contract/odds/selection-name.ts';
import { pageOf } from '../../contract/wire.ts';
import type { RequireFields } from '../../generated/resolver-types.ts';
import type {
  RecordedEventFilter,
  RecordedEventLineMovementArgs,
} from '../../generated/schema-types.ts';
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
import { pastTime, RANGE_MS_MAX } from './past-range.ts';

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
      const range = movementRange(event, args, context.loaders.of(pastNow));
      return range === null ? [] : eventLineMovement(event, { ...args, ...range }, context);
    },
    closingOdds: eventClosingOdds,
  },
};

/** The range of `lineMovement`, with its defaults; null if it would begin after play, at which it has to end. */
function movementRange(
  event: RecordedEventModel,
  args: RequireFields<RecordedEventLineMovementArgs, 'inPlay'>,
  now: number,
): Pick<RecordedEventLineMovementArgs, 'from' | 'to'> | null {
  const askedFrom = args.from ? Date.parse(args.from) : Number.NEGATIVE_INFINITY;
  const askedTo = args.to ? pastTime('to', args.to, now) : now;
  const start = event.startedAt ?? event.startTime;
  const playAt = Date.parse(start);
  // Not if `from` is after `to`: that is refused as it was asked for.
  const endsAtPlay = !args.inPlay && askedFrom <= askedTo && playAt < askedTo;
  if (endsAtPlay && askedFrom > playAt) return null;
  const to = (endsAtPlay ? start : args.to) ?? null;
  if (args.from) return { from: args.from, to };
  const last = Math.min(to ? Date.parse(to) : now, Date.parse(event.startTime));
  // A whole day, so that events of one day are read together.
  const dayBefore = (Math.floor(last / DAY_MS) - 1) * DAY_MS;
  if (to) return { from: isoTime(Math.max(dayBefore, Date.parse(to) - RANGE_MS_MAX)), to };
  const latestEnd = dayBefore + RANGE_MS_MAX;
  return { from: isoTime(dayBefore), to: latestEnd < now ? isoTime(latestEnd) : null };
}

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
    id,
    eventId: id,
    sport,
    league,
    homeTeam,
    awayTeam,
    name: matchName(homeTeam, awayTeam),
    startTime: isoTime(startsAt),
    startedAt: startedAt === null ? null : isoTime(startedAt),
  };
}
