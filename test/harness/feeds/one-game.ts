import type { BoardRow } from '../../../src/origin/origin-board.ts';
import { ManualClock } from '../manual-clock.ts';
import { event, HandMadeFeed, price } from './hand-made-feed.ts';

/** A board with one game of two teams: a moneyline and the home side's spread, at one sportsbook. */
export class OneGame {
  readonly feed = new HandMadeFeed(new ManualClock());
  readonly moneyline: readonly BoardRow[];

  constructor([home, away]: readonly [string, string] = ['Arsenal', 'Everton']) {
    const teams = { home_team: home, away_team: away };
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

  /** Changes the price of the home team, which is +100 at first. */
  moveHome(american = 150): void {
    const [home] = this.moneyline;
    if (home === undefined) throw new Error('The game has a moneyline.');
    this.feed.change(home, { odds_american: american, odds_decimal: 1 + american / 100 });
  }
}
