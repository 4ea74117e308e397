import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { ManualClock } from '../manual-clock.ts';
import { event, HandMadeFeed, price } from './hand-made-feed.ts';

const BOOKS = ['draftkings', 'fanduel'] as const;

/**
 * A board of many events with four prices each, for the option `feed`. Events are `event_0000` and so on. Each starts a
 * minute (or `minutesApart`) after the one before, and pays a hundredth more on the away team; a sportsbook that prices
 * both sides keeps five percent.
 */
export function wideBoard(events: number, minutesApart = 1): (clock: ManualClock) => HandMadeFeed {
  return (clock) => {
    const feed = new HandMadeFeed(clock);
    for (let i = 0; i < events; i++) {
      const game = {
        sport: 'basketball',
        league: 'nba',
        home_team: `Home ${i}`,
        away_team: `Away ${i}`,
      };
      const id = `event_${String(i).padStart(4, '0')}`;
      const start_time = new Date(Date.UTC(2026, 10, 22) + i * minutesApart * 60_000).toISOString();
      const prices = pricesOf(i, { ...game, event_id: id, event_start_time: start_time });
      feed.offer(prices, [event({ ...game, id, start_time })]);
    }
    return feed;
  };
}

function pricesOf(i: number, game: Partial<Odds>): Odds[] {
  const away = 2 + i / 100;
  const home = Math.round(1e4 / (1.05 - 1 / away)) / 1e4;
  return BOOKS.flatMap((sportsbook, b) => {
    const common = { ...game, sportsbook, last_seen_at: '2026-11-21T17:59:59Z' };
    return [
      price({
        ...common,
        id: `${i * 4 + b * 2 + 1}`,
        selection: `Home ${i}`,
        odds_american: Math.round(-100 / (home - 1)),
        odds_decimal: home,
      }),
      price({
        ...common,
        id: `${i * 4 + b * 2 + 2}`,
        selection: `Away ${i}`,
        selection_type: 'away',
        odds_american: 100 + i,
        odds_decimal: away,
      }),
    ];
  });
}
