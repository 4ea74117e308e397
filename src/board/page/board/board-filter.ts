import { computed } from '@preact/signals';
import { boardAddress, showBoard } from '../shell/current-route.ts';

export type Phase = 'all' | 'live' | 'upcoming';

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

/** The choices where the page's URL contains none, or an invalid one. */
const DEFAULTS = { sport: '', league: '', market: 'moneyline', phase: 'all', search: '' };

type Choice = keyof typeof DEFAULTS;

/** Choices are kept in the URL, such as `#/?league=nfl&market=total`, to survive a reload and be shared as a link. */
const chosen = computed(() => new URLSearchParams(boardAddress.value.split('?')[1]));

const choiceOf = (name: Choice) => computed(() => chosen.value.get(name) ?? DEFAULTS[name]);

function oneOf<Value extends string>(name: Choice, values: Readonly<Record<Value, string>>) {
  const text = choiceOf(name);
  return computed(() => (Object.hasOwn(values, text.value) ? text.value : DEFAULTS[name]) as Value);
}

export const sport = choiceOf('sport');
export const league = choiceOf('league');
export const market = oneOf('market', MARKET_CHOICES);
export const phase = oneOf('phase', PHASE_CHOICES);
export const search = choiceOf('search');

/** Changes what the board shows. The browser's back button undoes it; a search is undone as a whole. */
export function choose(choices: Partial<Record<Choice, string>>): void {
  const next = new URLSearchParams(chosen.peek());
  for (const [name, value] of Object.entries(choices)) {
    if (value === DEFAULTS[name as Choice]) next.delete(name);
    else next.set(name, value);
  }
  // Each further letter of a search replaces the browser's history entry.
  const isTyping = 'search' in choices && chosen.peek().has('search');
  showBoard(next.size === 0 ? '#/' : `#/?${next}`, isTyping);
}

/** The server's filter of the board's events. The page itself applies phase and search to what it has received. */
export const eventFilter = computed(() => ({
  ...(league.value !== '' && { leagues: [league.value] }),
  ...(league.value === '' && sport.value !== '' && { sports: [sport.value] }),
}));

/** The filter of the board's price subscription. */
export const subscribed = computed(() => ({
  ...eventFilter.value,
  ...(market.value !== 'all' && { markets: [market.value] }),
}));
