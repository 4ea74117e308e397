import type { OpportunityKind, OpportunityOf } from '../../../contract/opportunities.ts';

/** What a client would act on in an opportunity that it was told of. */
export interface ToldOpportunity {
  /** Its prices, where they are, and whether anything tells what is fair. */
  readonly prices: string;
  /** What it is worth, or costs, in percent. */
  readonly percent: number;
}

/**
 * Steps of worth, in percent: while prices and sportsbooks stay, moving within one is not told. They
 * are fixed, so that streams with other thresholds tell of a change at the same moment.
 */
const STEP_PERCENT = 0.5;

type Read = { readonly [K in OpportunityKind]: (opportunity: OpportunityOf[K]) => ToldOpportunity };

const READ: Read = {
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

/** What is remembered of an opportunity that is told. */
export function toldOf<K extends OpportunityKind>(
  kind: K,
  opportunity: OpportunityOf[K],
): ToldOpportunity {
  return READ[kind](opportunity);
}

/**
 * Whether a client that was told `before` is to be told `now`: a price or a sportsbook is another, or
 * the worth is on another step. So no price that a client holds is ever wrong, and what is merely
 * still there is not told again.
 */
export function isMaterial(before: ToldOpportunity, now: ToldOpportunity): boolean {
  return before.prices !== now.prices || stepOf(before) !== stepOf(now);
}

function stepOf({ percent }: ToldOpportunity): number {
  return Math.floor(percent / STEP_PERCENT);
}
