import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Filterable,
  type LiveFilter,
  liveMatcher,
} from '../../../src/live/board/live-filter.ts';
import { TopicIndex } from '../../../src/live/topics/topic-index.ts';
import { runs } from '../../harness/property-runs.ts';

const EVENTS = ['e1', 'e2', 'e3'];
const LEAGUES = ['nba', 'NBA', 'nhl'];
const SPORTS = ['basketball', 'Hockey', 'hockey'];
const BOOKS = ['b1', 'B1', 'b2', 'b3'];
const MARKETS = ['moneyline', 'Moneyline', 'player_points', 'Player_Points', 'total_goals'];
const ALIASES = ['main', 'props', 'total', 'h2h', 'Totals'];

const some = (all: string[]) => fc.option(fc.subarray(all), { nil: null });

const filter: fc.Arbitrary<LiveFilter> = fc.record(
  {
    eventIds: some(EVENTS),
    leagues: some(LEAGUES),
    sports: some(SPORTS),
    sportsbooks: some(BOOKS),
    markets: some([...MARKETS, ...ALIASES]),
  },
  { requiredKeys: [] },
);

const item: fc.Arbitrary<Filterable> = fc.record({
  eventId: fc.constantFrom(...EVENTS),
  league: fc.constantFrom(...LEAGUES),
  sport: fc.constantFrom(...SPORTS),
  marketType: fc.constantFrom(...MARKETS),
  booksPerLeg: fc.array(fc.subarray(BOOKS, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
});

function found<Topic>(index: TopicIndex<Topic>, sought: Filterable): Set<Topic> {
  const topics = new Set<Topic>();
  index.forEach(sought, (topic) => topics.add(topic));
  return topics;
}

test('an item finds every topic whose filter matches it, and no removed topic', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ filter, isRemoved: fc.boolean() }), { maxLength: 12 }),
      fc.array(item, { minLength: 1, maxLength: 12 }),
      (topics, items) => {
        const index = new TopicIndex<number>();
        for (const [number, topic] of topics.entries()) index.add(number, topic.filter);
        for (const [number, topic] of topics.entries()) {
          if (topic.isRemoved) index.remove(number, topic.filter);
        }
        for (const sought of items) {
          const candidates = found(index, sought);
          const matching = topics.flatMap((topic, number) =>
            !topic.isRemoved && liveMatcher(topic.filter)(sought) ? [number] : [],
          );
          for (const number of matching) expect(candidates).toContain(number);
          for (const number of candidates) expect(topics[number]?.isRemoved).toBe(false);
        }
      },
    ),
    { numRuns: runs(500) },
  );
});

test('a topic is not found for items that differ in its most selective dimension', () => {
  const index = new TopicIndex<string>();
  index.add('one event', { eventIds: ['e1'], leagues: ['nba', 'nhl'] });
  index.add('one league', { leagues: ['nba'] });
  index.add('one book', { sportsbooks: ['b1'] });
  index.add('one market', { markets: ['player_points'], sports: ['basketball'] });
  index.add('a category', { markets: ['props', 'total'] });
  index.add('one sport', { sports: ['hockey'] });
  index.add('all', { eventIds: [] });
  const found = new Set<string>();
  const other = {
    eventId: 'e2',
    league: 'nhl',
    sport: 'basketball',
    marketType: 'moneyline',
    booksPerLeg: [['b2'], ['b3']],
  };
  index.forEach(other, (topic) => found.add(topic));
  expect([...found]).toEqual(['all']);
});

test('removed topics leave no empty index entries', () => {
  const index = new TopicIndex<string>();
  for (const filter of [{ eventIds: ['e1', 'e2'] }, { leagues: ['nba'] }, { markets: ['props'] }]) {
    index.add('topic', filter);
    index.remove('topic', filter);
  }
  const unread = new Proxy({} as Filterable, {
    get: (_, field) => {
      throw new Error(`${String(field)} is looked at.`);
    },
  });
  expect(found(index, unread)).toEqual(new Set());
});

test('an item without sportsbooks is excluded only by a sportsbook filter', () => {
  const item = {
    eventId: 'e',
    league: 'l',
    sport: 's',
    marketType: 'moneyline',
    booksPerLeg: [[]],
  };
  expect(liveMatcher({})(item)).toBe(true);
  expect(liveMatcher({ sportsbooks: [] })(item)).toBe(true);
  expect(liveMatcher({ sportsbooks: ['b1'] })(item)).toBe(false);
});
