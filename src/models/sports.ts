import type { Event } from '../contract/events.ts';
import { slugOf } from '../contract/slugs.ts';
import type { League, Sport } from '../generated/schema-types.ts';

/** The properties of an event that its sport and league are derived from. */
type CountedEvent = Pick<Event, 'sport' | 'league' | 'is_live' | 'markets'>;

/** Words of slugs that are abbreviations, so names show them in capital letters. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'afl atp cba efl epl fa fiba fifa ipl itf khl kbo mlb mls mma nba ncaa ncaab ncaaf nfl nhl nrl npb pga ufc uefa uk us usa usl wnba wta'.split(
    ' ',
  ),
);

/** The sports of events, sorted by slug. Slugs that differ only in case are the same. */
export function sportModels(events: Iterable<CountedEvent>): Sport[] {
  const counted = [...events];
  // A slug names one league: if two sports use it, the events of both count.
  const leagues = new Map(
    grouped(counted, ({ league }) => league).map(({ id, events: own }): [string, League] => [
      slugOf(id),
      { id, name: displayName(id), eventCount: own.length },
    ]),
  );
  return grouped(counted, ({ sport }) => sport).map(({ id, events: own }) => ({
    id,
    name: displayName(id),
    eventCount: own.length,
    liveEventCount: own.filter((event) => event.is_live).length,
    leagues: grouped(own, ({ league }) => league).flatMap(
      (league) => leagues.get(slugOf(league.id)) ?? [],
    ),
    marketTypes: [...new Set(own.flatMap(({ markets }) => markets))].sort(),
  }));
}

interface Group {
  /** The slug as upstream writes it; of several spellings, the first in alphabetical order. */
  readonly id: string;
  readonly events: readonly CountedEvent[];
}

/** The events of each slug, sorted by slug. */
function grouped(events: readonly CountedEvent[], slug: (event: CountedEvent) => string): Group[] {
  return [...Map.groupBy(events, (event) => slugOf(slug(event)))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ id: group.map(slug).sort()[0] ?? '', events: group }));
}

/** A name for people, from a slug: `fifa_-_world_cup` is `FIFA - World Cup`. */
export function displayName(slug: string): string {
  return slug
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) =>
      ABBREVIATIONS.has(slugOf(word))
        ? word.toUpperCase()
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}
