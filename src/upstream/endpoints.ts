import Type, { type Static } from 'typebox';
import { ApiKey, CreatedKey, DeletedKey, RotatedKey } from '../contract/account.ts';
import { Comparison } from '../contract/comparison.ts';
import { Event } from '../contract/events.ts';
import { GameState, LiveSport } from '../contract/game-state.ts';
import { BatchEvent, Odds } from '../contract/odds.ts';
import { LowHoldOpportunity } from '../contract/opportunities.ts';
import { Splits, SplitsHistoryEntry } from '../contract/splits.ts';
import { Sportsbook } from '../contract/sportsbooks.ts';
import { Count, Maybe, Pagination } from '../contract/wire.ts';
import { Credential } from '../credential.ts';
import type { Caller, UpstreamClient } from './client.ts';
import { reader } from './failure.ts';

/** Query parameters; what is null, undefined or an empty list is left out, lists are joined by commas. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/**
 * How long an answer may be used again, in milliseconds. Upstream renews odds about every 15 s,
 * splits about every five minutes, game states every second or two.
 */
export const FRESH_MS = {
  odds: 1_000,
  opportunities: 1_000,
  gameStates: 1_000,
  events: 2_000,
  sportsbooks: 15_000,
  splits: 15_000,
  never: 0,
} as const;

const ListMeta = Type.Object({ total: Count, pagination: Pagination });

const EventPage = Type.Object({ data: Type.Array(Event), meta: ListMeta });
export type EventPage = Static<typeof EventPage>;

const OddsPage = Type.Object({ data: Type.Array(Odds), meta: ListMeta });
export type OddsPage = Static<typeof OddsPage>;

const OddsDelta = Type.Object({
  data: Type.Array(Odds),
  meta: Type.Object({
    ...ListMeta.properties,
    server_time: Type.String(),
    books_changed: Type.Array(Type.String()),
  }),
});
export type OddsDelta = Static<typeof OddsDelta>;

/** The events of a batch are checked one by one, so that a bad one does not spoil its neighbours. */
const OddsBatch = Type.Object({
  data: Type.Object({
    events: Type.Array(Type.Object({ event_id: Type.String() })),
    missing_events: Type.Array(Type.String()),
  }),
});

/** Two listings have their page numbers beside `meta` instead of in it. */
const ListPagination = Type.Object({ ...Pagination.properties, total: Count });

const SplitsList = Type.Object({ data: Type.Array(Splits), pagination: ListPagination });
export type SplitsPage = ListPage<Splits>;

const LowHoldList = Type.Object({
  data: Type.Array(LowHoldOpportunity),
  pagination: ListPagination,
});
export type LowHoldPage = ListPage<LowHoldOpportunity>;

interface ListPage<T> {
  readonly data: readonly T[];
  readonly meta: Static<typeof ListMeta>;
}

const SplitsHistory = Type.Object({
  data: Type.Array(SplitsHistoryEntry),
  meta: Type.Object({
    total: Count,
    books: Type.Array(Type.String()),
    oldest: Maybe(Type.String()),
    newest: Maybe(Type.String()),
  }),
});
export type SplitsHistory = Static<typeof SplitsHistory>;

const readers = {
  events: reader(EventPage),
  odds: reader(OddsPage),
  delta: reader(OddsDelta),
  batch: reader(OddsBatch),
  batchEvent: reader(BatchEvent),
  comparison: reader(Type.Object({ data: Comparison })),
  sportsbooks: reader(Type.Object({ data: Type.Array(Sportsbook) })),
  splits: reader(SplitsList),
  splitsHistory: reader(SplitsHistory),
  liveSports: reader(Type.Object({ data: Type.Object({ sports: Type.Array(LiveSport) }) })),
  gameStates: reader(Type.Object({ data: Type.Record(Type.String(), GameState) })),
  lowHold: reader(LowHoldList),
  deepLinks: reader(Type.Object({ data: Type.Record(Type.String(), Maybe(Type.String())) })),
  keys: reader(Type.Object({ data: Type.Array(ApiKey) })),
  createdKey: reader(Type.Object({ data: CreatedKey.properties.data })),
  rotatedKey: reader(Type.Object({ data: RotatedKey.properties.data })),
  deletedKey: reader(DeletedKey),
};

/** The prices of one event of a batch, or the reason why just these could not be read. */
export type BatchOutcome = BatchEvent | Error;

/** The routes of the service, one typed function each. */
export class Upstream {
  readonly client: UpstreamClient;

  constructor(client: UpstreamClient) {
    this.client = client;
  }

  /** `GET /events` */
  events(caller: Caller, query: Query): Promise<EventPage> {
    return this.#get(caller, '/events', query, readers.events, FRESH_MS.events);
  }

  /** `GET /odds` */
  odds(caller: Caller, query: Query): Promise<OddsPage> {
    return this.#get(caller, '/odds', query, readers.odds, FRESH_MS.odds);
  }

  /** `GET /odds` as it is now: no answer that is held is used. */
  oddsNow(caller: Caller, query: Query): Promise<OddsPage> {
    return this.#get(caller, '/odds', query, readers.odds, FRESH_MS.never);
  }

  /** `GET /odds/delta` */
  oddsDelta(caller: Caller, query: Query): Promise<OddsDelta> {
    return this.#get(caller, '/odds/delta', query, readers.delta, FRESH_MS.never);
  }

