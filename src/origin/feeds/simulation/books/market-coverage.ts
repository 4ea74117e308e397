import type { MarketGroup } from '../markets/market.ts';

/** How much books make of a game. */
export interface Depth {
  /** What the chance that a book offers a market of the group is multiplied with. */
  readonly offers: Readonly<Record<MarketGroup, number>>;
  /** How far from the main line the furthest one is, at the books that go furthest. */
  readonly rungs: number;
  /** The players of a side that there are props on. */
  readonly players: number;
}

const MARQUEE: Depth = {
  offers: {
    main: 1,
    alternate: 0.8,
    team_total: 0.8,
    special: 1,
    score: 1,
    period: 0.8,
    prop: 1,
    scorer: 1,
    outright: 1,
  },
  rungs: 5,
  players: 11,
};

const REGULAR: Depth = {
  offers: {
    ...MARQUEE.offers,
    alternate: 0.3,
    team_total: 0.5,
    special: 0.3,
    score: 0.15,
    period: 0.1,
    prop: 0.25,
    scorer: 0.15,
  },
  rungs: 2,
  players: 4,
};

const SMALL: Depth = {
  offers: {
    ...MARQUEE.offers,
    alternate: 0.3,
    team_total: 0.4,
    special: 0.1,
    score: 0.3,
    period: 0.1,
    prop: 0.25,
    scorer: 0,
  },
  rungs: 1,
  players: 3,
};

export const DEPTHS = { marquee: MARQUEE, regular: REGULAR, small: SMALL };
