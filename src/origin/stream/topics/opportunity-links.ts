import type {
  LowHoldSide,
  MiddleOpportunity,
  OpportunityKind,
  OpportunityOf,
} from '../../../contract/opportunities.ts';
import { linkForState } from '../../links/book-links.ts';

type AddState = {
  readonly [K in OpportunityKind]: (
    opportunity: OpportunityOf[K],
    state: string | undefined,
  ) => OpportunityOf[K];
};

/** +EV and arbitrage opportunities have no deep links. */
const WITH_STATE: AddState = {
  ev: (opportunity) => opportunity,
  arb: (opportunity) => opportunity,
  middles: (opportunity, state) => ({
    ...opportunity,
    side1: middleSide(opportunity.side1, state),
    side2: middleSide(opportunity.side2, state),
  }),
  low_hold: (opportunity, state) => ({
    ...opportunity,
    side1: lowHoldSide(opportunity.side1, state),
    side2: lowHoldSide(opportunity.side2, state),
    ...(opportunity.side3 && { side3: lowHoldSide(opportunity.side3, state) }),
  }),
};

/** Adds a US state to the opportunity's deep links. */
export function withLinksForState<K extends OpportunityKind>(
  kind: K,
  opportunity: OpportunityOf[K],
  state: string | undefined,
): OpportunityOf[K] {
  return state === undefined ? opportunity : WITH_STATE[kind](opportunity, state);
}

type MiddleSide = MiddleOpportunity['side1'];

function middleSide(side: MiddleSide, state: string | undefined): MiddleSide {
  const { book, deep_link: link } = side;
  return link ? { ...side, deep_link: linkForState(book, link, state) } : side;
}

function lowHoldSide(side: LowHoldSide, state: string | undefined): LowHoldSide {
  const links = Object.entries(side.deep_links).map(([book, link]) => [
    book,
    link && linkForState(book, link, state),
  ]);
  return { ...side, deep_links: Object.fromEntries(links) };
}
