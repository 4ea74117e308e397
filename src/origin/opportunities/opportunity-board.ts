import type { Clock } from '../../clock.ts';
import type { Odds } from '../../contract/odds.ts';
import {
  OPPORTUNITY_KINDS,
  type OpportunityKind,
  type OpportunityOf,
} from '../../contract/opportunities.ts';
import type { AppliedChange, BoardRow, EventInfo } from '../board.ts';
import type { TierView } from '../tier-views.ts';
import type { Bet } from './bet.ts';
import { BetBook } from './bet-book.ts';
import { findArbitrage } from './find-arbitrage.ts';
import { findEv } from './find-ev.ts';
import { findLowHold } from './find-low-hold.ts';
import { findMiddle } from './find-middle.ts';
import { type OpenOpportunity, OpportunityLedger } from './opportunity-ledger.ts';
import { priceBet } from './priced-bet.ts';

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

type Ledgers = { readonly [K in OpportunityKind]: OpportunityLedger<K> };

/**
 * The opportunities in the prices that one tier sees. They are found bet by bet as prices change; a
 * book that is merely seen again costs no more than its new row.
 */
export class OpportunityBoard {
  readonly #view: TierView;
  readonly #clock: Clock;
  readonly #bets = new BetBook();
  readonly #ledgers: Ledgers = {
    ev: new OpportunityLedger('ev'),
    arb: new OpportunityLedger('arb'),
    middles: new OpportunityLedger('middles'),
    low_hold: new OpportunityLedger('low_hold'),
  };
  readonly #listeners = new Set<OpportunityListener>();
  readonly #unsubscribe: () => void;

  constructor(view: TierView, clock: Clock) {
    this.#view = view;
    this.#clock = clock;
    this.#update([...view.board.rows()], [], view.board.updatedAt);
    for (const kind of OPPORTUNITY_KINDS) this.#ledgers[kind].news();
    this.#unsubscribe = view.board.onChange((change) => this.#follow(change));
  }

  /** What is open now, each as it would be told now. */
  *open<K extends OpportunityKind>(kind: K): Generator<OpportunityOf[K], void> {
    for (const { opportunity, event } of this.standing(kind)) yield this.tell(opportunity, event);
  }

  /** The same untold, for those who choose first. */
  *standing<K extends OpportunityKind>(kind: K): Generator<StandingOpportunity<K>, void> {
    for (const opportunity of this.#ledgerOf(kind).open()) {
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
      const opportunity = this.#ledgers[kind].get(id);
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

  #follow({ upserts, removed, at }: AppliedChange): void {
    this.#update(upserts, removed, at);
    this.#report('ev', at);
    this.#report('arb', at);
    this.#report('middles', at);
    this.#report('low_hold', at);
  }

  #update(upserts: readonly BoardRow[], removed: readonly BoardRow[], at: number): void {
    const touched = new Set<Bet>();
    for (const row of upserts) {
      if (this.#view.sees(row.odds.sportsbook)) this.#bets.put(row, touched);
    }
    for (const { ref } of removed) this.#bets.remove(ref, touched);
    for (const bet of touched) bet.priced = priceBet(bet);
    const detectedAt = new Date(at).toISOString();
    for (const bet of touched) this.#findAt(bet, detectedAt);
    for (const bet of touched) this.#bets.dropIfEmpty(bet);
  }

  #findAt(bet: Bet, at: string): void {
    const { priced, serial } = bet;
    this.#ledgers.ev.replace(serial, priced === null ? [] : findEv(bet, priced), at);
    this.#ledgers.arb.replace(serial, priced === null ? [] : findArbitrage(bet, priced), at);
    this.#ledgers.low_hold.replace(serial, priced === null ? [] : findLowHold(bet, priced), at);
    for (const other of bet.group.bets.values()) {
      if (other === bet) continue;
      this.#ledgers.middles.replace(pairOf(serial, other.serial), findMiddle(bet, other), at);
    }
  }

  #report<K extends OpportunityKind>(kind: K, at: number): void {
    const { detected, expired } = this.#ledgerOf(kind).news();
    if (this.#listeners.size === 0 || detected.length + expired.length === 0) return;
    const told = detected.flatMap((opportunity) => {
      const event = this.#eventOf(opportunity);
      return event === undefined ? [] : [this.tell(opportunity, event)];
    });
    const change = { kind, detected: told, expired, at };
    for (const listener of this.#listeners) listener(change);
  }

  #ledgerOf<K extends OpportunityKind>(kind: K): OpportunityLedger<K> {
    const ledgers: { readonly [P in K]: OpportunityLedger<P> } = this.#ledgers;
    return ledgers[kind];
  }

  #eventOf<K extends OpportunityKind>({ finding }: OpenOpportunity<K>): EventInfo | undefined {
    return this.#view.board.event(finding.bet.eventId);
  }
}

/** One number for two serial numbers in either order; exact for the first 67 million bets. */
function pairOf(one: number, other: number): number {
  return Math.min(one, other) * 2 ** 26 + Math.max(one, other);
}
