import type { OpportunityKind, OpportunityOf } from '../../../contract/opportunities.ts';

/** The parts of an opportunity that decide whether it has to be sent again. */
export interface SentOpportunity {
  /** Its prices and books. For low holds also whether there is a fair probability. */
  readonly prices: string;
  /** Its EV, profit, expected value or hold, in percent. */
  readonly percent: number;
}

/**
 * While prices and books stay the same, an opportunity is sent again only when its percentage crosses a
 * multiple of this step. Multiples count from 0, not from the value sent last, so that streams with different
 * thresholds send at the same time.
 */
const STEP_PERCENT = 0.5;

type ReadByKind = {
  readonly [K in OpportunityKind]: (opportunity: OpportunityOf[K]) => SentOpportunity;
};

const READ: ReadByKind = {
  ev: ({ odds_american, odds_decimal, ev_percentage: percent }) => ({
    prices: `${odds_american} ${odds_decimal}`,
    percent,
  }),
  arb: ({ legs, profit_percent: percent }) => ({
    prices: legs.map((leg) => `${leg.sportsbook} ${leg.odds_american} ${leg.odds_decimal}`).join(),
    percent,
  }),
  middles: ({ side1, side2, expected_value: percent }) => ({
    prices: [side1, side2]
      .map(({ book, odds }) => `${book} ${odds.american} ${odds.decimal}`)
      .join(),
    percent,
  }),
  low_hold: ({ side1, side2, side3, hold_percentage: percent }) => ({
    prices: [side1, side2, ...(side3 ? [side3] : [])]
      .map(({ books, odds }) => `${books.join(' ')} ${odds.american} ${odds.decimal}`)
      .concat(`${side1.odds.fair_probability === null}`)
      .join(),
    percent,
  }),
};

export function sentOpportunity<K extends OpportunityKind>(
  kind: K,
  opportunity: OpportunityOf[K],
): SentOpportunity {
  return READ[kind](opportunity);
}

/** Whether a client that was sent `sent` needs `current`: a price, a book or the percentage's step differs. */
export function differsMaterially(sent: SentOpportunity, current: SentOpportunity): boolean {
  return sent.prices !== current.prices || stepOf(sent) !== stepOf(current);
}

function stepOf({ percent }: SentOpportunity): number {
  return Math.floor(percent / STEP_PERCENT);
}
