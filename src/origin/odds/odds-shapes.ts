import { eventName } from '../../contract/events.ts';
import { impliedProbability } from '../../contract/odds/implied-probability.ts';
import type { BatchOdds, EventOdds, GroupedOdds, Odds } from '../../contract/odds/odds.ts';
import { deepLinkFor } from '../book-links.ts';
import type { Board, EventInfo } from '../origin-board.ts';

/** What grouped prices, the batch and the comparison say of an event. */
export function eventHeader(event: EventInfo) {
  return {
    event_id: event.id,
    event_name: eventName(event),
    sport: event.sport,
    league: event.league,
    start_time: event.start_time,
    is_live: event.is_live,
  };
}

/**
 * A price in `/odds`, `/odds/delta` and snapshots of streams: with a deep link if its book has pages, and with the
 * fields in `more`, reduced to the requested `fields`. `state` is the US state that the link is for.
 */
export function toOdds(
  odds: Odds,
  board: Board,
  { state, fields }: { readonly state?: string | undefined; readonly fields?: readonly string[] },
  more: Partial<Odds> = {},
): Partial<Odds> {
  const link = deepLinkFor(odds, board.event(odds.event_id), state);
  return pick({ ...odds, ...(link && { deep_link: link.url }), ...more }, fields);
}

/** A price in `/odds?group_by=event`. */
export function toGroupedOdds(odds: Odds): GroupedOdds {
  return { id: odds.id, ...toBatchOdds(odds), odds_probability: probabilityOf(odds) };
}

/** A price in `/odds/batch`. */
export function toBatchOdds(odds: Odds): BatchOdds {
  return {
    sportsbook: odds.sportsbook,
    market_type: odds.market_type,
    selection: odds.selection,
    selection_type: odds.selection_type,
    odds_american: odds.odds_american,
    odds_decimal: odds.odds_decimal,
    line: odds.line ?? null,
    last_seen_at: odds.last_seen_at,
  };
}

/** A price in `/events/{eventId}/odds`. The specification has both names of the probability. */
export function toEventOdds(odds: Odds): EventOdds {
  const probability = probabilityOf(odds);
  return {
    id: odds.id,
    sportsbook: odds.sportsbook,
    event_id: odds.event_id,
    market_type: odds.market_type,
    selection: odds.selection,
    selection_type: odds.selection_type,
    line: odds.line ?? null,
    odds: {
      american: odds.odds_american,
      decimal: odds.odds_decimal,
      probability,
      odds_probability: probability,
    },
    last_seen_at: odds.last_seen_at,
  };
}

/** The probability that a price implies, as its feed states it. */
export function probabilityOf(odds: Odds): number {
  return odds.odds_probability ?? impliedProbability(odds.odds_american, odds.odds_decimal);
}

/** The named fields of a row, if it has them. All fields if none is named. */
export function pick<T extends object>(row: T, fields: readonly string[] = []): Partial<T> {
  if (fields.length === 0) return row;
  const wanted = new Set(fields);
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name))) as Partial<T>;
}
