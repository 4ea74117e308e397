import type { Odds } from '../../contract/odds/odds.ts';
import {
  OPPORTUNITY_KINDS,
  type OpportunityKind,
  type OpportunityOf,
} from '../../contract/opportunities.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { EventInfo } from '../origin-board.ts';
import { findArbitrage } from './kinds/find-arbitrage.ts';
import { findEv } from './kinds/find-ev.ts';
import { findLowHold } from './kinds/find-low-hold.ts';
import { findMiddle } from './kinds/find-middle.ts';
import { OpenOpportunities, type OpenOpportunity } from './open-opportunities.ts';
import type { MarketValuation, QuotedMarket } from './valuation/quoted-market.ts';
import { valueMarket } from './valuation/value-market.ts';
import type { ValuedMarkets } from './valuation/valued-markets.ts';

/** How one change of the board (all current prices) changed the opportunities of one kind. */
export interface OpportunityChange<K extends OpportunityKind = OpportunityKind> {
  readonly kind: K;
  /**
   * New opportunities, and known ones whose price, book or percentage (by a tenth of a percent)
   * changed.
   */
  readonly detected: readonly OpportunityOnEvent<K>[];
  /** Ids of opportunities that no longer exist. */
  readonly expired: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export type OpportunityListener = <K extends OpportunityKind>(change: OpportunityChange<K>) => void;

/** An open opportunity, and the match that it is on. */
export interface OpportunityOnEvent<K extends OpportunityKind> {
  readonly opportunity: OpenOpportunity<K>;
  readonly event: EventInfo;
}

type OpenByKind = { readonly [K in OpportunityKind]: OpenOpportunities<K> };

export interface OpportunitySearch {
  /** The sportsbooks to bet at. By default, and if empty, all that the tier sees. */
  readonly books?: readonly string[] | undefined;
  /** By default all kinds. */
  readonly kinds?: readonly OpportunityKind[];
}

/**
 * Finds the opportunities in the prices that one tier sees. If a search names books, only their prices
 * can be best prices, while fair probabilities still come from all books.
 */
export class OpportunityScanner {
  readonly #markets: ValuedMarkets;
  readonly #clock: Clock;
  readonly #kinds: ReadonlySet<OpportunityKind>;
  readonly #valuationOf: (market: QuotedMarket) => MarketValuation | null;
  readonly #open: OpenByKind = {
    ev: new OpenOpportunities('ev'),
    arb: new OpenOpportunities('arb'),
    middles: new OpenOpportunities('middles'),
    low_hold: new OpenOpportunities('low_hold'),
  };
  readonly #listeners = new Set<OpportunityListener>();
  readonly #unsubscribe: () => void;

