import { ROUTES } from '../contract/routes.ts';
import type { GameState } from '../generated/schema-types.ts';
import type { EventModel } from '../models/event.ts';
import { gameStateModels } from '../models/game-state.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { routeLoader } from './route-loader.ts';

/** The live games of sports; null for a sport that has none. */
export function sportGamesLoader(scope: RequestScope) {
  return routeLoader(scope, ROUTES.gameStates, ({ data }) => new SportGames(gameStateModels(data)));
}

type Match = Pick<EventModel, 'league' | 'homeTeam' | 'awayTeam' | 'isLive'>;

/** The live games of one sport. */
class SportGames {
  readonly #byEventKey: ReadonlyMap<string, GameState>;
  readonly #byMatch: ReadonlyMap<string, GameState>;

  constructor(games: readonly GameState[]) {
    this.#byEventKey = new Map(games.map((game) => [game.eventKey, game]));
    this.#byMatch = new Map(games.map((game) => [matchKey(game), game]));
  }

  /**
   * The state of an event; null if there is none. The contract of the odds service does not define the keys of
   * live games. If they are not event ids, league and both teams identify the game. Teams may play each other
   * again the next day, so a game in play never matches an event that has not begun.
   */
  stateOf(event: EventModel): GameState | null {
    const game = this.#byEventKey.get(event.id);
    if (game !== undefined) return game;
    if (event.homeTeam === null || event.awayTeam === null) return null;
    return this.#byMatch.get(matchKey(event)) ?? null;
  }
}

function matchKey({ league, homeTeam, awayTeam, isLive }: Match): string {
  return JSON.stringify([league, homeTeam, awayTeam, isLive]).toLowerCase();
}
