import { effect } from '@preact/signals';
import {
  type EventFilter,
  PolledOddsDocument,
  type PolledOddsQuery,
} from '../../../generated/board/graphql.ts';
import { request } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import { PriceStore } from '../prices/price-store.ts';
import { accountChanges, credential } from '../session/tab-credential.ts';
import { eventFilter, subscribed } from './board-filter.ts';
import { addEvents, events, followEvents } from './event-summaries.ts';

/** The prices of the board. */
export const store = new PriceStore();

/** A reading ends after at most this many pages of events. */
const PAGES_MAX = 10;

/** Keeps the board's prices and events current until the returned function is called. */
export function runBoard(): () => void {
  const stopPrices = effect(() => {
    accountChanges.value; // Read so that this runs again whenever the account changes.
    const { markets = [], ...filter } = subscribed.value;
    store.clear();
    return keepPrices(store, subscribed.value, (signal) => readPages(filter, markets, signal));
  });
  const stopClearing = effect(() => {
    accountChanges.value; // Read so that this runs again whenever the account changes.
    events.value = new Map();
  });
  const stopEvents = effect(() => {
    const filter = eventFilter.value;
    return credential.value === null ? undefined : followEvents(filter);
  });
  return () => {
    stopPrices();
    stopClearing();
    stopEvents();
  };
}

/** Reads the board's prices by query, one page of events at a time. */
async function* readPages(filter: EventFilter, markets: string[], signal: AbortSignal) {
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { data }: { data: PolledOddsQuery } = await request(
      PolledOddsDocument,
      { filter, odds: { markets }, after },
      { signal },
    );
    const nodes = data.events?.nodes ?? [];
    addEvents(nodes);
    yield nodes.flatMap(({ odds }) => odds ?? []);
    after = data.events?.pageInfo.endCursor ?? null;
    if (!data.events?.pageInfo.hasNextPage) return;
  }
}
