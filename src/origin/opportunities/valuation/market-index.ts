import type { Odds } from '../../../contract/odds.ts';
import type { BoardRow } from '../../origin-board.ts';
import type { Offer } from './quoted-market.ts';
import { Bet, kindOf, LineGroup } from './quoted-market.ts';

/** Every bet on the board, and which price belongs to which. */
export class BetBook {
  readonly #offers = new Map<number, Offer>();
  readonly #groups = new Map<string, LineGroup>();
  #lastSerial = 0;

  /** Every bet, group by group. */
  bets(): IteratorObject<Bet, undefined> {
    return this.#groups.values().flatMap(({ bets }) => bets.values());
  }

  /**
   * Puts a row in the place of the earlier one of the same `ref`, and adds to `touched` the bets
   * whose prices that changes: none where only the time of the price is new.
   */
  put({ ref, odds }: BoardRow, touched: Set<Bet>): void {
    const held = this.#offers.get(ref);
    if (held !== undefined && staysInPlace(held.odds, odds)) {
      if (held.bet.renew(held, odds)) touched.add(held.bet);
      return;
    }
    this.remove(ref, touched);
    const bet = this.#betOf(odds);
    if (bet === null) return;
    const offer = { ref, bet, odds };
    this.#offers.set(ref, offer);
    bet.add(offer);
    touched.add(bet);
  }

  /** Takes a price away, and adds the bet that it was in to `touched`. */
  remove(ref: number, touched: Set<Bet>): void {
    const offer = this.#offers.get(ref);
    if (offer === undefined) return;
    this.#offers.delete(ref);
    offer.bet.remove(offer);
    touched.add(offer.bet);
  }

  dropIfEmpty({ isEmpty, group, line }: Bet): void {
    if (!isEmpty) return;
    group.bets.delete(line);
    if (group.bets.size === 0) this.#groups.delete(group.key);
  }

  #betOf(odds: Odds): Bet | null {
    const kind = kindOf(odds);
    if (kind === null) return null;
    const group = this.#groups.get(kind.groupKey) ?? new LineGroup(kind.groupKey);
    this.#groups.set(group.key, group);
    const known = group.bets.get(kind.line);
    if (known !== undefined) return known;
    const bet = new Bet(++this.#lastSerial, group, kind, odds.event_id);
    group.bets.set(bet.line, bet);
    return bet;
  }
}

function staysInPlace(before: Odds, after: Odds): boolean {
  return (
    before.line === after.line &&
    before.selection_type === after.selection_type &&
    before.selection === after.selection &&
    after.odds_decimal > 0
  );
}
