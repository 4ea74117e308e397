import { computed, signal } from '@preact/signals';

export type Phase = 'all' | 'live' | 'upcoming';

/** The markets to choose from, by the names that the graph's filters understand. */
export const MARKET_CHOICES: Readonly<Record<string, string>> = {
  moneyline: 'Moneyline',
  spread: 'Spread',
  total: 'Total',
  props: 'Player props',
  all: 'All markets',
};

export const sport = signal('');
export const league = signal('');
export const market = signal('moneyline');
export const phase = signal<Phase>('all');
export const search = signal('');

/** What the board subscribes to. Phase and search narrow what is held already. */
export const subscribed = computed(() => ({
  ...(league.value !== '' && { leagues: [league.value] }),
  ...(league.value === '' && sport.value !== '' && { sports: [sport.value] }),
  ...(market.value !== 'all' && { markets: [market.value] }),
}));
