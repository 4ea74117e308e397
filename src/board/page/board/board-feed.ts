import { computed, effect } from '@preact/signals';
import type { ResponseError } from '../../../client/odds-client.ts';
import { PolledOddsDocument } from '../../../generated/board/graphql.ts';
import { errorsIn, liveOdds, request, throwFirst } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import { PriceStore } from '../prices/price-store.ts';
import { accountChanges, forEachAccount } from '../session/tab-credential.ts';
import { eventFilter, priceFilter } from './board-filter.ts';
import { eventPages, followEvents } from './event-summaries.ts';

/** The prices of the board. */
export const store = new PriceStore();

/** The live prices of the account and choice: the same store as before, with its prices, after a visit to an event. */
const livePrices = computed(() => {
  accountChanges.value; // Read so that each account has its own.
  return liveOdds(priceFilter.value);
});

/** Keeps the board's prices and events current until the returned function is called. */
export function runBoard(): () => void {
  const stops = [
    effect(() => {
      const filter = priceFilter.value;
      return keepPrices(store, livePrices.value, (signal) => readPages(filter, signal));
    }),
    forEachAccount(() => followEvents(eventFilter.value)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Reads the board's prices by query, one page of events at a time. */
async function* readPages({ markets, ...filter }: typeof priceFilter.value, signal: AbortSignal) {
  const errors: ResponseError[] = [];
  const read = async (after: string | null) => {
    const variables = { filter, odds: { markets }, after };
    const answer = await request(PolledOddsDocument, variables, { signal });
    errors.push(...answer.errors);
    return answer;
  };
  for await (const nodes of eventPages(read)) yield nodes.flatMap(({ odds }) => odds ?? []);
  throwFirst(errorsIn('odds', errors)); // What could be read is shown all the same.
}
