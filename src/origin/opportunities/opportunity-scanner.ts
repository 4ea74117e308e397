import type { Clock } from '../../clock.ts';
import type { Odds } from '../../contract/odds.ts';
import {
  OPPORTUNITY_KINDS,
  type OpportunityKind,
  type OpportunityOf,
} from '../../contract/opportunities.ts';
import type { EventInfo } from '../origin-board.ts';
import { findArbitrage } from './kinds/find-arbitrage.ts';
import { findEv } from './kinds/find-ev.ts';
import { findLowHold } from './kinds/find-low-hold.ts';
import { findMiddle } from './kinds/find-middle.ts';
import { type OpenOpportunity, OpportunityUsage } from './open-opportunities.ts';
import type { Bet, PricedBet } from './valuation/quoted-market.ts';
import { priceBet } from './valuation/value-market.ts';
import type { PricedBets } from './valuation/valued-markets.ts';

/** What came and went among the opportunities of one kind in one change of the board. */
export interface OpportunityChange<K extends OpportunityKind = OpportunityKind> {
  readonly kind: K;
  /**
   * Opportunities that are new, and those that changed in price, in book or by a tenth of a
   * percent: the same id again, to be put in the place of the earlier one.
   */
  readonly detected: readonly OpportunityOf[K][];
  /** Ids of those that the prices no longer carry. */
  readonly expired: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export type OpportunityListener = <K extends OpportunityKind>(change: OpportunityChange<K>) => void;

/** An open opportunity and the event that it is about. */
export interface StandingOpportunity<K extends OpportunityKind> {
  readonly opportunity: OpenOpportunity<K>;
  readonly event: EventInfo;
}

type Usages = { readonly [K in OpportunityKind]: OpportunityUsage<K> };

/** What a board looks for, and where. */
export interface OpportunitySearch {
  /** The sportsbooks at which is bet; all that the tier sees where it names none. */
  readonly books?: readonly string[] | undefined;
  /** All kinds where it names none. */
  readonly kinds?: readonly OpportunityKind[];
}

/**
 * The opportunities in the prices that one tier sees, or in those of some books: best prices are
 * theirs alone then, and what is fair all books tell.
 */
export class OpportunityBoard {
  readonly #bets: PricedBets;
  readonly #clock: Clock;
  readonly #kinds: ReadonlySet<OpportunityKind>;
  readonly #books: ReadonlySet<string> | null;
  /** Bets by the prices of `#books`. Those of all books stand on the bets themselves. */
  readonly #priced = new Map<Bet, PricedBet | null>();
  readonly #usages: Usages = {
    ev: new OpportunityUsage('ev'),
    arb: new OpportunityUsage('arb'),
    middles: new OpportunityUsage('middles'),
    low_hold: new OpportunityUsage('low_hold'),
  };
  readonly #listeners = new Set<OpportunityListener>();
  readonly #unsubscribe: () => void;

  constructor(bets: PricedBets, clock: Clock, { books = [], kinds }: OpportunitySearch = {}) {
    this.#bets = bets;
    this.#clock = clock;
    this.#kinds = new Set(kinds ?? OPPORTUNITY_KINDS);
    this.#books = books.length === 0 ? null : new Set(books);
    // A search of some books has no past of its own: it would be new with every request.
    this.#find([...bets.bets()], this.#books === null ? isoTime(bets.updatedAt) : null);
    for (const kind of OPPORTUNITY_KINDS) this.#usages[kind].news();
    this.#unsubscribe = bets.onChange((touched, at) => {
      this.#find(touched, isoTime(at));
      for (const kind of OPPORTUNITY_KINDS) this.#report(kind, at);
    });
  }

  /** What is open now, each as it would be told now. */
  *open<K extends OpportunityKind>(kind: K): Generator<OpportunityOf[K], void> {
    for (const { opportunity, event } of this.standing(kind)) yield this.tell(opportunity, event);
  }

  /** The same untold, for those who choose first. */
  *standing<K extends OpportunityKind>(kind: K): Generator<StandingOpportunity<K>, void> {
    for (const opportunity of this.#usageOf(kind).open()) {
      const event = this.#eventOf(opportunity);
      if (event !== undefined) yield { opportunity, event };
    }
  }

  /** The payload of an opportunity as it is now. */
  tell<K extends OpportunityKind>(
    { finding, id, detected_at }: OpenOpportunity<K>,
    event: EventInfo,
  ): OpportunityOf[K] {
    return finding.payload({ id, detected_at }, { event, now: this.#clock.now() });
  }

  /** The prices that an open opportunity rests on; none for an unknown id. */
  oddsOf(id: string): readonly Odds[] {
    for (const kind of OPPORTUNITY_KINDS) {
      const opportunity = this.#usages[kind].get(id);
      if (opportunity !== undefined) return opportunity.finding.offers.map(({ odds }) => odds);
    }
    return [];
  }

  /** Calls `listener` for each kind in which a change of the board did something, until released. */
  onChange(listener: OpportunityListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #find(touched: Iterable<Bet>, at: string | null): void {
    if (this.#books !== null) for (const bet of touched) this.#price(bet, this.#books);
    for (const bet of touched) this.#findAt(bet, at);
  }

  #price(bet: Bet, books: ReadonlySet<string>): void {
    if (bet.isEmpty) this.#priced.delete(bet);
    else this.#priced.set(bet, priceBet(bet, books));
  }

  #pricedOf(bet: Bet): PricedBet | null {
    return this.#books === null ? bet.priced : (this.#priced.get(bet) ?? null);
  }

  #findAt(bet: Bet, at: string | null): void {
    const priced = this.#pricedOf(bet);
    const { serial } = bet;
    const { ev, arb, middles, low_hold: lowHold } = this.#usages;
    if (this.#kinds.has('ev')) ev.replace(serial, priced ? findEv(bet, priced) : [], at);
    if (this.#kinds.has('arb')) arb.replace(serial, priced ? findArbitrage(bet, priced) : [], at);
    if (this.#kinds.has('low_hold')) {
      const found = lowHold.replace(serial, priced ? findLowHold(bet, priced) : [], at);
      for (const { id } of found) this.#bets.link(id, bet);
    }
    if (!this.#kinds.has('middles')) return;
    for (const other of bet.group.bets.values()) {
      if (other === bet) continue;
      const found = findMiddle(bet, other, (one) => this.#pricedOf(one));
      middles.replace(pairOf(serial, other.serial), found, at);
    }
  }

  #report<K extends OpportunityKind>(kind: K, at: number): void {
    const { detected, expired } = this.#usageOf(kind).news();
    if (this.#listeners.size === 0 || detected.length + expired.length === 0) return;
    const told = detected.flatMap((opportunity) => {
      const event = this.#eventOf(opportunity);
      return event === undefined ? [] : [this.tell(opportunity, event)];
    });
    const change = { kind, detected: told, expired, at };
    for (const listener of this.#listeners) listener(change);
  }

  #usageOf<K extends OpportunityKind>(kind: K): OpportunityUsage<K> {
    const usages: { readonly [P in K]: OpportunityUsage<P> } = this.#usages;
    return usages[kind];
  }

  #eventOf<K extends OpportunityKind>({ finding }: OpenOpportunity<K>): EventInfo | undefined {
    return this.#bets.eventOf(finding.bet);
  }
}

/** One number for two serial numbers in either order; exact for the first 67 million bets. */
function pairOf(one: number, other: number): number {
  return Math.min(one, other) * 2 ** 26 + Math.max(one, other);
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
