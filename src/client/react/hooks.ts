'use client';

import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { bestOdds } from '../live/best-odds.ts';
import type {
  FeedState,
  GraphError,
  LiveFilter,
  LiveOddsDocument,
  LiveOpportunitiesDocument,
  LiveStore,
  Odds,
  OddsClient,
  OpportunityFilter,
  OpportunityKind,
  OpportunityOf,
} from '../odds-client.ts';

interface Provided {
  readonly client: OddsClient;
  readonly filter: LiveFilter;
  /** The stores that components below have asked for, by what they asked. Those that none uses any more may be collected. */
  readonly stores: Map<string, WeakRef<LiveStore<unknown>>>;
}

const Context = createContext<Provided | null>(null);

export interface OddsProviderProps {
  readonly client: OddsClient;
  /** Which prices the hooks below it have, unless they say otherwise; all by default. */
  readonly filter?: LiveFilter | undefined;
  readonly children?: ReactNode;
}

/** Gives a client to the hooks of the components below it. */
export function OddsProvider({ client, filter = {}, children }: OddsProviderProps) {
  const text = JSON.stringify(filter);
  const stores = useMemo<Provided['stores']>(() => new Map(), [client]);
  const provided = useMemo(
    () => ({ client, filter: JSON.parse(text) as LiveFilter, stores }),
    [client, stores, text],
  );
  return createElement(Context.Provider, { value: provided }, children);
}

function useProvided(): Provided {
  const provided = useContext(Context);
  if (provided === null) throw new Error('Put the component below an OddsProvider.');
  return provided;
}

/** The client of the provider, for queries. */
export function useOddsClient(): OddsClient {
  return useProvided().client;
}

/** Components that ask for the same share one store. */
function useStore<Item>(
  asked: readonly unknown[],
  make: (provided: Provided) => LiveStore<Item>,
): LiveStore<Item> {
  const provided = useProvided();
  const name = JSON.stringify(asked);
  return useMemo(() => {
    const held = provided.stores.get(name)?.deref() as LiveStore<Item> | undefined;
    if (held !== undefined) return held;
    for (const [other, reference] of provided.stores) {
      if (reference.deref() === undefined) provided.stores.delete(other);
    }
    const store = make(provided);
    provided.stores.set(name, new WeakRef(store));
    return store;
    // `make` differs in each call, but makes the same of the same name.
  }, [provided, name]);
}

function useOddsStore<Price extends { readonly key: string }>(
  filter?: LiveFilter,
  document?: LiveOddsDocument<Price>,
): LiveStore<Price> {
  const own = useProvided().filter;
  return useStore(['odds', filter ?? own, document], ({ client }) =>
    client.liveOdds(filter ?? own, document),
  );
}

export interface Live<Item> {
  /** All items by key: the same map until something changes. */
  readonly items: ReadonlyMap<string, Item>;
  readonly state: FeedState;
  /** Why the items are not current; null if they are, or are on their way. */
  readonly error: GraphError | null;
}

// The values with which a server renders, and with which a page first renders the same, whatever its stores hold by then.
const NO_ITEMS = new Map<string, never>();
const noItems = () => NO_ITEMS;
const connecting = () => 'connecting' as const;
const noError = () => null;
const noPrice = () => undefined;

function useLive<Item>(store: LiveStore<Item>): Live<Item> {
  const items = useSyncExternalStore(store.subscribe, store.getSnapshot, noItems);
  const error = useSyncExternalStore(store.subscribe, () => store.error, noError);
  return { items, state: useStoreState(store), error };
}

function useStoreState(store: LiveStore<unknown>): FeedState {
  return useSyncExternalStore(store.subscribe, () => store.state, connecting);
}

/**
 * All prices of a filter, that of the provider by default, as they change. Renders once per frame at most. `document`
 * selects other fields than the usual ones.
 */
export function useLiveOdds<Price extends { readonly key: string } = Odds>(
  filter?: LiveFilter,
  document?: LiveOddsDocument<Price>,
): Live<Price> {
  return useLive(useOddsStore(filter, document));
}

export interface Best<Price> extends Pick<Live<Price>, 'state' | 'error'> {
  /** The best price of each bet, that of the next event first. */
  readonly odds: readonly Price[];
}

/** The best prices of a filter, that of the provider by default, as they change. Renders once per frame at most. */
export function useBestOdds(filter?: LiveFilter): Best<Odds> {
  const { items, state, error } = useLiveOdds(filter);
  return { odds: useMemo(() => bestOdds(items.values()), [items]), state, error };
}

/** The price of a key, of the provider's filter by default; undefined if there is none. Renders only if it changes. */
export function useOdds<Price extends { readonly key: string } = Odds>(
  key: string,
  filter?: LiveFilter,
  document?: LiveOddsDocument<Price>,
): Price | undefined {
  const store = useOddsStore(filter, document);
  const subscribe = useCallback(
    (render: () => void) => store.subscribe((changes) => changes.has(key) && render()),
    [store, key],
  );
  return useSyncExternalStore(subscribe, () => store.get(key), noPrice);
}

/** The open opportunities by kind and id, such as `EV 17`, as they come and go. */
export function useLiveOpportunities<
  Kind extends OpportunityKind,
  Item extends { readonly id: string } = OpportunityOf<Kind>,
>(filter: OpportunityFilter<Kind> = {}, document?: LiveOpportunitiesDocument<Item>): Live<Item> {
  const store = useStore(['opportunities', filter, document], ({ client }) =>
    client.liveOpportunities(filter, document),
  );
  return useLive(store);
}

/** Whether the prices of a filter are current, that of the provider by default. Renders only if that changes. */
export function useFeedState(filter?: LiveFilter): FeedState {
  return useStoreState(useOddsStore(filter));
}
