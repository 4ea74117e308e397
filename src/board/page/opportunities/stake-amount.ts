import { kept } from '../session/kept.ts';

/**
 * The amount to bet, kept for the next visit: the bankroll for +EV bets, the total stake for all other opportunities.
 * 0 until one is entered.
 */
export const stakeAmount = kept('stake-amount', (value) =>
  typeof value === 'number' && value > 0 ? value : 0,
);
