import type { Event as WireEvent, EventGameState as WireGameState } from '../contract/events.ts';
import type { Event, EventGameState } from '../generated/schema-types.ts';
import { displayName } from './sports.ts';
import { graphEventStatus, textOrNull } from './wire-values.ts';

type EventFields = Omit<
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

/** An event, computed from upstream's representation when a field is read. */
export class EventModel implements EventFields {
  readonly #wire: WireEvent;

  constructor(wire: WireEvent) {
    this.#wire = wire;
  }

  get id() {
    return this.#wire.id;
  }
  get externalIds() {
    return Object.entries(this.#wire.external_ids ?? {}).map(([sportsbookId, eventId]) => ({
      sportsbookId,
      eventId,
    }));
  }
  get sport() {
    return this.#wire.sport;
  }
  get league() {
    return this.#wire.league;
  }
  get homeTeam() {
    return textOrNull(this.#wire.home_team);
  }
  get awayTeam() {
    return textOrNull(this.#wire.away_team);
  }
  get name() {
    const { homeTeam, awayTeam } = this;
    return homeTeam !== null && awayTeam !== null
      ? `${awayTeam} @ ${homeTeam}`
      : (homeTeam ?? awayTeam ?? this.#subject);
  }
  /** What an event without names is about: its league and, if they are few enough to read, its markets. */
  get #subject() {
    const markets = this.markets.length > SUBJECT_MARKETS_MAX ? [] : this.markets;
    const named = [displayName(this.league), markets.map(displayName).join(', ')];
    return textOrNull(named.filter((name) => name !== '').join(': '));
  }
  get startTime() {
    return this.#wire.start_time;
  }
  get status() {
    return graphEventStatus(this.#wire.status);
  }
  get isLive() {
    return this.#wire.is_live;
  }
  get bookCount() {
    return this.#wire.book_count;
  }
  get markets() {
    return this.#wire.markets;
  }
  get sportsbookIds() {
    return this.#wire.books;
  }
  get gameState() {
    return eventGameState(this.#wire.game_state);
  }
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
