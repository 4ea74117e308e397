import type { Odds } from '../../contract/odds/odds.ts';
import {
  OPPORTUNITY_KINDS,
  type OpportunityKind,
  type OpportunityOf,
} from '../../contract/opportunities.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { EventInfo } from '../origin-board.ts';
import type { Finding } from './finding.ts';
import { findArbitrage } from './kinds/find-arbitrage.ts';
import { findEv } from './kinds/find-ev.ts';
import { findLowHold } from './kinds/find-low-hold.ts';
import { findMiddles } from './kinds/find-middles.ts';
import { OpenOpportunities, type OpenOpportunity } from './open-opportunities.ts';
import type { MarketValuation, QuotedMarket } from './valuation/quoted-market.ts';
import { valueMarket } from './valuation/value-market.ts';
import type { ValuedMarkets } from './valuation/valued-markets.ts';

/** How one change of the board (all current prices) changed the opportunities of one kind. */
export interface OpportunityChange<K extends OpportunityKind = OpportunityKind> {
  readonly kind: K;
  /** New opportunities, and known ones whose price, book or percentage (by a tenth of a percent) changed. */
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

export interface OpportunitySearch {
  /** The sportsbooks to bet at. By default, and if empty, all that the tier sees. */
  readonly books?: readonly string[] | undefined;
  /** By default all kinds. */
  readonly kinds?: readonly OpportunityKind[];
}

type KindOfMarket = Exclude<OpportunityKind, 'middles'>;

/** For the kinds that are found in the valuation of one market. */
const FINDERS: {
  readonly [K in KindOfMarket]: (market: QuotedMarket, valuation: MarketValuation) => Finding<K>[];
} = { ev: findEv, arb: findArbitrage, low_hold: findLowHold };

/**
 * Finds the opportunities in the prices that one tier sees. If a search names books, only their prices
 * can be best prices, while fair probabilities still come from all books.
 */
export class OpportunityScanner {
  readonly #markets: ValuedMarkets;
  readonly #clock: Clock;
  readonly #books: ReadonlySet<string>;
  readonly #kinds: readonly OpportunityKind[];
  /** Valuations in which only the prices at `#books` can be the best. */
  readonly #valuations = new Map<QuotedMarket, MarketValuation | null>();
  readonly #open: { readonly [K in OpportunityKind]: OpenOpportunities<K> } = {
    ev: new OpenOpportunities('ev'),
    arb: new OpenOpportunities('arb'),
    middles: new OpenOpportunities('middles'),
    low_hold: new OpenOpportunities('low_hold'),
  };
  readonly #listeners = new Set<OpportunityListener>();
  readonly #unsubscribe: () => void;

  constructor(markets: ValuedMarkets, clock: Clock, search: OpportunitySearch = {}) {
    const { books = [], kinds = OPPORTUNITY_KINDS } = search;
    this.#markets = markets;
    this.#clock = clock;
    this.#books = new Set(books);
    this.#kinds = kinds;
    // A search of some books begins only with a request, so what it finds at first counts as detected
    // when its prices last changed.
    const detectedAt = books.length > 0 ? undefined : isoTime(markets.updatedAt);
    this.#scan([...markets.markets()], detectedAt);
    // What the first scan finds is not reported as a change.
    for (const kind of kinds) this.#open[kind].takeChanges();
    this.#unsubscribe = markets.onChange((changed, at) => {
      for (const market of changed) this.#valuations.delete(market);
      this.#scan([...changed], isoTime(at));
      for (const kind of kinds) this.#reportChanges(kind, at);
    });
  }

  /** The open opportunities of one kind, without their payloads. */
  open<K extends OpportunityKind>(kind: K): Generator<OpportunityOnEvent<K>, void> {
    return this.#withEvents(this.#openOf(kind).all());
  }

  /** The payload of an opportunity at the current time, with deep links for a US state. */
  payload<K extends OpportunityKind>(
    { opportunity: { finding, id, detected_at }, event }: OpportunityOnEvent<K>,
    state?: string,
  ): OpportunityOf[K] {
    return finding.payload({ id, detected_at }, { event, now: this.#clock.now(), state });
  }

  /** The prices that an open opportunity consists of; none for an unknown id. */
  oddsOf(id: string): readonly Odds[] {
    const found = OPPORTUNITY_KINDS.map((kind) => this.#open[kind].get(id)).find((one) => one);
    return found?.finding.prices.map(({ odds }) => odds) ?? [];
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

  #scan(markets: readonly QuotedMarket[], detectedAt?: string): void {
    for (const kind of this.#kinds) {
      if (kind === 'middles') this.#scanForMiddles(markets, detectedAt);
      else for (const market of markets) this.#scanFor(kind, market, detectedAt);
    }
  }

  #scanFor<K extends KindOfMarket>(kind: K, market: QuotedMarket, detectedAt?: string): void {
    const valuation = this.#valuationOf(market);
    const findings = valuation ? FINDERS[kind](market, valuation) : [];
    const found = this.#openOf(kind).replace(market, findings, detectedAt);
    if (kind !== 'low_hold') return;
    for (const { id } of found) this.#markets.rememberLowHold(id, market);
  }

  #scanForMiddles(markets: readonly QuotedMarket[], detectedAt?: string): void {
    for (const ladder of new Set(markets.map((market) => market.ladder))) {
      const findings = findMiddles(ladder, (market) => this.#valuationOf(market));
      this.#open.middles.replace(ladder, findings, detectedAt);
    }
  }

  #valuationOf(market: QuotedMarket): MarketValuation | null {
    if (this.#books.size === 0) return market.valuation;
    let valuation = this.#valuations.get(market);
    if (valuation === undefined) {
      valuation = valueMarket(market, this.#books);
      this.#valuations.set(market, valuation);
    }
    return valuation;
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

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