  constructor(markets: ValuedMarkets, clock: Clock, { books = [], kinds }: OpportunitySearch = {}) {
    this.#markets = markets;
    this.#clock = clock;
    this.#kinds = new Set(kinds ?? OPPORTUNITY_KINDS);
    const namesBooks = books.length > 0;
    const valuations = namesBooks ? new ValuationsAtBooks(new Set(books)) : null;
    this.#valuationOf = valuations
      ? (market) => valuations.get(market)
      : (market) => market.valuation;
    const all = [...markets.markets()];
    valuations?.update(all);
    // A search of some books begins only with a request, so what it finds at first counts as detected
    // when its prices last changed.
    this.#scan(all, namesBooks ? undefined : isoTime(markets.updatedAt));
    // What the first scan finds is not reported as a change.
    for (const kind of OPPORTUNITY_KINDS) this.#open[kind].takeChanges();
    this.#unsubscribe = markets.onChange((changed, at) => {
      valuations?.update(changed);
      this.#scan(changed, isoTime(at));
      for (const kind of OPPORTUNITY_KINDS) this.#reportChanges(kind, at);
    });
  }

  /** The payloads of the open opportunities of one kind. */
  *payloads<K extends OpportunityKind>(kind: K): Generator<OpportunityOf[K], void> {
    for (const { opportunity, event } of this.open(kind)) yield this.payload(opportunity, event);
  }

  /** The open opportunities of one kind without their payloads, for callers that filter first. */
  open<K extends OpportunityKind>(kind: K): Generator<OpportunityOnEvent<K>, void> {
    return this.#withEvents(this.#openOf(kind).all());
  }

  /** The payload of an opportunity at the current time, with deep links for a US state. */
  payload<K extends OpportunityKind>(
    { finding, id, detected_at }: OpenOpportunity<K>,
    event: EventInfo,
    state?: string,
  ): OpportunityOf[K] {
    return finding.payload({ id, detected_at }, { event, now: this.#clock.now(), state });
  }

  /** The prices that an open opportunity consists of; none for an unknown id. */
  oddsOf(id: string): readonly Odds[] {
    for (const kind of OPPORTUNITY_KINDS) {
      const opportunity = this.#open[kind].get(id);
      if (opportunity !== undefined) return opportunity.finding.prices.map(({ odds }) => odds);
    }
    return [];
  }

  /** Calls `listener` for each kind that a change of the board affects, until the returned function is called. */
  onChange(listener: OpportunityListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #scan(markets: Iterable<QuotedMarket>, detectedAt?: string): void {
    for (const market of markets) this.#scanMarket(market, detectedAt);
  }

  #scanMarket(market: QuotedMarket, detectedAt?: string): void {
    const valuation = this.#valuationOf(market);
    const { ev, arb, low_hold: lowHold } = this.#open;
    if (this.#kinds.has('ev')) {
      ev.replace(market.serial, valuation ? findEv(market, valuation) : [], detectedAt);
    }
    if (this.#kinds.has('arb')) {
      arb.replace(market.serial, valuation ? findArbitrage(market, valuation) : [], detectedAt);
    }
    if (this.#kinds.has('low_hold')) {
      const findings = valuation ? findLowHold(market, valuation) : [];
      const found = lowHold.replace(market.serial, findings, detectedAt);
      for (const { id } of found) this.#markets.rememberLowHold(id, market);
    }
    if (this.#kinds.has('middles')) this.#scanMiddles(market, detectedAt);
  }

  /** Finds the middles of a market with each market that differs from it only in the line. */
  #scanMiddles(market: QuotedMarket, detectedAt?: string): void {
    for (const other of market.ladder.markets.values()) {
      if (other === market) continue;
      const findings = findMiddle(market, other, this.#valuationOf);
      this.#open.middles.replace(pairKey(market.serial, other.serial), findings, detectedAt);
    }
  }

  #reportChanges<K extends OpportunityKind>(kind: K, at: number): void {
    const { detected, expired } = this.#openOf(kind).takeChanges();
    if (this.#listeners.size === 0 || detected.length + expired.length === 0) return;
    const change = { kind, detected: [...this.#withEvents(detected)], expired, at };
    for (const listener of this.#listeners) listener(change);
  }

  #openOf<K extends OpportunityKind>(kind: K): OpenOpportunities<K> {
    const open: { readonly [P in K]: OpenOpportunities<P> } = this.#open;
    return open[kind];
  }

  *#withEvents<K extends OpportunityKind>(
    opportunities: Iterable<OpenOpportunity<K>>,
  ): Generator<OpportunityOnEvent<K>, void> {
    for (const opportunity of opportunities) {
      const event = this.#markets.eventOf(opportunity.finding.market);
      if (event !== undefined) yield { opportunity, event };
    }
  }
}

/** Valuations of markets in which only the prices at some books can be the best. */
class ValuationsAtBooks {
  readonly #books: ReadonlySet<string>;
  readonly #valuations = new Map<QuotedMarket, MarketValuation | null>();

  constructor(books: ReadonlySet<string>) {
    this.#books = books;
  }

  get(market: QuotedMarket): MarketValuation | null {
    return this.#valuations.get(market) ?? null;
  }

  update(markets: Iterable<QuotedMarket>): void {
    for (const market of markets) {
      if (market.prices.size === 0) this.#valuations.delete(market);
      else this.#valuations.set(market, valueMarket(market, this.#books));
    }
  }
}

/** One number for two serial numbers in either order. Unique for the first 67 million markets. */
function pairKey(one: number, other: number): number {
  return Math.min(one, other) * 2 ** 26 + Math.max(one, other);
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
