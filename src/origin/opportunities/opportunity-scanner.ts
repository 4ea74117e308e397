import type { Odds } from '../../contract/odds/odds.ts';
import {
  OPPORTUNITY_KINDS,
  type OpportunityKind,
  type OpportunityOf,
} from '../../contract/opportunities.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { EventInfo } from '../origin-board.ts';
import { findArbitrage, findEv, findLowHold } from './find-in-market.ts';
import { findMiddles } from './find-middles.ts';
import { type Finding, opportunityId } from './finding.ts';
import { type LineLadder, type MarketPrice, valueMarket } from './quoted-market.ts';
import type { ValuedMarkets } from './valued-markets.ts';

/** What is found at present, by an id that stays the same. */
interface OpenOpportunity<K extends OpportunityKind = OpportunityKind> extends Finding<K> {
  readonly id: string;
  readonly detectedAt: string;
}

/** An open opportunity, and the event that it is on. */
export interface Opportunity<K extends OpportunityKind = OpportunityKind>
  extends OpenOpportunity<K> {
  readonly event: EventInfo;
}

/** What is found where prices changed, and what is gone. */
interface Changes {
  readonly detected: OpenOpportunity[];
  readonly expired: OpenOpportunity[];
}

/** How one change of the board (all current prices) changed the opportunities of one kind. */
export interface OpportunityChange {
  readonly kind: OpportunityKind;
  /** New opportunities, and known ones that may have changed. */
  readonly detected: readonly Opportunity[];
  /** Ids of opportunities that no longer exist. */
  readonly expired: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

type OpportunityListener = (change: OpportunityChange) => void;

/**
 * Finds the opportunities in the prices that one tier sees. If a search names books, only their prices
 * can be best prices, while fair probabilities still come from all books.
 */
export class OpportunityScanner {
  readonly markets: ValuedMarkets;
  /** Ends the search, and so the calls of listeners. */
  readonly stop: () => void;
  readonly #clock: Clock;
  readonly #books: ReadonlySet<string>;
  readonly #open = new Map<string, OpenOpportunity>();
  /** The open opportunities by the ladder that they were found in. */
  readonly #byLadder = new Map<LineLadder, readonly OpenOpportunity[]>();
  readonly #listeners = new Set<OpportunityListener>();

  /** `books` are the sportsbooks to bet at. By default, and if empty, all that the tier sees. */
  constructor(markets: ValuedMarkets, clock: Clock, books: readonly string[] = []) {
    this.markets = markets;
    this.#clock = clock;
    this.#books = new Set(books);
    // A search of some books begins only with a request, so what it finds at first counts as detected
    // when its prices last changed.
    const detectedAt = books.length > 0 ? undefined : isoTime(markets.updatedAt);
    this.#scan(markets.ladders(), detectedAt); // What the first scan finds is not reported as a change.
    this.stop = markets.onChange((changed, at) => {
      this.#report(this.#scan(changed, isoTime(at)), at);
    });
  }

  /** The open opportunities of one kind, without their payloads. */
  open<K extends OpportunityKind>(kind: K): Opportunity<K>[] {
    const isOfKind = (one: OpenOpportunity): one is OpenOpportunity<K> => one.kind === kind;
    return [...this.#open.values().filter(isOfKind)].flatMap((one) => this.#withEvent(one));
  }

  /** The payload of an opportunity at the current time, with deep links for a US state. */
  payload<K extends OpportunityKind>(
    { id, detectedAt, event, payload }: Opportunity<K>,
    state?: string,
  ): OpportunityOf[K] {
    const identity = { id, detected_at: detectedAt };
    return payload({ identity, event, now: this.#clock.now(), state });
  }

  /** The prices that an open opportunity consists of; none for an unknown id. */
  oddsOf(id: string): readonly Odds[] {
    return this.#open.get(id)?.prices.map(({ odds }) => odds) ?? [];
  }

  /**
   * The prices from which a search of some books may make the opportunity with this id. An arbitrage or middle of some
   * books is open here too, at better prices. A low hold of some may be an arbitrage here, so its market is looked up. A
   * +EV bet consists of one price, so there are no others.
   */
  rivalOddsOf(id: string): readonly Odds[] {
    const { kind, prices = [] } = this.#open.get(id) ?? {};
    if (kind !== 'arb' && kind !== 'middles') return this.markets.lowHoldOdds(id);
    return prices.flatMap(({ market, odds: { selection_type: side } }) =>
      Array.from(market.prices, ({ odds }) => odds).filter((odds) => odds.selection_type === side),
    );
  }

  /** Calls `listener` for each kind that a change of the board affects, until the returned function is called. */
  onChange(listener: OpportunityListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Searches ladders, and replaces the open opportunities of each by what it finds. New ones count as detected at
   * `newSince`, an ISO 8601 time; by default when their prices last changed.
   */
  #scan(ladders: Iterable<LineLadder>, newSince?: string): Changes {
    const changes: Changes = { detected: [], expired: [] };
    for (const ladder of ladders) {
      const before = this.#byLadder.get(ladder) ?? [];
      const after = this.#findIn(ladder).map((finding) => {
        const id = opportunityId(finding.kind, finding.market, finding.key);
        const known = this.#open.get(id);
        const detectedAt = known?.detectedAt ?? newSince ?? lastChange(finding.prices);
        const opportunity = { ...finding, id, detectedAt };
        this.#open.set(id, opportunity);
        changes.detected.push(opportunity);
        return opportunity;
      });
      for (const one of before) {
        if (after.some(({ id }) => id === one.id)) continue;
        this.#open.delete(one.id);
        changes.expired.push(one);
      }
      if (after.length === 0) this.#byLadder.delete(ladder);
      else this.#byLadder.set(ladder, after);
    }
    return changes;
  }

  #findIn({ markets }: LineLadder): Finding[] {
    const valued = [...markets.values()].flatMap((market) => {
      const isOfAll = this.#books.size === 0;
      const valuation = isOfAll ? market.valuation : valueMarket(market, this.#books);
      return valuation ? [{ market, valuation }] : [];
    });
    const inEach = valued.flatMap(({ market, valuation }) => [
      ...findEv(market, valuation),
      ...findArbitrage(market, valuation),
      ...findLowHold(market, valuation),
    ]);
    return [...inEach, ...findMiddles(valued)];
  }

  #report({ detected: allDetected, expired: allExpired }: Changes, at: number): void {
    if (this.#listeners.size === 0) return;
    for (const kind of OPPORTUNITY_KINDS) {
      const ofKind = allDetected.filter((one) => one.kind === kind);
      const expired = allExpired.filter((one) => one.kind === kind).map(({ id }) => id);
      if (ofKind.length + expired.length === 0) continue;
      const detected = ofKind.flatMap((one) => this.#withEvent(one));
      for (const listener of this.#listeners) listener({ kind, detected, expired, at });
    }
  }

  #withEvent<K extends OpportunityKind>(opportunity: OpenOpportunity<K>): Opportunity<K>[] {
    const event = this.markets.eventOf(opportunity.market);
    return event === undefined ? [] : [{ ...opportunity, event }];
  }
}

/** When the last of the prices changed, ISO 8601. If that is not known, a price counts as changed when last seen. */
function lastChange(prices: readonly MarketPrice[]): string {
  const times = prices.map(({ odds }) => Date.parse(odds.odds_changed_at ?? odds.last_seen_at));
  return isoTime(Math.max(0, ...times.filter((time) => !Number.isNaN(time))));
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
