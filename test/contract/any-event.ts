import type { Event } from '../../src/contract/events.ts';
import { EventsPage } from '../../src/contract/routes/events.ts';
import type { Api } from './api.ts';

/** The upcoming event with prices at the most sportsbooks. */
export async function anyEvent(api: Api): Promise<Event> {
  const { data } = await api.read(EventsPage, '/events?live=false&limit=200');
  const event = data.toSorted((a, b) => b.book_count - a.book_count)[0];
  if (event === undefined) throw new Error('The service has no upcoming event.');
  return event;
}

/** A live event with a score. */
export async function anyLiveEvent(api: Api): Promise<Event> {
  const { data } = await api.read(EventsPage, '/events?has_score=true&live=true&limit=200');
  const event = data.find(({ book_count: books }) => books > 0);
  if (event === undefined) throw new Error('The service has no live event with a score.');
  return event;
}
