import { computed } from '@preact/signals';
import { boardAddress, showBoard } from '../shell/current-route.ts';

export type Phase = 'all' | 'live' | 'upcoming';

/** The markets to choose from, by the names that the graph's filters understand. */
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

/** What is chosen while the address says nothing, or nothing that can be understood. */
const DEFAULTS = { sport: '', league: '', market: 'moneyline', phase: 'all', search: '' };

type Choice = keyof typeof DEFAULTS;

/** Choices stand in the address, such as `#/?league=nfl&market=total`, so that they outlive a reload and can be sent. */
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

/** Changes what the board shows. Going back undoes it; a search is undone as a whole. */
export function choose(choices: Partial<Record<Choice, string>>): void {
  const next = new URLSearchParams(chosen.peek());
  for (const [name, value] of Object.entries(choices)) {
    if (value === DEFAULTS[name as Choice]) next.delete(name);
    else next.set(name, value);
  }
  const isTyping = 'search' in choices && chosen.peek().has('search');
  showBoard(next.size === 0 ? '#/' : `#/?${next}`, isTyping);
}

/** The events of the board. Phase and search narrow what is held already. */
export const eventFilter = computed(() => ({
  ...(league.value !== '' && { leagues: [league.value] }),
  ...(league.value === '' && sport.value !== '' && { sports: [sport.value] }),
}));

/** What the board subscribes to. */
export const subscribed = computed(() => ({
  ...eventFilter.value,
  ...(market.value !== 'all' && { markets: [market.value] }),
}));
