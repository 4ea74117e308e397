import { computed, effect } from '@preact/signals';
import type { ResponseError } from '../../../client/odds-client.ts';
import { type EventFilter, PolledOddsDocument } from '../../../generated/board/graphql.ts';
import { liveOdds, request, requireField } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import { PriceStore } from '../prices/price-store.ts';
import { accountChanges, forEachAccount } from '../session/tab-credential.ts';
import { eventFilter, subscribed } from './board-filter.ts';
import { eventPages, followEvents } from './event-summaries.ts';

/** The prices of the board. */
export const store = new PriceStore();

/** The live prices of the account and choice: who comes back from an event goes on with those that were there. */
const livePrices = computed(() => {
  accountChanges.value; // Read so that each account has its own.
  return liveOdds(subscribed.value);
});

/** The live prices that were last shown: the same object while account and choice are the same, whatever is searched. */
let shown: typeof livePrices.value | null = null;

/** Keeps the board's prices and events current until the returned function is called. */
export function runBoard(): () => void {
  const stops = [
    effect(() => {
      const { markets = [], ...filter } = subscribed.value;
      const odds = livePrices.value;
      const goesOn = odds === shown;
      shown = odds;
      if (!goesOn) store.keepOnly(new Set());
      return keepPrices(store, odds, (signal) => readPages(filter, markets, signal), goesOn);
    }),
    forEachAccount(() => followEvents(eventFilter.value)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Reads the board's prices by query, one page of events at a time. */
async function* readPages(filter: EventFilter, markets: string[], signal: AbortSignal) {
  const errors: ResponseError[] = [];
  const read = async (after: string | null) => {
    const variables = { filter, odds: { markets }, after };
    const answer = await request(PolledOddsDocument, variables, { signal });
    errors.push(...answer.errors);
    return answer;
  };
  for await (const nodes of eventPages(read)) yield nodes.flatMap(({ odds }) => odds ?? []);
  requireField('odds', errors);
}
