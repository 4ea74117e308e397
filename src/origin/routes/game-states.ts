import { GAME_STATE_TTL_SECONDS } from '../../contract/limits.ts';
import { anyOf } from '../../contract/odds/odds-filter.ts';
import type { Routes } from '../../contract/routes.ts';
import { slugOf } from '../../contract/slugs.ts';
import { sportSlugs } from '../../contract/sports.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';
import { sportStates } from '../games/merged-game-states.ts';
import { echoFilters } from '../requests/page.ts';
import { Refusal } from '../requests/refusal.ts';
import type { RouteHandler } from '../requests/serve-routes.ts';

/** The sports with games in play. */
export function liveSports(feed: PriceFeed, clock: Clock): RouteHandler<Routes['liveSports']> {
  return ({ view }) => {
    const now = clock.now();
    const states = sportStates(feed, now);
    const sports = states.map(({ sport, games, reportedAt }) => ({
      sport,
      event_count: games.size,
      ttl: Math.ceil(GAME_STATE_TTL_SECONDS - (now - reportedAt) / 1000),
    }));
    return {
      success: true,
      data: { sports },
      meta: {
        sport_count: sports.length,
        total_events: sports.reduce((sum, sport) => sum + sport.event_count, 0),
        updated_at: view.updatedAt,
      },
    };
  };
}

/** The games in play of one sport. */
export function gameStates(feed: PriceFeed, clock: Clock): RouteHandler<Routes['gameStates']> {
  return ({ view, params, query }) => {
    // The path may name an alias of the sport.
    const [sport = params.sport] = sportSlugs([params.sport]);
    const states = sportStates(feed, clock.now());
    const state = states.find((candidate) => slugOf(candidate.sport) === sport);
    if (state === undefined) {
      throw new Refusal('not_found', `There is no live game state for "${params.sport}".`);
    }
    const inLeague = anyOf(query.league);
    const games = [...state.games].filter(
      ([, game]) =>
        inLeague(game.league) && (query.live === undefined || game.isLive === query.live),
    );
    return {
      success: true,
      data: Object.fromEntries(games),
      meta: {
        sport,
        event_count: games.length,
        filters: echoFilters(query, ['league', 'live']),
        updated_at: view.updatedAt,
      },
    };
  };
}
