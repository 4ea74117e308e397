import { computed } from '@preact/signals';
import { kept } from '../session/kept.ts';

/** The amount to bet as it was typed: `100.` and `100.0` are on the way to 100.05. Empty for 0. */
export const typedStake = kept('stake-amount', (value) => String(value || ''));

/** The bankroll for +EV bets, the total stake for all other opportunities; 0 until one is entered. */
export const stakeAmount = computed(() => Math.max(0, Number(typedStake.value) || 0));
