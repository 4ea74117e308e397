import { effect, signal } from '@preact/signals';
import { GraphError, type ResponseError } from '../../../client/odds-client.ts';
import {
  EventPageDocument,
  type EventPageQuery,
  PolledEventDocument,
} from '../../../generated/board/graphql.ts';
import { keepReading } from '../graph/keep-reading.ts';
import { request } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import type { PriceStore } from '../prices/price-store.ts';
import { report, trouble } from '../session/account.ts';
import { credential, forEachAccount } from '../session/tab-credential.ts';

import { keepPasts } from './price-past.ts';

export type EventPage = NonNullable<EventPageQuery['event']>;

/** What the server answers about the event besides its prices. Null until it is read, and if there is no such event. */
export const page = signal<EventPage | null>(null);

/** When `page` was read, in milliseconds since the Unix epoch. */
export const readAt = signal(0);

/** Whether the server has answered that there is no such event. */
export const isUnknown = signal(false);

/** The fields of `page` that need a higher tier than the account's, each with the tier that it needs. */
export const lockedFields = signal<ReadonlyMap<string, string>>(new Map());

/** The market type that the page shows. */
export const shownMarket = signal('moneyline');

/** Hold, fair prices, splits and game state are read this often, while the page is in sight. */
const REFRESH_MS = 15_000;
const REFRESH_LIVE_MS = 5_000;

/** Keeps `page`, and the event's prices in the store, current until the returned function is called. */
export function runEvent(id: string, store: PriceStore): () => void {
  page.value = null;
  isUnknown.value = false;
  const stopPrices = forEachAccount(() => {
    store.keepOnly(new Set());
    return keepPrices(store, { eventIds: [id] }, (signal) => readEvent(id, signal));
  });
  const stopPage = effect(() => {
    const market = shownMarket.value;
    return credential.value === null
      ? undefined
      : keepReading((signal) => readPage(id, market, signal));
  });
  const stopPasts = keepPasts(id, shownMarket);
  return () => {
    stopPrices();
    stopPage();
    stopPasts();
  };
}

async function* readEvent(id: string, signal: AbortSignal) {
  const { data } = await request(PolledEventDocument, { id }, { signal });
  yield data.event?.odds ?? [];
}

/** Resolves to the time until the next reading. */
async function readPage(id: string, market: string, signal: AbortSignal): Promise<number> {
  try {
    const { data, errors } = await request(EventPageDocument, { id, market }, { signal });
    page.value = data.event;
    readAt.value = Date.now();
    isUnknown.value = data.event === null;
    lockedFields.value = new Map(errors.flatMap(locked));
    const other = errors.find(({ extensions }) => extensions?.requiredTier == null);
    if (other !== undefined) throw new GraphError(other);
    trouble.value = null;
  } catch (error) {
    if (!signal.aborted) report(error);
  }
  return page.value?.isLive ? REFRESH_LIVE_MS : REFRESH_MS;
}

/** The field that an error is about, with the tier that it needs; empty for other errors. */
function locked({ path = [], extensions }: ResponseError): [string, string][] {
  const tier = extensions?.requiredTier;
  return tier == null ? [] : [[String(path.at(-1)), tier]];
}
