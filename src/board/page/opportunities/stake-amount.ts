import { signal } from '@preact/signals';
import { kept } from '../session/kept.ts';

/**
 * The amount to bet, kept for the next visit: the bankroll for +EV bets, the total stake for all other opportunities.
 * 0 until one is entered.
 */
export const stakeAmount = kept('stake-amount', (value) =>
  typeof value === 'number' && value > 0 ? value : 0,
);

/** The amount as it is being typed: `100.` and `100.0` are on the way to 100.05. */
export const typedStake = signal('');
stakeAmount.subscribe((amount) => {
  if (Math.max(0, Number(typedStake.peek())) !== amount) typedStake.value = String(amount || '');
});
