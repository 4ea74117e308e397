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

/** A report of the score, as "home:away". */
function report(score: string, more: Partial<GameReport> = {}): GameReport {
  const [homeScore = 0, awayScore = 0] = score.split(':').map(Number);
  return { reportedAt: 0, homeScore, awayScore, gamePeriod: null, gameClock: null, ...more };
}

const merged = (reports: Record<string, GameReport>) =>
  mergeReports(event({ is_live: true }), new Map(Object.entries(reports)));

test('the primary book is that of the highest total score, and on a tie that of the highest priority', () => {
  const highest = merged({
    [FIRST]: report('1:0'),
    [THIRD]: report('0:2'),
    [SECOND]: report('1:0'),
  });
  expect(highest).toMatchObject({ primaryBook: THIRD, homeScore: 0, awayScore: 2, bookCount: 3 });
  const tied = { unranked: report('1:1'), [SECOND]: report('2:0'), [FIRST]: report('0:2') };
  expect(merged(tied)).toMatchObject({ primaryBook: FIRST });
  expect(new Set(REPORT_PRIORITY).size).toBe(10);
});

test('what the primary book leaves out comes from the others by priority, else the clock is empty', () => {
  const state = merged({
    unranked: report('1:0', { gameClock: '11:11', server: 'home', lastPlay: 'unranked' }),
    [SECOND]: report('1:0', { gameClock: '22:22', cornersHome: 2, lastPlay: 'second' }),
    [FIRST]: report('2:0', { gamePeriod: '1H', cornersHome: null, cornersAway: 0 }),
  });
  expect(state).toMatchObject({
    ...{ primaryBook: FIRST, gamePeriod: '1H', gameClock: '22:22', lastPlay: 'second' },
    ...{ cornersHome: 2, cornersAway: 0, server: 'home' },
  });
  expect(state).not.toHaveProperty('reportedAt');
  expect(merged({ [FIRST]: report('1:0'), [SECOND]: report('1:0') }).gameClock).toBe('');
});

test('a sport whose reports are 60 seconds old has no state', () => {
  const clock = new ManualClock();
  const feed = new HandMadeFeed(clock);
  feed.offer([], [event({ is_live: true })]);
  feed.games.set('game', new Map([[FIRST, report('1:0', { reportedAt: clock.now() })]]));
  const states = () => sportStates(feed, clock.now()).map(({ sport }) => sport);
  clock.advance(59_999);
  expect(states()).toEqual(['soccer']);
  clock.advance(1);
  expect(states()).toEqual([]);
});
