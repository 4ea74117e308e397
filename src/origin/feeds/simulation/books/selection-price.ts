import { PLAYER_PROP_PREFIX } from '../../../../contract/markets.ts';
import type { Odds } from '../../../../contract/odds.ts';
import type { BoardRow } from '../../../origin-board.ts';
import type { MarketGroup } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Book } from './bookmakers.ts';

/** What the rows of an event have in common. */
export interface EventFields {
  readonly event_id: string;
  readonly sport: string;
  readonly league: string;
  readonly home_team: string;
  readonly away_team: string;
  readonly event_start_time: string;
}

/** Hands out the identity of every price that the simulation ever offers. */
export class Numbering {
  readonly #random: Random;
  #last = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** `id` has 11 to 19 digits; its last ten tell it apart from all others. */
  next(): { readonly ref: number; readonly id: string } {
    const ref = ++this.#last;
    return { ref, id: `${this.#random.whole(1, 900_000_000)}${String(ref).padStart(10, '0')}` };
  }
}

/** The one sharp book that shows how much it takes, in USD. */
const SHOWS_LIMITS = 'pinnacle';
const LIMITS: Readonly<Record<MarketGroup, number>> = {
  main: 20_000,
  alternate: 3_000,
  team_total: 2_000,
  special: 1_000,
  score: 500,
  period: 2_000,
  prop: 500,
  scorer: 250,
  outright: 1_000,
};

/** A price of one book on one selection. The row is null while it is not on the board. */
export interface Offer {
  readonly ref: number;
  odds: Odds;
  row: BoardRow | null;
}

/** What is offered: one selection of a market. */
export interface Offered {
  readonly marketType: string;
  readonly group: MarketGroup;
  readonly name: string;
  readonly type: string;
  /** Of props alone. */
  readonly figure: { readonly player: string; readonly statCategory: string } | null;
}

/** A price that was never on the board yet. */
export function newOffer(
  numbering: Numbering,
  { profile }: Book,
  { marketType, group, name, type, figure }: Offered,
  event: EventFields,
): Offer {
  const { ref, id } = numbering.next();
  const odds: Odds = {
    id,
    sportsbook: profile.id,
    event_id: event.event_id,
    sport: event.sport,
    league: event.league,
    home_team: event.home_team,
    away_team: event.away_team,
    market_type: marketType,
    selection: name,
    selection_type: type,
    odds_american: 0,
    odds_decimal: 0,
    odds_probability: 0,
    line: null,
    event_start_time: event.event_start_time,
    last_seen_at: '',
    is_live: false,
    odds_changed_at: '',
    ...(figure !== null &&
      marketType.startsWith(PLAYER_PROP_PREFIX) && {
        player_name: figure.player,
        stat_category: figure.statCategory,
      }),
    ...(profile.id === SHOWS_LIMITS && { max_bet: LIMITS[group] }),
  };
  return { ref, odds, row: null };
}
