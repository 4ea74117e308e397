import { computed } from '@preact/signals';
import { addressChoices } from '../shell/address-choices.ts';
import { addresses } from '../shell/current-route.ts';

/** How far back moves are looked for, by the number of minutes. */
export const WINDOWS: Readonly<Record<string, string>> = {
  15: '15 minutes',
  60: '1 hour',
  360: '6 hours',
  1440: 'A day',
};

const { choiceOf, oneOf, choose } = addressChoices(
  addresses.movers,
  { window: '60', sport: '', least: '' },
  ['least'],
);

export { choose };
export const windowMinutes = oneOf('window', WINDOWS);
export const sport = choiceOf('sport');
/** The least move in percentage points, as it was typed. */
export const typedLeast = choiceOf('least');

/** The least move where none is chosen, in percentage points. */
export const USUAL_LEAST = 3;

/** The variables of the query. */
export const moverVariables = computed(() => ({
  filter: sport.value === '' ? null : { sports: [sport.value] },
  windowMinutes: Number(windowMinutes.value),
  minMovePercent:
    typedLeast.value === ''
      ? USUAL_LEAST
      : Math.min(100, Math.max(0, Number(typedLeast.value) || 0)),
}));
