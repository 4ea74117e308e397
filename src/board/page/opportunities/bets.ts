import type { LiveOpportunitiesSubscription } from '../../../generated/board/graphql.ts';
import { american, withLine } from '../prices/formats.ts';

type LiveOpportunityEvent = NonNullable<LiveOpportunitiesSubscription['liveOpportunities']>;
type Detected = Extract<LiveOpportunityEvent, { __typename: 'OpportunitiesDetected' }>;
export type Kind = Detected['kind'];
export type Opportunity = Detected['opportunities'][number];

interface Price {
  readonly american: number;
  readonly decimal: number;
}

interface BookLink {
  readonly sportsbookId: string;
  readonly url: string | null;
}

/** A bet of an opportunity, in the same shape for all kinds of opportunities. */
export interface Bet {
  readonly selection: string;
  readonly line: number | null;
  readonly books: readonly string[];
  /** The links to it that the server has sent; null if they have to be asked for. */
  readonly links: readonly BookLink[] | null;
  readonly price: Price;
  /** The price without the margin: the server's, or computed from all bets of the opportunity; null if neither gives one. */
  readonly fair: Price | null;
  /** What to stake, in percent of what `Summary.stakeName` names. */
  readonly stakePercent: number;
}

/** An opportunity as its row shows it, in the same shape for all kinds. */
export interface Summary {
  /** What opportunities of its kind are ranked by, in percent: a hold is better the lower it is, all others the higher. */
  readonly valuePercent: number;
  readonly valueName: string;
  /** What the stakes are shares of, as it follows a percentage: `of bankroll`. */
  readonly stakeName: string;
  readonly bets: readonly Bet[];
  /** The age of the oldest price when the opportunity was sent, in seconds; null for all but middles, which alone have it. */
  readonly priceAgeSeconds: number | null;
  readonly note: string;
}

/** An opportunity that the page holds, with the times when it came and expired. */
export interface Held {
  /** Its key in the live store: ids are unique only within a kind. */
  readonly key: string;
  readonly kind: Kind;
  readonly opportunity: Opportunity;
  readonly summary: Summary;
  /** When this content first came, in milliseconds since the Unix epoch: that it is sent once more changes nothing. */
  readonly receivedAt: number;
  /** In milliseconds since the Unix epoch; null while it is open. */
  readonly goneAt: number | null;
}

/** What most kinds have in common. */
const COMMON = { stakeName: 'of the total', priceAgeSeconds: null, note: '' };

/** Summarises an opportunity of any kind. */
export function summaryOf(opportunity: Opportunity): Summary {
  switch (opportunity.__typename) {
    case 'EvOpportunity': {
      // It is itself its only bet.
      const { selection, line, sportsbookId, price, noVigPrice: fair } = opportunity;
      const stakePercent = opportunity.kellyPercent;
      return {
        ...COMMON,
        valuePercent: opportunity.evPercent,
        valueName: 'expected value',
        stakeName: 'of bankroll',
        bets: [{ selection, line, books: [sportsbookId], links: null, price, fair, stakePercent }],
      };
    }
    case 'ArbitrageOpportunity': {
      const { legs } = opportunity;
      return {
        ...COMMON,
        valuePercent: opportunity.profitPercent,
        valueName: 'profit',
        bets: legs.map(({ sportsbookId, ...leg }) => ({
          ...leg,
          books: [sportsbookId],
          links: null,
          // The server sends none, so it is computed as the server does for a low hold: the leg's implied probability,
          // divided by the sum of all. That sum is below 1 here, so the fair price pays less than the price.
          fair: fairPrice(1 / leg.price.decimal / impliedSum(legs)),
        })),
      };
    }
    case 'MiddleOpportunity': {
      const sides = [opportunity.side1, opportunity.side2];
      return {
        ...COMMON,
        valuePercent: opportunity.expectedValuePercent,
        valueName: 'expected value',
        bets: sides.map(({ sportsbookId, fairOrImplied, deepLinkUrl: url, ...side }) => ({
          ...side,
          books: [sportsbookId],
          links: [{ sportsbookId, url }],
          // The implied probability, which has the margin in it, stands in where the server knows no fair one.
          fair: isImplied(fairOrImplied, side.price) ? null : fairPrice(fairOrImplied),
        })),
        priceAgeSeconds: Math.max(...sides.map(({ oddsAgeSeconds }) => oddsAgeSeconds)),
        note: `both bets win in ${(100 * opportunity.middleProbability).toFixed(0)} % of games`,
      };
    }
    case 'LowHoldOpportunity': {
      const sides = [opportunity.side1, opportunity.side2, opportunity.side3];
      const bets = sides.filter((side) => side !== null);
      return {
        ...COMMON,
        valuePercent: opportunity.holdPercent,
        valueName: 'hold',
        bets: bets.map(({ sportsbookIds, fairProbability, deepLinks, ...side }) => ({
          ...side,
          books: sportsbookIds,
          links: deepLinks,
          fair: fairProbability === null ? null : fairPrice(fairProbability),
          // Stakes in proportion to 1 / price return the same amount whichever side wins.
          stakePercent: 100 / side.price.decimal / impliedSum(bets),
        })),
      };
    }
  }
}

/** The sum of the implied probabilities of all sides. */
function impliedSum(sides: readonly { readonly price: Price }[]): number {
  return sides.reduce((sum, { price }) => sum + 1 / price.decimal, 0);
}

function isImplied(probability: number, { decimal }: Price): boolean {
  return Math.abs(probability * decimal - 1) < 1e-9; // It is 1 / decimal; floating point may miss that by a little.
}

/** Null unless the probability is above 0 and below 1. */
function fairPrice(probability: number): Price | null {
  const decimal = 1 / probability;
  return Number.isFinite(decimal) && decimal > 1 ? { decimal, american: american(decimal) } : null;
}

/** The selection of a bet with its line. */
export function betName({ marketType }: Opportunity, { line, selection }: Bet): string {
  return withLine(selection, line, marketType);
}
