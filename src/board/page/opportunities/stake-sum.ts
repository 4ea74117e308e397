import { kept } from '../session/kept.ts';

/** The sum to divide into stakes: the bankroll of +EV bets, the total of all others. 0 if there is none. */
export const sum = kept('stake-sum', (value) =>
  typeof value === 'number' && value > 0 ? value : 0,
);
