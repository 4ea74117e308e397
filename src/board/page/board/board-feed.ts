import { effect } from '@preact/signals';
import { type EventFilter, PolledOddsDocument } from '../../../generated/board/graphql.ts';
import { request } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import { PriceStore } from '../prices/price-store.ts';
import { forEachAccount } from '../session/tab-credential.ts';
import { eventFilter, subscribed } from './board-filter.ts';
import { addEvents, eventPages, events, followEvents } from './event-summaries.ts';

/** The prices of the board. */
export const store = new PriceStore();

/** Keeps the board's prices and events current until the returned function is called. */
export function runBoard(): () => void {
  const stops = [
    forEachAccount(() => {
      const { markets = [], ...filter } = subscribed.value;
      store.keepOnly(new Set());
      return keepPrices(store, subscribed.value, (signal) => readPages(filter, markets, signal));
    }),
    forEachAccount(() => {
      events.value = new Map();
    }),
    effect(() => followEvents(eventFilter.value)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Reads the board's prices by query, one page of events at a time. */
async function* readPages(filter: EventFilter, markets: string[], signal: AbortSignal) {
  const read = (after: string | null) =>
    request(PolledOddsDocument, { filter, odds: { markets }, after }, { signal });
  for await (const nodes of eventPages(read)) {
    addEvents(nodes);
    yield nodes.flatMap(({ odds }) => odds ?? []);
  }
}
