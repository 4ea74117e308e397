import Type, { type Static } from 'typebox';
import { ApiKey } from '../contract/account.ts';
import { Comparison } from '../contract/comparison.ts';
import { Event } from '../contract/events.ts';
import { BatchEvent, Odds } from '../contract/odds.ts';
import { Sportsbook } from '../contract/sportsbooks.ts';
import { Pagination } from '../contract/wire.ts';
import type { Caller, UpstreamClient } from './client.ts';
import { reader } from './failure.ts';

/** Query parameters; what is null, undefined or an empty list is left out, lists are joined by commas. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** How long an answer may be used again, in milliseconds. Upstream renews odds about every 15 s. */
const FRESH_MS = { odds: 1_000, events: 2_000, sportsbooks: 15_000, never: 0 } as const;

const ListMeta = Type.Object({ total: Type.Number(), pagination: Pagination });

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

const readers = {
  events: reader(EventPage),
  odds: reader(OddsPage),
  delta: reader(OddsDelta),
  batch: reader(OddsBatch),
  batchEvent: reader(BatchEvent),
  comparison: reader(Type.Object({ data: Comparison })),
  sportsbooks: reader(Type.Object({ data: Type.Array(Sportsbook) })),
  keys: reader(Type.Object({ data: Type.Array(ApiKey) })),
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

  /** `GET /account/keys` */
  async accountKeys(caller: Caller): Promise<readonly ApiKey[]> {
    const answer = await this.#get(caller, '/account/keys', {}, readers.keys, FRESH_MS.never);
    return answer.data;
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

function batchOutcome(event: unknown): BatchOutcome {
  try {
    return readers.batchEvent(event);
  } catch (error) {
    return error as Error; // `reader` throws nothing else.
  }
}

function queryString(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') params.set(name, text);
  }
  return params.size === 0 ? '' : `?${params}`;
}
