import type { Connection } from '../connection/client-connection.ts';
import { GraphError } from '../connection/graph-error.ts';
import { follow, type Position } from '../connection/keep-open.ts';
import { type Print, paramsOf } from '../typed-document.ts';
import {
  type LiveFilter,
  type LiveOddsDocument,
  type LiveOddsEvent,
  type LiveOpportunitiesDocument,
  type LiveOpportunityEvent,
  OPPORTUNITY_KINDS,
  type OpportunityFilter,
} from './live-documents.ts';
import { FeedStore, type LiveStore } from './live-store.ts';
import type { SentOdds } from './merge-odds.ts';

/** A store of prices by `key`. */
export function oddsStore<Price extends { readonly key: string }>(
  connection: Connection,
  filter: LiveFilter,
  document: LiveOddsDocument<Price>,
  print?: Print,
): LiveStore<Price> {
  // Shared by all times that the store is filled: each goes on where the last one stopped.
  const position: Position = { after: null, renewed: connection.renewed };
  return new FeedStore(position, (store) => {
    const merge = oddsMerger(store);
    return follow<{ readonly liveOdds: LiveOddsEvent<Price> }>(
      connection,
      {
        params: (after) => paramsOf(document, { filter, after }, print),
        onState: (link) => store.onLink(link),
        forget: () => store.forget(),
        onData({ liveOdds: event }) {
          checkFields('liveOdds', event, 'key');
          if (event.__typename === 'FeedStatus') return store.onStatus(event);
          merge(event, position.after);
        },
      },
      position,
    );
  });
}

/** Merges the events of a subscription. Prices that a snapshot lacks are dropped after its last part, so nothing flickers. */
function oddsMerger<Price extends { readonly key: string }>(
  store: FeedStore<Price>,
): (event: SentOdds<Price>, lastCursor: string | null) => void {
  let unconfirmed = new Set<string>();
  return ({ offset, isLast, cursor, odds = [], keys, replacedKeys }, lastCursor) => {
    if (offset === 0) {
      unconfirmed = store.keys();
      store.setComplete(false);
    }
    for (const { key } of odds) unconfirmed.delete(key);
    const removed = isLast ? unconfirmed : (keys ?? replacedKeys ?? []);
    for (const key of removed) store.put(key, undefined);
    for (const price of odds) store.put(price.key, price);
    // Of a snapshot, `isLast` tells. What was missed since a cursor may come in parts too: all but the last repeat the cursor.
    if (isLast ?? cursor !== lastCursor) store.setComplete(true);
  };
}

/** A store of open opportunities by kind and id, such as `EV 17`: ids are unique only within a kind. */
export function opportunityStore<Opportunity extends { readonly id: string }>(
  connection: Connection,
  variables: OpportunityFilter,
  document: LiveOpportunitiesDocument<Opportunity>,
  print?: Print,
): LiveStore<Opportunity> {
  const kinds = new Set(variables.kinds?.length ? variables.kinds : OPPORTUNITY_KINDS);
  const position: Position = { after: null, renewed: connection.renewed };
  return new FeedStore(position, (store) => {
    // The kinds whose snapshot has yet to come. There are no cursors, so each new link begins with one of every kind.
    const missing = new Set(kinds);
    return follow<{ readonly liveOpportunities: LiveOpportunityEvent<Opportunity> }>(
      connection,
      {
        params: () => paramsOf(document, variables, print),
        onState(link) {
          if (link.kind !== 'open') for (const kind of kinds) missing.add(kind);
          store.onLink(link);
        },
        forget: () => store.forget(),
        onData({ liveOpportunities: event }) {
          checkFields('liveOpportunities', event, 'id');
          if (event.__typename === 'FeedStatus') return store.onStatus(event);
          if (event.__typename === 'OpportunitiesExpired') {
            for (const id of event.ids) store.put(`${event.kind} ${id}`, undefined);
          } else {
            applyDetected(store, event);
            if (missing.delete(event.kind) && missing.size === 0) store.setComplete(true);
          }
        },
      },
      position,
    );
  });
}

function applyDetected<Opportunity extends { readonly id: string }>(
  store: FeedStore<Opportunity>,
  event: Extract<LiveOpportunityEvent<Opportunity>, { __typename: 'OpportunitiesDetected' }>,
): void {
  const found = new Map(event.opportunities.map((item) => [`${event.kind} ${item.id}`, item]));
  if (event.isSnapshot) {
    for (const key of store.keys()) {
      if (key.startsWith(`${event.kind} `) && !found.has(key)) store.put(key, undefined);
    }
  }
  for (const [key, opportunity] of found) store.put(key, opportunity);
}

/** What a store cannot do without, by the type of the event. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  OddsSnapshot: ['offset', 'isLast', 'odds'],
  OddsUpdate: ['replacedKeys', 'odds'],
  OddsRemoval: ['keys'],
  OpportunitiesDetected: ['kind', 'isSnapshot', 'opportunities'],
  OpportunitiesExpired: ['kind', 'ids'],
  FeedStatus: ['state'],
};

interface AnyEvent {
  readonly __typename: string;
  readonly odds: readonly object[];
  readonly opportunities: readonly object[];
}

/** Throws if the document of a store does not select what it has to; `event` is undefined if it lacks even the `field`. */
function checkFields(field: string, event: Partial<AnyEvent> | undefined, id: string): void {
  const all = event ?? {};
  const type = all.__typename ?? field;
  const [item] = all.odds ?? all.opportunities ?? [];
  const missing =
    ['__typename', ...(FIELDS[type] ?? [])].find((name) => !(name in all)) ??
    (item && !(id in item) ? id : undefined);
  if (!missing) return;
  const message = `The document of a store has to select "${missing}" in "${type}".`;
  throw new GraphError({ message, extensions: { code: 'BAD_USER_INPUT' } });
}
