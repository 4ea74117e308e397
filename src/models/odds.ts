import { decimalOdds } from '../contract/odds/implied-probability.ts';
import type { BatchEvent, BatchOdds, Odds as WireOdds } from '../contract/odds/odds.ts';
import type { EventStatus, Odds, Price } from '../generated/schema-types.ts';
import { statedProbability } from './price.ts';
import { graphEventStatus, textOrNull } from './wire-values.ts';

/** Fields of `Odds` with resolvers of their own, each with the field of the model that its resolver needs. */
export const ODDS_LINKS = {
  event: 'eventId',
  sportsbook: 'sportsbookId',
  deepLink: 'id',
  history: 'key',
  opening: 'key',
  closing: 'key',
} as const satisfies Partial<Record<keyof Odds, keyof Odds>>;

export type OddsLinks = typeof ODDS_LINKS;

/**
 * Fields of a price that the model has a getter for; a field with a resolver of its own is in `ODDS_LINKS` instead. Those
 * that a response lacks are null: only what it carries may be selected (see `oddsFieldsIn`).
 */
type OddsFields = {
  readonly [Field in Exclude<keyof Odds, '__typename' | keyof OddsLinks>]: Odds[Field] | null;
};

/**
 * One price, from a list or from a batch. Responses contain thousands, so an instance holds only upstream's row,
 * and is also its own `price`: one more object for each price is measurable in garbage collection.
 */
export class OddsModel implements OddsFields, Price {
  readonly #wire: BatchOdds & Partial<WireOdds>;
  readonly #event: Pick<WireOdds & BatchEvent, 'event_id' | 'sport' | 'league' | 'is_live'>;

  constructor(wire: WireOdds);
  /** In `POST /odds/batch` the event has a part of what prices have elsewhere. */
  constructor(wire: BatchOdds, event: BatchEvent);
  constructor(wire: BatchOdds & Partial<WireOdds>, event?: BatchEvent) {
    this.#wire = wire;
    this.#event = event ?? (wire as WireOdds);
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
    return this.#wire.id ?? null;
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
    return this.#wire.event_start_time ?? null;
  }
  get lastSeenAt() {
    return this.#wire.last_seen_at;
  }
  get changedAt() {
    return this.#wire.odds_changed_at ?? null;
  }
  get isLive() {
    return this.#event.is_live;
  }
  get status(): EventStatus | null {
    const { status } = this.#wire;
    return status === null || status === undefined ? null : graphEventStatus(status);
  }
  get playerName() {
    return textOrNull(this.#wire.player_name);
  }
  get statCategory() {
    return textOrNull(this.#wire.stat_category);
  }
  get publicBetShare() {
    return this.#wire.public_bet_pct ?? null; // From 0 to 1, despite its name.
  }
  get maxBet() {
    return this.#wire.max_bet ?? null;
  }
}

/** The fields of `Odds` that can be read from prices with these properties on the wire. */
export function oddsFieldsIn(properties: object): ReadonlySet<string> {
  const fields = Object.keys(Object.getOwnPropertyDescriptors(OddsModel.prototype)).filter(
    (field) => propertiesRead(field as keyof OddsModel).every((name) => name in properties),
  );
  const links = Object.entries(ODDS_LINKS).filter(([, needed]) => fields.includes(needed));
  return new Set(['__typename', ...fields, ...links.map(([link]) => link)]);
}

/** The properties on the wire that a field of the model is made of, found by reading it from a row that notes them. */
function propertiesRead(field: keyof OddsModel): string[] {
  const names: string[] = [];
  const row = new Proxy({} as WireOdds, {
    get: (_row, name) => {
      names.push(String(name));
      return '';
    },
  });
  void new OddsModel(row)[field];
  return names;
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
