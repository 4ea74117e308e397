import type { Opportunity } from './opportunity-store.ts';

/** A bet of an opportunity, in the same shape for all kinds of opportunities. */
export interface Bet {
  readonly selection: string;
  readonly line: number | null;
  readonly books: readonly string[];
  readonly price: { readonly american: number; readonly decimal: number };
  /** The share of all stakes, or of the bankroll for a single bet, in percent. */
  readonly stakePercent: number;
}

/** An opportunity as its row shows it, in the same shape for all kinds. */
export interface Summary {
  /** What the opportunity is worth, in percent. */
  readonly valuePercent: number;
  readonly valueName: string;
  /** What the stakes are shares of. */
  readonly stakeName: string;
  readonly bets: readonly Bet[];
  /** The age of the oldest price when the opportunity was sent, in seconds; null if it is not known. */
  readonly priceAgeSeconds: number | null;
  readonly note: string;
}

/** Summarises an opportunity of any kind. */
export function summaryOf(opportunity: Opportunity): Summary {
  switch (opportunity.__typename) {
    case 'EvOpportunity':
      return {
        valuePercent: opportunity.evPercent,
        valueName: 'expected value',
        stakeName: 'of bankroll',
        bets: [
          {
            selection: opportunity.selection,
            line: opportunity.line,
            books: [opportunity.sportsbookId],
            price: opportunity.price,
            stakePercent: opportunity.kellyPercent,
          },
        ],
        priceAgeSeconds: null,
        note: '',
      };
    case 'ArbitrageOpportunity':
      return {
        valuePercent: opportunity.profitPercent,
        valueName: 'profit',
        stakeName: 'of the total',
        bets: opportunity.legs.map(({ sportsbookId, ...leg }) => ({
          ...leg,
          books: [sportsbookId],
        })),
        priceAgeSeconds: null,
        note: '',
      };
    case 'MiddleOpportunity': {
      const sides = [opportunity.side1, opportunity.side2];
      return {
        valuePercent: opportunity.expectedValuePercent,
        valueName: 'expected value',
        stakeName: 'of the total',
        bets: sides.map(({ sportsbookId, ...side }) => ({ ...side, books: [sportsbookId] })),
        priceAgeSeconds: Math.max(...sides.map(({ oddsAgeSeconds }) => oddsAgeSeconds)),
        note: `both bets win in ${(100 * opportunity.middleProbability).toFixed(0)} % of games`,
      };
    }
    case 'LowHoldOpportunity': {
      const sides = [opportunity.side1, opportunity.side2, opportunity.side3];
      const bets = sides.filter((side) => side !== null);
      // Stakes in proportion to 1 / price return the same amount whichever side wins.
      const sum = bets.reduce((total, { price }) => total + 1 / price.decimal, 0);
      return {
        valuePercent: opportunity.holdPercent,
        valueName: 'hold',
        stakeName: 'of the total',
        bets: bets.map(({ sportsbookIds, ...side }) => ({
          ...side,
          books: sportsbookIds,
          stakePercent: 100 / side.price.decimal / sum,
        })),
        priceAgeSeconds: null,
        note: '',
      };
    }
  }
}
