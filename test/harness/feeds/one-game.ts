import type { Clock } from '../../../src/clock.ts';
import type { BoardRow } from '../../../src/origin/origin-board.ts';
import { event, HandMadeFeed, price } from '../../unit/origin/hand-made-feed.ts';

/** A board with one game of two teams: a moneyline and the home side's spread, at one sportsbook. */
export class OneGame {
  readonly feed: HandMadeFeed;
  readonly moneyline: readonly BoardRow[];

  constructor(clock: Clock, [home, away]: readonly [string, string] = ['Arsenal', 'Everton']) {
    const teams = { home_team: home, away_team: away };
    this.feed = new HandMadeFeed(clock);
    this.moneyline = this.feed.offer(
      [
        price({ ...teams, id: '1', selection: home }),
        price({ ...teams, id: '2', selection: away, selection_type: 'away' }),
      ],
      [event(teams)],
    );
    this.feed.offer(
      [price({ ...teams, id: '3', selection: home, market_type: 'point_spread', line: -1 })],
      [],
    );
  }
}
