import { createHash } from 'node:crypto';
import { eventName } from '../../contract/events.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { OpportunityKind, OpportunityOf } from '../../contract/opportunities.ts';
import type { EventInfo } from '../origin-board.ts';
import type { MarketPrice, MarketValuation, QuotedMarket } from './quoted-market.ts';

/** What a payload depends on besides the finding: the opportunity, the current state of its event, and who asks. */
export interface PayloadContext {
  /** What stays the same while the opportunity exists: 16 hexadecimal digits, and an ISO 8601 time. */
  readonly identity: { readonly id: string; readonly detected_at: string };
  readonly event: EventInfo;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** The US state for deep links to sportsbooks. */
  readonly state: string | undefined;
}

/** An opportunity that was found in the current prices. */
export interface Finding<K extends OpportunityKind = OpportunityKind> {
  readonly kind: K;
  readonly market: QuotedMarket;
  /** Tells it apart from others of its kind in the market; does not depend on prices. */
  readonly key: string;
  /**
   * What its kind is ranked by, in percent: the expected value of an EV bet or a middle, the profit of an arb, or
   * the hold.
   */
  readonly percent: number;
  /** Changes when a price or its book changes. */
  readonly revision: string;
  /** The prices that it consists of: at least one for each side to bet on. */
  readonly prices: readonly MarketPrice[];
  readonly payload: (context: PayloadContext) => OpportunityOf[K];
}

/** The same for the same market and key at any time, on every tier and in every process. */
export function opportunityId(
  kind: OpportunityKind,
  market: Pick<QuotedMarket, 'identity'>,
  key: string,
): string {
  const identity = `${kind}|${market.identity}|${key}`;
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

/** What payloads say of the event and the market. */
export function placeOf({ marketType }: QuotedMarket, event: EventInfo) {
  const { id, sport, league } = event;
  return { event_id: id, event_name: eventName(event), sport, league, market_type: marketType };
}

export function impliedBy({ odds }: MarketPrice): number {
  return 1 / odds.odds_decimal;
}

/** The end of a selection type that names the side, where `selection` may name only the player or team. */
const SIDE_WORD = /(over|under|yes|no|odd|even)$/;

/**
 * The selection with its side: "LeBron James Over" where the price only has "LeBron James". The payload
 * of an opportunity has no selection type that would tell the over from the under.
 */
export function selectionLabel({ selection, selection_type: type }: Odds): string {
  const word = SIDE_WORD.exec(type)?.[0];
  if (word === undefined || new RegExp(`\\b${word}\\b`, 'i').test(selection)) return selection;
  return `${selection} ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** A price that was not seen for this long may have moved: several times the interval at which books reprice. */
const STALE_SECONDS = { upcoming: 180, live: 30 };

/** Whole seconds since the oldest of the prices was last seen. `now` is in milliseconds since the Unix epoch. */
export function ageSeconds(prices: readonly MarketPrice[], now: number): number {
  const oldest = Math.min(...prices.map(({ odds }) => Date.parse(odds.last_seen_at)));
  return Math.max(0, Math.round((now - oldest) / 1000));
}

/** Whether prices of this age may have moved since. */
export function isStale(seconds: number, { is_live: isLive }: EventInfo): boolean {
  return seconds > (isLive ? STALE_SECONDS.live : STALE_SECONDS.upcoming);
}

/**
 * How reliable an opportunity is, from 0 to 100, by this service's own rule. It starts at n / (n + 2)
 * for n books that price every side. A sharp book among them halves the distance to 100. Possibly
 * stale prices halve the result.
 */
export function confidence({ bookCount, basis }: MarketValuation, mayBeStale: boolean): number {
  const byBooks = bookCount / (bookCount + 2);
  const trust = basis === 'sharp' ? (1 + byBooks) / 2 : byBooks;
  return Math.round(100 * (mayBeStale ? trust / 2 : trust));
}

/** A text that changes when a price or its book does. */
export function revisionOf(prices: readonly MarketPrice[]): string {
  return prices
    .map(({ odds }) => `${odds.selection_type} ${odds.sportsbook} ${odds.odds_decimal}`)
    .join();
}
