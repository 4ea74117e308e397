import { expect, test } from 'vitest';
import type { GameReport } from '../../../src/origin/feeds/price-feed.ts';
import {
  mergeReports,
  REPORT_PRIORITY,
  sportStates,
} from '../../../src/origin/games/merged-game-states.ts';
import { event, HandMadeFeed } from '../../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const [FIRST = '', SECOND = '', THIRD = ''] = REPORT_PRIORITY;

function report(homeScore: number, awayScore: number, more: Partial<GameReport> = {}): GameReport {
  return { reportedAt: 0, homeScore, awayScore, gamePeriod: null, gameClock: null, ...more };
}

test.each<[string, Record<string, GameReport>, object]>([
  [
    'the book with the highest total score is primary',
    { [FIRST]: report(1, 0), [THIRD]: report(0, 2), [SECOND]: report(1, 0) },
    { primaryBook: THIRD, homeScore: 0, awayScore: 2, bookCount: 3 },
  ],
  [
    'on a tie the book of higher priority is primary',
    { unranked: report(1, 1), [SECOND]: report(2, 0), [FIRST]: report(0, 2) },
    { primaryBook: FIRST },
  ],
  [
    'fields that the primary book leaves out come from the other books by priority',
    {
      unranked: report(1, 0, { gameClock: '11:11', server: 'home', lastPlay: 'unranked' }),
      [SECOND]: report(1, 0, { gameClock: '22:22', cornersHome: 2, lastPlay: 'second' }),
      [FIRST]: report(2, 0, { gamePeriod: '1H', cornersHome: null, cornersAway: 0 }),
    },
    {
      primaryBook: FIRST,
      gamePeriod: '1H',
      gameClock: '22:22',
      cornersHome: 2,
      cornersAway: 0,
      lastPlay: 'second',
      server: 'home',
    },
  ],
  [
    'a game whose clock no book publishes has an empty one',
    { [FIRST]: report(1, 0), [SECOND]: report(1, 0) },
    { gameClock: '' },
  ],
])('%s', (_, reports, expected) => {
  const state = mergeReports(event({ is_live: true }), new Map(Object.entries(reports)));
  expect(state).toMatchObject(expected);
  expect(state).not.toHaveProperty('reportedAt');
  expect(new Set(REPORT_PRIORITY).size).toBe(10);
});

test('a sport whose reports are 60 seconds old has no state', () => {
  const clock = new ManualClock();
  const feed = new HandMadeFeed(clock);
  feed.offer([], [event({ is_live: true })]);
  feed.games.set('game', new Map([[FIRST, report(1, 0, { reportedAt: clock.now() })]]));
  const states = () => sportStates(feed, clock.now()).map(({ sport }) => sport);
  clock.advance(59_999);
  expect(states()).toEqual(['soccer']);
  clock.advance(1);
  expect(states()).toEqual([]);
});
