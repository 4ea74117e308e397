import type {
  LiveSport as WireLiveSport,
  ListedState as WireState,
} from '../contract/routes/game-states.ts';
import type { GameState, LiveSport } from '../generated/schema-types.ts';
import { textOrNull } from './wire-values.ts';

/** Fields that do not apply to every sport, or that no sportsbook reports. */
const UNREPORTED = {
  awayScore: null,
  gamePeriod: null,
  possession: null,
  lastPlay: null,
  foulsHome: null,
  foulsAway: null,
  cornersHome: null,
  cornersAway: null,
  yellowCardsHome: null,
  yellowCardsAway: null,
  redCardsHome: null,
  redCardsAway: null,
  powerPlay: null,
  setsHome: null,
  setsAway: null,
  server: null, // In tennis: the side that serves.
} as const;

/** The states of games that have a score, by their keys in the response. Other fields have the same names in the graph. */
export function gameStateModels(wire: Readonly<Record<string, WireState>>): GameState[] {
  return Object.entries(wire).flatMap(([eventKey, { homeScore, ...state }]) => {
    if (typeof homeScore !== 'number') return [];
    const gameClock = textOrNull(state.gameClock);
    return [{ ...UNREPORTED, ...state, homeScore, gameClock, eventKey }];
  });
}

/** A sport with live games. */
export function liveSport(wire: WireLiveSport): LiveSport {
  return { sport: wire.sport, eventCount: wire.event_count, ttlSeconds: wire.ttl };
}
