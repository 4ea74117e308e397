import { computed } from '@preact/signals';
import { addressChoices } from '../shell/address-choices.ts';
import { addresses } from '../shell/current-route.ts';

type Phase = 'all' | 'live' | 'upcoming';

/** The markets to choose from, with their labels: names that the GraphQL filters accept, and `all` for no filter. */
export const MARKET_CHOICES: Readonly<Record<string, string>> = {
  moneyline: 'Moneyline',
  spread: 'Spread',
  total: 'Total',
  props: 'Player props',
  all: 'All markets',
};

export const PHASE_CHOICES: Readonly<Record<Phase, string>> = {
  all: 'All',
  live: 'Live',
  upcoming: 'Upcoming',
};

const { choiceOf, oneOf, choose } = addressChoices(
  addresses.board,
  { sport: '', league: '', market: 'moneyline', phase: 'all', search: '' },
  ['search'],
);

export { choose };
export const sport = choiceOf('sport');
export const league = choiceOf('league');
export const market = oneOf('market', MARKET_CHOICES);
export const phase = oneOf('phase', PHASE_CHOICES);
export const search = choiceOf('search');

/** The server's filter of the board's events. The page itself applies phase and search to what it has received. */
export const eventFilter = computed(() => ({
  ...(league.value !== '' && { leagues: [league.value] }),
  ...(league.value === '' && sport.value !== '' && { sports: [sport.value] }),
}));

/** The filter of the board's price subscription. */
export const priceFilter = computed(() => ({
  ...eventFilter.value,
  ...(market.value !== 'all' && { markets: [market.value] }),
}));
