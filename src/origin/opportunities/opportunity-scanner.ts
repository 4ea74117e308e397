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
export interface OpportunityChange {
  readonly kind: OpportunityKind;
  /** New opportunities, and known ones whose price, book or percentage changed. */
  readonly detected: readonly OpportunityOnEvent[];
  /** Ids of opportunities that no longer exist. */
  readonly expired: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export type OpportunityListener = (change: OpportunityChange) => void;

/** An open opportunity, and the match that it is on. */
export interface OpportunityOnEvent<K extends OpportunityKind = OpportunityKind> {
  readonly opportunity: OpenOpportunity<K>;
  readonly event: EventInfo;
}

type Finder = (market: QuotedMarket, valuation: MarketValuation) => Finding[];

/** For the kinds that are found in the valuation of one market. */
const FINDERS: Readonly<Partial<Record<OpportunityKind, Finder>>> = {
  ev: findEv,
  arb: findArbitrage,
  low_hold: findLowHold,
};

/**
 * Finds the opportunities in the prices that one tier sees. If a search names books, only their prices
 * can be best prices, while fair probabilities still come from all books.
 */
export class OpportunityScanner {
  readonly #markets: ValuedMarkets;
  readonly #clock: Clock;
  readonly #books: ReadonlySet<string>;
  readonly #finders: readonly Finder[];
  readonly #findsMiddles: boolean;
  /** Valuations in which only the prices at `#books` can be the best. */
  readonly #valuations = new WeakMap<QuotedMarket, MarketValuation | null>();
  readonly #open = new OpenOpportunities();
  readonly #listeners = new Set<OpportunityListener>();
  readonly #unsubscribe: () => void;

  /** `books` are the sportsbooks to bet at. By default, and if empty, all that the tier sees. */
  constructor(
    markets: ValuedMarkets,
    clock: Clock,
    books: readonly string[] = [],
    kinds: readonly OpportunityKind[] = OPPORTUNITY_KINDS,
  ) {
    this.#markets = markets;
    this.#clock = clock;
    this.#books = new Set(books);
    this.#finders = kinds.flatMap((kind) => FINDERS[kind] ?? []);
    this.#findsMiddles = kinds.includes('middles');
    // A search of some books begins only with a request, so what it finds at first counts as detected
    // when its prices last changed.
    const detectedAt = books.length > 0 ? undefined : isoTime(markets.updatedAt);
    this.#scan([...markets.markets()], detectedAt);
    this.#open.takeChanges(); // What the first scan finds is not reported as a change.
    this.#unsubscribe = markets.onChange((changed, at) => {
      for (const market of changed) this.#valuations.delete(market);
      this.#scan([...changed], isoTime(at));
      this.#reportChanges(at);
    });
  }

  /** The open opportunities of one kind, without their payloads. */
  open<K extends OpportunityKind>(kind: K): OpportunityOnEvent<K>[] {
    const ofKind = this.#open.all().filter((one): one is OpenOpportunity<K> => isOf(kind, one));
    return [...ofKind].flatMap((opportunity) => this.#onEvent(opportunity));
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
    return this.#open.get(id)?.finding.prices.map(({ odds }) => odds) ?? [];
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
    for (const market of markets) {
      const valuation = this.#valuationOf(market);
      const findings = valuation ? this.#finders.flatMap((find) => find(market, valuation)) : [];
      this.#open.replace(market, findings, detectedAt);
    }
    if (!this.#findsMiddles) return;
    for (const ladder of new Set(markets.map((market) => market.ladder))) {
      const findings = findMiddles(ladder, (market) => this.#valuationOf(market));
      this.#open.replace(ladder, findings, detectedAt);
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

  #reportChanges(at: number): void {
    const changes = this.#open.takeChanges();
    if (this.#listeners.size === 0) return;
    for (const kind of OPPORTUNITY_KINDS) {
      const detected = changes.detected.filter((one) => isOf(kind, one));
      const expired = changes.expired.filter((one) => isOf(kind, one)).map(({ id }) => id);
      if (detected.length + expired.length === 0) continue;
      const onEvents = detected.flatMap((one) => this.#onEvent(one));
      for (const listener of this.#listeners) listener({ kind, detected: onEvents, expired, at });
    }
  }

  #onEvent<K extends OpportunityKind>(opportunity: OpenOpportunity<K>): OpportunityOnEvent<K>[] {
    const event = this.#markets.eventOf(opportunity.finding.market);
    return event === undefined ? [] : [{ opportunity, event }];
  }
}

function isOf(kind: OpportunityKind, { finding }: OpenOpportunity): boolean {
  return finding.kind === kind;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
