import type { BatchEvent, BatchOdds, Odds as WireOdds } from '../contract/odds/odds.ts';
import type { EventStatus, Odds, Price } from '../generated/schema-types.ts';
import { decimalOdds, impliedProbability, statedProbability } from './price.ts';
import { graphEventStatus, textOrNull } from './wire-values.ts';

type OddsFields = Omit<Odds, '__typename' | 'event' | 'sportsbook' | 'deepLink'>;

/**
 * One price. Fields that a batch does not carry are null if the price comes from a batch; only
 * `BATCH_FIELDS` may be selected from it.
 */
export type OddsModel = {
  readonly [Field in keyof OddsFields]: Field extends (typeof BATCH_FIELDS)[number]
    ? OddsFields[Field]
    : OddsFields[Field] | null;
};

/** The fields of `Odds` that `POST /odds/batch` carries. */
export const BATCH_FIELDS = [
  'key',
  'eventId',
  'sportsbookId',
  'sport',
  'league',
  'marketType',
  'selection',
  'selectionType',
  'price',
  'line',
  'lastSeenAt',
  'isLive',
] as const;

/*
 * Responses contain thousands of prices, so the two classes below only hold a row from upstream, and
 * each instance is also its own `price`. One more object for each price is measurable in garbage collection.
 */

/** A price from `GET /odds` or `GET /odds/delta`. */
export class ListedOdds implements OddsModel, Price {
  readonly #wire: WireOdds;

  constructor(wire: WireOdds) {
    this.#wire = wire;
  }

  get price(): Price {
    return this;
  }
  get american() {
    return this.#wire.odds_american;
  }
  get decimal() {
    return decimalOdds(this.#wire.odds_american, this.#wire.odds_decimal);
  }
  get probability() {
    const { odds_american, odds_decimal, odds_probability } = this.#wire;
    return statedProbability(odds_probability, odds_american, odds_decimal);
  }

  get id() {
    return this.#wire.id;
  }
  get key() {
    return oddsKey(this.#wire.event_id, this.#wire);
  }
  get eventId() {
    return this.#wire.event_id;
  }
  get sportsbookId() {
    return this.#wire.sportsbook;
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
  get marketType() {
    return this.#wire.market_type;
  }
  get selection() {
    return this.#wire.selection;
  }
  get selectionType() {
    return this.#wire.selection_type;
  }
  get line() {
    return this.#wire.line ?? null;
  }
  get eventStartTime() {
    return this.#wire.event_start_time;
  }
  get lastSeenAt() {
    return this.#wire.last_seen_at;
  }
  get changedAt() {
    return this.#wire.odds_changed_at ?? null;
  }
  get isLive() {
    return this.#wire.is_live;
  }
  get status(): EventStatus | null {
    const { status } = this.#wire;
    return status === null || status === undefined ? null : graphEventStatus(status);
  }
  get playerName() {
    return this.#wire.player_name ?? null;
  }
  get statCategory() {
    return this.#wire.stat_category ?? null;
  }
  get publicBetShare() {
    return this.#wire.public_bet_pct ?? null; // From 0 to 1, despite its name.
  }
  get maxBet() {
    return this.#wire.max_bet ?? null;
  }
}

/** A price of an event from `POST /odds/batch`. */
export class BatchedOdds implements OddsModel, Price {
  readonly #event: BatchEvent;
  readonly #wire: BatchOdds;

  constructor(event: BatchEvent, wire: BatchOdds) {
    this.#event = event;
    this.#wire = wire;
  }

  get price(): Price {
    return this;
  }
  get american() {
    return this.#wire.odds_american;
  }
  get decimal() {
    return decimalOdds(this.#wire.odds_american, this.#wire.odds_decimal);
  }
  get probability() {
    return impliedProbability(this.#wire.odds_american, this.#wire.odds_decimal);
  }
  get key() {
    return oddsKey(this.#event.event_id, this.#wire);
  }
  get eventId() {
    return this.#event.event_id;
  }
  get sportsbookId() {
    return this.#wire.sportsbook;
  }
  get sport() {
    return this.#event.sport;
  }
  get league() {
    return this.#event.league;
  }
  get marketType() {
    return this.#wire.market_type;
  }
  get selection() {
    return this.#wire.selection;
  }
  get selectionType() {
    return this.#wire.selection_type;
  }
  get line() {
    return this.#wire.line ?? null;
  }
  get lastSeenAt() {
    return this.#wire.last_seen_at;
  }
  get isLive() {
    return this.#event.is_live;
  }

  get id() {
    return null;
  }
  get homeTeam() {
    return null;
  }
  get awayTeam() {
    return null;
  }
  get eventStartTime() {
    return null;
  }
  get changedAt() {
    return null;
  }
  get status() {
    return null;
  }
  get playerName() {
    return null;
  }
  get statCategory() {
    return null;
  }
  get publicBetShare() {
    return null;
  }
  get maxBet() {
    return null;
  }
}

/**
 * The identity of a price: event, sportsbook, market, selection, selection type and line, joined by
 * `|`. A `|` or `\` inside a part is escaped by a `\`.
 */
export function oddsKey(
  eventId: string,
  wire: Pick<WireOdds, 'sportsbook' | 'market_type' | 'selection' | 'selection_type' | 'line'>,
): string {
  const line = wire.line ?? '';
  return `${part(eventId)}|${part(wire.sportsbook)}|${part(wire.market_type)}|${part(wire.selection)}|${part(wire.selection_type)}|${line}`;
}

function part(text: string): string {
  return text.includes('|') || text.includes('\\') ? text.replace(/[|\\]/g, '\\$&') : text;
}
