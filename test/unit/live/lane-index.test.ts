import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LaneIndex } from '../../../src/live/lane-index.ts';
import { type Filterable, type LiveFilter, liveMatcher } from '../../../src/live/live-filter.ts';

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

const thing: fc.Arbitrary<Filterable> = fc.record({
  eventId: fc.constantFrom(...EVENTS),
  league: fc.constantFrom(...LEAGUES),
  sport: fc.constantFrom(...SPORTS),
  marketType: fc.constantFrom(...MARKETS),
  books: fc.array(fc.subarray(BOOKS, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
});

function found(index: LaneIndex<number>, sought: Filterable): Set<number> {
  const lanes = new Set<number>();
  index.forEach(sought, (lane) => lanes.add(lane));
  return lanes;
}

test('what a filter lets through is found in its lane, and in none that was taken out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ filter, isRemoved: fc.boolean() }), { maxLength: 12 }),
      fc.array(thing, { minLength: 1, maxLength: 12 }),
      (lanes, things) => {
        const index = new LaneIndex<number>();
        for (const [number, lane] of lanes.entries()) index.add(number, lane.filter);
        for (const [number, lane] of lanes.entries()) {
          if (lane.isRemoved) index.remove(number, lane.filter);
        }
        for (const sought of things) {
          const asked = found(index, sought);
          const matching = lanes.flatMap((lane, number) =>
            !lane.isRemoved && liveMatcher(lane.filter)(sought) ? [number] : [],
          );
          for (const number of matching) expect(asked).toContain(number);
          for (const number of asked) expect(lanes[number]?.isRemoved).toBe(false);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a lane is not asked about what differs in its most selective dimension', () => {
  const index = new LaneIndex<string>();
  index.add('one event', { eventIds: ['e1'], leagues: ['nba', 'nhl'] });
  index.add('one league', { leagues: ['nba'] });
  index.add('one book', { sportsbooks: ['b1'] });
  index.add('one market', { markets: ['player_points'], sports: ['basketball'] });
  index.add('a category', { markets: ['props', 'total'] });
  index.add('one sport', { sports: ['hockey'] });
  index.add('all', { eventIds: [] });
  const asked = new Set<string>();
  const other = {
    eventId: 'e2',
    league: 'nhl',
    sport: 'basketball',
    marketType: 'moneyline',
    books: [['b2'], ['b3']],
  };
  index.forEach(other, (lane) => asked.add(lane));
  expect([...asked]).toEqual(['all']);
});

test('lanes that are gone leave nothing to look through', () => {
  const index = new LaneIndex<string>();
  for (const filter of [{ eventIds: ['e1', 'e2'] }, { leagues: ['nba'] }, { markets: ['props'] }]) {
    index.add('lane', filter);
    index.remove('lane', filter);
  }
  const unread = new Proxy({} as Filterable, {
    get: (_, field) => {
      throw new Error(`${String(field)} is looked at.`);
    },
  });
  expect(found(index as never, unread)).toEqual(new Set());
});

test('a filter of sportsbooks lets through what can be bet at those alone', () => {
  const matches = liveMatcher({ sportsbooks: ['b1', 'b2'] });
  const at = (...books: string[][]) =>
    matches({ eventId: 'e', league: 'l', sport: 's', marketType: 'moneyline', books });
  expect(at(['b1'])).toBe(true);
  expect(at(['b3', 'b2'], ['b1'])).toBe(true);
  expect(at(['b1'], ['b3'])).toBe(false);
});

test('a bet that no sportsbook takes is left out only where sportsbooks are named', () => {
  const thing = { eventId: 'e', league: 'l', sport: 's', marketType: 'moneyline', books: [[]] };
  expect(liveMatcher({})(thing)).toBe(true);
  expect(liveMatcher({ sportsbooks: [] })(thing)).toBe(true);
  expect(liveMatcher({ sportsbooks: ['b1'] })(thing)).toBe(false);
});
