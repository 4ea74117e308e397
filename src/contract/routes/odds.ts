import Type, { type Static, type TSchema } from 'typebox';
import {
  EventOdds,
  GroupedEvent,
  GroupedOdds,
  ODDS_SORT_FIELDS,
  Odds,
  type OddsSort as OddsSortValue,
} from '../odds/odds.ts';
import { route } from '../route.ts';
import {
  FilterEcho,
  ListPage,
  type NeededPart,
  PageMeta,
  Pagination,
  ResponseBody,
  Time,
} from '../wire.ts';
import { Defaulted, Limit, List, Offset, Slugs, State } from './parameters.ts';

/** How long clients may reuse odds: little, compared with the 15 seconds or so between updates of the odds service. */
export const ODDS_FRESH_MS = 1_000;

const OddsSort = Type.Unsafe<OddsSortValue>(
  Type.Enum(ODDS_SORT_FIELDS.flatMap((field) => [field, `-${field}`])),
);

const PRICE_FILTERS = {
  sportsbook: Type.Optional(Slugs),
  sport: Type.Optional(Slugs),
  league: Type.Optional(Slugs),
  market: Type.Optional(Slugs),
  event: Type.Optional(List),
  live: Type.Optional(Type.Boolean()),
  sort: Type.Optional(OddsSort),
  fields: Type.Optional(Type.Array(Type.Enum(Object.keys(Odds.properties)))),
  /** American odds, as is `max_odds`. */
  min_odds: Type.Optional(Type.Number()),
  max_odds: Type.Optional(Type.Number()),
  state: Type.Optional(State),
  limit: Limit,
  offset: Offset,
};

const OddsQuery = Type.Object({
  ...PRICE_FILTERS,
  group_by: Type.Optional(Type.Literal('event')),
  cursor: Type.Optional(Type.String()),
});
export type OddsQuery = Static<typeof OddsQuery>;

function oddsPageOf<Row extends TSchema>(row: Row) {
  return ResponseBody(
    {
      data: Type.Array(row),
      meta: PageMeta({
        books_available: Type.Array(Type.String()),
        books_returned: Type.Array(Type.String()),
        filters: FilterEcho,
      }),
    },
    { success: Type.Literal(true) },
  );
}

export const OddsPage = oddsPageOf(Odds);
export type OddsPage = Static<NeededPart<typeof OddsPage>>;

/** The response to a query with `fields`: each price has only the fields that this parameter names. */
const SelectedOddsPage = oddsPageOf(Type.Partial(Odds));

/** The response to a query with `group_by=event`. `books_available` is a count here, not a list. */
function groupedPageOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    success: Type.Literal(true),
    data: Type.Array(Type.Object({ ...GroupedEvent.properties, odds: Type.Array(row) })),
    meta: Type.Object({
      group_by: Type.String(),
      books_available: Type.Number(),
      filters: FilterEcho,
      pagination: Type.Optional(Pagination),
      updated_at: Time,
    }),
  });
}

/** The response to a query with `group_by=event` and without `fields`. */
export const GroupedOddsPage = groupedPageOf(GroupedOdds);

export const odds = route({
  method: 'GET',
  path: '/odds',
  tier: 'free',
  query: OddsQuery,
  response: OddsPage,
  // The response to a query with the parameter named here; with both, the one for `group_by`.
  variants: { fields: SelectedOddsPage, group_by: groupedPageOf(Type.Partial(GroupedOdds)) },
  freshForMs: ODDS_FRESH_MS,
});

function oddsDeltaOf<Row extends TSchema>(row: Row) {
  const { total, pagination } = PageMeta({}).needed.properties;
  return ResponseBody(
    {
      data: Type.Array(row),
      meta: ResponseBody(
        {
          total,
          pagination,
          server_time: Time,
          books_changed: Type.Array(Type.String()),
        },
        { count: Type.Number(), filters: FilterEcho },
      ),
    },
    { success: Type.Literal(true) },
  );
}

export const OddsDelta = oddsDeltaOf(Odds);

/** Prices that changed after `since`, an ISO 8601 time. Unlike in `/odds`, `live` has a default. */
export const oddsDelta = route({
  method: 'GET',
  path: '/odds/delta',
  tier: 'free',
  query: Type.Object({
    since: Type.String(),
    ...PRICE_FILTERS,
    live: Defaulted(Type.Boolean(), false),
  }),
  response: OddsDelta,
  variants: { fields: oddsDeltaOf(Type.Partial(Odds)) },
  freshForMs: 0,
});

export const EventOddsPage = ListPage(EventOdds);

export const eventOdds = route({
  method: 'GET',
  path: '/events/{eventId}/odds',
  tier: 'free',
  query: Type.Object({
    sportsbook: Type.Optional(Slugs),
    market: Type.Optional(Slugs),
    limit: Limit,
    offset: Offset,
  }),
  response: EventOddsPage,
  freshForMs: ODDS_FRESH_MS,
});
