import Type, { type Static } from 'typebox';
import { Event } from '../events.ts';
import { route } from '../route.ts';
import { ListPage } from '../wire.ts';
import { BoundedOffset, Limit, Slugs } from './parameters.ts';

/** `date` is `YYYY-MM-DD`; `team` is part of a team's name, `q` is searched for in the event's name. */
const EventsQuery = Type.Object({
  sport: Type.Optional(Slugs),
  league: Type.Optional(Slugs),
  sportsbook: Type.Optional(Slugs),
  live: Type.Optional(Type.Boolean()),
  has_score: Type.Optional(Type.Boolean()),
  date: Type.Optional(Type.String()),
  team: Type.Optional(Type.String()),
  q: Type.Optional(Type.String()),
  limit: Limit,
  offset: BoundedOffset,
});
export type EventsQuery = Static<typeof EventsQuery>;

export const EventsPage = ListPage(Event);

export const events = route({
  method: 'GET',
  path: '/events',
  tier: 'free',
  query: EventsQuery,
  response: EventsPage,
  freshForMs: 2_000,
  objectsPerRequest: 1_000, // The list is read as a whole, for any number of ids.
});
