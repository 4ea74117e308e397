import type { Event as WireEvent, EventGameState as WireGameState } from '../contract/events.ts';
import type { Event, EventGameState } from '../generated/schema-types.ts';
import { displayName } from './sports.ts';
import { graphEventStatus, textOrNull } from './wire-values.ts';

/** An event: what upstream's list says about it. Its other fields are read only if they are asked for. */
export type EventModel = Omit<
  Event,
  | '__typename'
  | 'nodeId'
  | 'sportsbooks'
  | 'odds'
  | 'comparison'
  | 'splits'
  | 'splitsHistory'
  | 'lowHoldOpportunities'
  | 'liveGameState'
  | 'lineMovement'
  | 'oddsAt'
  | 'closingOdds'
>;

/** The most markets in the name of an event without teams. */
const SUBJECT_MARKETS_MAX = 2;

export function eventModel(wire: WireEvent): EventModel {
  const [homeTeam, awayTeam] = [textOrNull(wire.home_team), textOrNull(wire.away_team)];
  return {
    id: wire.id,
    externalIds: Object.entries(wire.external_ids ?? {}).flatMap(([sportsbookId, id]) =>
      // A number that is too large for JavaScript is no longer the id that upstream has sent.
      typeof id === 'string' || Number.isSafeInteger(id)
        ? [{ sportsbookId, eventId: String(id) }]
        : [],
    ),
    sport: wire.sport,
    league: wire.league,
    homeTeam,
    awayTeam,
    name: matchName(homeTeam, awayTeam) ?? subjectOf(wire),
    startTime: wire.start_time,
    status: graphEventStatus(wire.status),
    isLive: wire.is_live,
    bookCount: wire.book_count,
    markets: wire.markets,
    sportsbookIds: wire.books,
    gameState: eventGameState(wire.game_state),
  };
}

/** The name of an event by its teams, or by the one that is known; null without any. */
export function matchName(homeTeam: string | null, awayTeam: string | null): string | null {
  return homeTeam && awayTeam ? `${awayTeam} @ ${homeTeam}` : (homeTeam ?? awayTeam);
}

/** What an event without names is about: its league and, if they are few enough to read, its markets. */
function subjectOf({ league, markets }: WireEvent): string | null {
  const few = markets.length > SUBJECT_MARKETS_MAX ? [] : markets;
  const named = [displayName(league), few.map(displayName).join(', ')];
  return textOrNull(named.filter((name) => name !== '').join(': '));
}

/** Score and clock of an event; null if upstream sends none. */
export function eventGameState(wire: WireGameState | null | undefined): EventGameState | null {
  if (wire === null || wire === undefined) return null;
  return {
    homeScore: wire.home_score,
    awayScore: wire.away_score ?? null,
    period: wire.period ?? null,
    clock: wire.clock ?? null,
    scoreType: wire.score_type,
    possession: wire.possession ?? null,
    isTimeout: wire.is_timeout ?? null,
    powerPlay: wire.power_play ?? null,
    lastPlay: wire.last_play ?? null,
  };
}
