import { effect } from '@preact/signals';
import {
  type EventFilter,
  PolledOddsDocument,
  type PolledOddsQuery,
} from '../../../generated/board/graphql.ts';
import { request } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import { PriceStore } from '../prices/price-store.ts';
import { credential } from '../session/tab-credential.ts';
import { subscribed } from './board-filter.ts';
import { addEvents, events, followEvents } from './event-summaries.ts';

/** The prices of the board. */
export const store = new PriceStore();

const PAGES_MAX = 10;

/** Keeps the board's prices and events current while it is in view. */
export function runBoard(): () => void {
  return effect(() => {
    if (credential.value === null) return;
    const filter = subscribed.value;
    const { markets, ...eventFilter } = filter;
    store.clear();
    events.value = new Map();
    const stopPrices = keepPrices(store, filter, (signal) =>
      readPages(eventFilter, markets ?? [], signal),
    );
    const stopEvents = followEvents(eventFilter);
    return () => {
      stopPrices();
      stopEvents();
    };
  });
}

async function* readPages(filter: EventFilter, markets: string[], signal: AbortSignal) {
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { data }: { data: PolledOddsQuery } = await request(
      PolledOddsDocument,
      { filter, odds: { markets }, after },
      signal,
    );
    const nodes = data.events?.nodes ?? [];
    addEvents(nodes);
    yield nodes.flatMap(({ odds }) => odds ?? []);
    after = data.events?.pageInfo.endCursor ?? null;
    if (!data.events?.pageInfo.hasNextPage) return;
  }
}
