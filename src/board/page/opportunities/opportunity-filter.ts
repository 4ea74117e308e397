import { computed } from '@preact/signals';
import { addressChoices } from '../shell/address-choices.ts';
import { addresses } from '../shell/current-route.ts';
import type { Held, Kind } from './bets.ts';

export const KINDS: Readonly<Record<Kind, string>> = {
  EV: '+EV',
  ARBITRAGE: 'Arbitrage',
  MIDDLE: 'Middles',
  LOW_HOLD: 'Low hold',
};

const { choiceOf, oneOf, choose } = addressChoices(
  addresses.opportunities,
  { kind: 'ALL', sport: '', book: '', least: '' },
  ['least'],
);

export { choose };
export const kind = oneOf('kind', { ALL: 'All', ...KINDS });
export const sport = choiceOf('sport');
export const book = choiceOf('book');
/** The least expected value or profit in percent, as it was typed. */
export const typedLeast = choiceOf('least');

/** The minimums of the subscription while none is chosen, or a higher one. Only a lower one needs another subscription. */
export const USUAL = { minEvPercent: 2, minProfitPercent: 0.5 };

const minEvPercent = computed(() => Math.min(USUAL.minEvPercent, leastValue()));
const minProfitPercent = computed(() => Math.min(USUAL.minProfitPercent, leastValue()));

/** The minimums of the subscription. */
export function minimums() {
  return { minEvPercent: minEvPercent.value, minProfitPercent: minProfitPercent.value };
}

/** The least value that was typed, 0 for what is no number; infinite if nothing was typed. */
function leastValue(): number {
  return typedLeast.value === '' ? Infinity : Math.max(0, Number(typedLeast.value) || 0);
}

/** Whether a least value is chosen, for a kind that has one: in a low hold, less is better. */
function hasLeast(itsKind: Kind): boolean {
  return itsKind !== 'LOW_HOLD' && typedLeast.value !== '';
}

/** Whether what is chosen may hide opportunities of this kind. */
export function hasFilter(itsKind: Kind): boolean {
  return sport.value !== '' || book.value !== '' || hasLeast(itsKind);
}

/** Whether an opportunity fits what is chosen besides the kind. One bet at the chosen sportsbook is enough. */
export function isWanted({ kind: itsKind, opportunity, summary }: Held): boolean {
  const { bets, valuePercent } = summary;
  const isWorth = !hasLeast(itsKind) || valuePercent >= leastValue();
  const isAtBook = book.value === '' || bets.some(({ books }) => books.includes(book.value));
  return isWorth && isAtBook && (sport.value === '' || opportunity.sport === sport.value);
}