  /**
   * `POST /odds/batch`: a read, by its id whichever event was found. Events without odds are
   * missing from the map. `market` is an exact type.
   */
  oddsBatch(
    caller: Caller,
    body: { event_ids: readonly string[]; sportsbook?: string; market?: string },
  ): Promise<ReadonlyMap<string, BatchOutcome>> {
    return this.client.read(caller, {
      method: 'POST',
      path: '/odds/batch',
      body,
      read: (answer) =>
        new Map(
          readers.batch(answer).data.events.map((event) => [event.event_id, batchOutcome(event)]),
        ),
      freshForMs: FRESH_MS.odds,
    });
  }

  /** `GET /odds/comparison` */
  async oddsComparison(caller: Caller, query: Query): Promise<Comparison> {
    const read = readers.comparison;
    const answer = await this.#get(caller, '/odds/comparison', query, read, FRESH_MS.odds);
    return answer.data;
  }

  /** `GET /sportsbooks` */
  async sportsbooks(caller: Caller): Promise<readonly Sportsbook[]> {
    const read = readers.sportsbooks;
    const answer = await this.#get(caller, '/sportsbooks', {}, read, FRESH_MS.sportsbooks);
    return answer.data;
  }

  /** `GET /splits` */
  splits(caller: Caller, query: Query): Promise<SplitsPage> {
    const read = (body: unknown) => withMeta(readers.splits(body));
    return this.#get(caller, '/splits', query, read, FRESH_MS.splits);
  }

  /** `GET /splits/history` */
  splitsHistory(caller: Caller, query: Query): Promise<SplitsHistory> {
    const read = readers.splitsHistory;
    return this.#get(caller, '/splits/history', query, read, FRESH_MS.splits);
  }

  /** `GET /gamestate` */
  async liveSports(caller: Caller): Promise<readonly LiveSport[]> {
    const read = readers.liveSports;
    const answer = await this.#get(caller, '/gamestate', {}, read, FRESH_MS.gameStates);
    return answer.data.sports;
  }

  /** `GET /gamestate/{sport}`: states by upstream's key of the event. */
  async gameStates(
    caller: Caller,
    sport: string,
    query: Query,
  ): Promise<Readonly<Record<string, GameState>>> {
    const path = `/gamestate/${encodeURIComponent(sport)}`;
    const read = readers.gameStates;
    const answer = await this.#get(caller, path, query, read, FRESH_MS.gameStates);
    return answer.data;
  }

  /** `GET /opportunities/low_hold` */
  lowHold(caller: Caller, query: Query): Promise<LowHoldPage> {
    const read = (body: unknown) => withMeta(readers.lowHold(body));
    return this.#get(caller, '/opportunities/low_hold', query, read, FRESH_MS.opportunities);
  }

  /** `POST /deeplinks/batch`: a read; the path of a redirect by id, or null. */
  deepLinks(
    caller: Caller,
    body: { ids: readonly string[]; state: string },
  ): Promise<ReadonlyMap<string, string | null>> {
    return this.client.read(caller, {
      method: 'POST',
      path: '/deeplinks/batch',
      body,
      read: (answer) =>
        new Map(
          Object.entries(readers.deepLinks(answer).data).map(([id, path]) => [id, ownPath(path)]),
        ),
      freshForMs: FRESH_MS.odds,
    });
  }

  /** `GET /account/keys` */
  async accountKeys(caller: Caller): Promise<readonly ApiKey[]> {
    const answer = await this.#get(caller, '/account/keys', {}, readers.keys, FRESH_MS.never);
    const masks = answer.data.map((key) => key.id_masked);
    this.client.scopes.noteMasks(caller.credential, masks);
    return answer.data;
  }

  /** `POST /account/keys`; the answer holds the secret. */
  async createKey(caller: Caller, name: string): Promise<CreatedKey['data']> {
    const answer = await this.client.write(caller, {
      method: 'POST',
      path: '/account/keys',
      body: { name },
      read: readers.createdKey,
    });
    this.client.keys.accept(new Credential(answer.data.key));
    return answer.data;
  }

  /** `POST /account/keys/{keyId}/rotate`; the answer holds the new secret. */
  async rotateKey(caller: Caller, keyId: string): Promise<RotatedKey['data']> {
    const answer = await this.client.write(caller, {
      method: 'POST',
      path: `/account/keys/${encodeURIComponent(keyId)}/rotate`,
      read: readers.rotatedKey,
    });
    this.client.keys.accept(new Credential(answer.data.key));
    return answer.data;
  }

  /** `DELETE /account/keys/{keyId}` */
  async deleteKey(caller: Caller, keyId: string): Promise<void> {
    await this.client.write(caller, {
      method: 'DELETE',
      path: `/account/keys/${encodeURIComponent(keyId)}`,
      read: readers.deletedKey,
    });
  }

  #get<T extends object>(
    caller: Caller,
    path: string,
    query: Query,
    read: (body: unknown) => T,
    freshForMs: number,
  ): Promise<T> {
    return this.client.read(caller, {
      method: 'GET',
      path: path + queryString(query),
      read,
      freshForMs,
    });
  }
}

/** A listing in the shape of all others. */
function withMeta<T>(list: {
  readonly data: readonly T[];
  readonly pagination: Static<typeof ListPagination>;
}): ListPage<T> {
  const { data, pagination } = list;
  return { data, meta: { total: pagination.total, pagination } };
}

/** A path at the service itself: what begins otherwise leads elsewhere once it stands in an address. */
function ownPath(path: string | null | undefined): string | null {
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

function batchOutcome(event: unknown): BatchOutcome {
  try {
    return readers.batchEvent(event);
  } catch (error) {
    return error as Error; // `reader` throws nothing else.
  }
}

/** Query parameters as they are sent; equal texts ask for the same. */
export function queryString(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') params.set(name, text);
  }
  return params.size === 0 ? '' : `?${params}`;
}
