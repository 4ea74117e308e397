import { effect, signal } from '@preact/signals';
import {
  BetLinkDocument,
  EventPageDocument,
  type EventPageQuery,
  PolledEventDocument,
} from '../../../generated/board/graphql.ts';
import { type GraphError, GraphFailure } from '../graph/graph-failure.ts';
import { request } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import type { PriceStore } from '../prices/price-store.ts';
import { report, trouble } from '../session/account.ts';
import { accountNumber, credential } from '../session/tab-credential.ts';

export type EventPage = NonNullable<EventPageQuery['event']>;

/** What the graph says about the event beside its prices. Null while it is read, and if there is no such event. */
export const page = signal<EventPage | null>(null);

/** When the graph said so, in milliseconds. */
export const readAt = signal(0);

/** Whether the graph has said that there is no such event. */
export const isUnknown = signal(false);

/** The tier that a field of the page needs, where it is above the account's. */
export const lockedFields = signal<ReadonlyMap<string, string>>(new Map());

/** The market in view. */
export const shownMarket = signal('moneyline');

/** Hold, fair prices, splits and game state are read this often, while the page is in sight. */
const REFRESH_MS = 15_000;
const REFRESH_LIVE_MS = 5_000;

/** Keeps an event's prices current in the store while it is in view. */
export function runEvent(id: string, store: PriceStore): () => void {
  page.value = null;
  isUnknown.value = false;
  const stopPrices = effect(() => {
    accountNumber.value;
    store.clear();
    return keepPrices(store, { eventIds: [id] }, (signal) => readEvent(id, signal));
  });
  const stopPage = effect(() => followPage(id, shownMarket.value, credential.value));
  return () => {
    stopPrices();
    stopPage();
  };
}

async function* readEvent(id: string, signal: AbortSignal) {
  const { data } = await request(PolledEventDocument, { id }, { signal });
  yield data.event?.odds ?? [];
}

function followPage(id: string, market: string, key: string | null): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = async () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') await load(id, market, stop.signal);
    if (!stop.signal.aborted)
      timer = setTimeout(refresh, page.value?.isLive ? REFRESH_LIVE_MS : REFRESH_MS);
  };
  if (key !== null) void refresh();
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

function locked({ path = [], extensions }: GraphError): [string, string][] {
  const tier = extensions?.requiredTier;
  return tier === undefined ? [] : [[String(path.at(-1)), tier]];
}

/** Opens the bet at its sportsbook; says why not if there is no link. */
export async function openBet(id: string): Promise<string | null> {
  try {
    const { data, errors } = await request(BetLinkDocument, { id });
    const url = data.deepLinks?.[0]?.url ?? null;
    if (url === null) return errors[0]?.message ?? 'This sportsbook has no link to the bet.';
    open(url, '_blank', 'noopener,noreferrer');
    return null;
  } catch (error) {
    return error instanceof GraphFailure ? error.message : 'The server cannot be reached.';
  }
}
