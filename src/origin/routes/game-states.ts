import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { GameStatesQuery } from '../../contract/game-state.ts';
import { GAME_STATE_TTL_SECONDS } from '../../contract/limits.ts';
import { anyOf } from '../../contract/odds-filter.ts';
import { slugOf } from '../../contract/slugs.ts';
import { sportSlugs } from '../../contract/sports.ts';
import { callerOf } from '../access.ts';
import type { PriceFeed } from '../feeds/price-feed.ts';
import { sportStates } from '../games/merged-game-states.ts';
import { echo } from '../odds/echo-filters.ts';
import { Refusal } from '../requests/origin-error.ts';
import { queryReader } from '../requests/read-request.ts';

const readQuery = queryReader(GameStatesQuery);

/** `GET /gamestate` and `GET /gamestate/{sport}`: the games in play, for the enterprise tier. */
export function gameStateRoutes(app: FastifyInstance, feed: PriceFeed, clock: Clock): void {
  const states = () => sportStates(feed.board, feed.liveReports, clock.now());
  const updatedAt = () => new Date(feed.board.updatedAt).toISOString();

  app.addHook('preHandler', async (request) => {
    const { tier } = callerOf(request);
    if (tier === 'enterprise') return;
    throw new Refusal(
      'feature_not_available',
      `Live game state requires the enterprise tier; this key is on the ${tier} tier.`,
    );
  });

  app.get('/gamestate', () => {
    const sports = states().map(({ sport, games, newsAt }) => ({
      sport,
      event_count: games.size,
      ttl: Math.ceil(GAME_STATE_TTL_SECONDS - (clock.now() - newsAt) / 1000),
    }));
    return {
      success: true,
      data: { sports },
      meta: {
        sport_count: sports.length,
        total_events: sports.reduce((sum, sport) => sum + sport.event_count, 0),
        updated_at: updatedAt(),
      },
    };
  });

  app.get<{ Params: { sport: string } }>('/gamestate/:sport', (request) => {
    const query = readQuery(request.query);
    const [sport] = sportSlugs([request.params.sport]);
    const state = states().find((candidate) => slugOf(candidate.sport) === sport);
    if (state === undefined) {
      throw new Refusal('not_found', `There is no live game state for "${request.params.sport}".`);
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
        filters: echo(query, ['league', 'live']),
        updated_at: updatedAt(),
      },
    };
  });
}
