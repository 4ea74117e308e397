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

export function typeStake(typed: string): void {
  typedStake.value = typed;
  stakeAmount.value = amountOf(typed);
}

// Fills in the amount that was kept, and one that was entered in another tab.
stakeAmount.subscribe((amount) => {
  if (amountOf(typedStake.peek()) !== amount) typedStake.value = String(amount || '');
});

function amountOf(typed: string): number {
  return Math.max(0, Number(typed));
}
