import { effect, signal } from '@preact/signals';
import {
  BetLinkByKeyDocument,
  BetLinkDocument,
  EventPageDocument,
  type EventPageQuery,
  PolledEventDocument,
} from '../../../generated/board/graphql.ts';
import { type GraphError, GraphFailure } from '../graph/graph-failure.ts';
import { request } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import type { PriceStore } from '../prices/price-store.ts';
import type { Quote } from '../prices/quote.ts';
import { report, trouble } from '../session/account.ts';
import { accountChanges, credential } from '../session/tab-credential.ts';

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
  const stopPrices = effect(() => {
    accountChanges.value; // Read so that this runs again whenever the account changes.
    store.clear();
    return keepPrices(store, { eventIds: [id] }, (signal) => readEvent(id, signal));
  });
  const stopPage = effect(() => {
    const market = shownMarket.value;
    return credential.value === null ? undefined : followPage(id, market);
  });
  return () => {
    stopPrices();
    stopPage();
  };
}

async function* readEvent(id: string, signal: AbortSignal) {
  const { data } = await request(PolledEventDocument, { id }, { signal });
  yield data.event?.odds ?? [];
}

function followPage(id: string, market: string): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = async () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') await load(id, market, stop.signal);
    if (!stop.signal.aborted)
      timer = setTimeout(refresh, page.value?.isLive ? REFRESH_LIVE_MS : REFRESH_MS);
  };
  void refresh();
  document.addEventListener('visibilitychange', refresh, { signal: stop.signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

async function load(id: string, market: string, signal: AbortSignal): Promise<void> {
  try {
    const { data, errors } = await request(EventPageDocument, { id, market }, { signal });
    page.value = data.event;
    readAt.value = Date.now();
    isUnknown.value = data.event === null;
    lockedFields.value = new Map(errors.flatMap(locked));
    const other = errors.find(({ extensions }) => extensions?.requiredTier === undefined);
    if (other !== undefined) throw new GraphFailure(other);
    trouble.value = null;
  } catch (error) {
    if (!signal.aborted) report(error);
  }
}

/** The field that an error is about, with the tier that it needs; empty for other errors. */
function locked({ path = [], extensions }: GraphError): [string, string][] {
  const tier = extensions?.requiredTier;
  return tier === undefined ? [] : [[String(path.at(-1)), tier]];
}

/** Opens the bet at its sportsbook. Resolves to null, or to a message if it cannot be opened. */
export async function openBet(quote: Quote): Promise<string | null> {
  try {
    const { link, errors } = await readLink(quote);
    const url = link?.url ?? null;
    if (url === null) return errors[0]?.message ?? 'This sportsbook has no link to the bet.';
    open(url, '_blank', 'noopener,noreferrer');
    return null;
  } catch (error) {
    return error instanceof GraphFailure ? error.message : 'The server cannot be reached.';
  }
}

/** The link to a bet. Polled prices have no ids, which would cost more upstream requests, so they are found by key. */
async function readLink({ id, oddsId, eventId, book, marketType, side }: Quote) {
  if (oddsId !== null) {
    const { data, errors } = await request(BetLinkDocument, { id: oddsId });
    return { link: data.deepLinks?.[0], errors };
  }
  const filter = { sportsbooks: [book], markets: [marketType], selectionTypes: [side] };
  const { data, errors } = await request(BetLinkByKeyDocument, { eventId, filter });
  return { link: data.event?.odds?.find(({ key }) => key === id)?.deepLink, errors };
}
