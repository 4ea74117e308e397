import { setTimeout as pause } from 'node:timers/promises';
import { LiveClient } from '../../harness/clients/live-client.ts';

/** What a subscriber asks for. */
export interface Wish {
  readonly channel: 'odds' | 'opportunities';
  readonly key: string;
  readonly filter: { readonly sportsbooks?: readonly string[] };
  /** Whether the subscriber gets row number `i`. */
  readonly matches: (i: number) => boolean;
}

/** How long a client waits before it connects again, at the most. Real clients wait a random time, too. */
const RETRY_MAX_MS = 1_000;

const DOCUMENTS = {
  odds: `subscription ($filter: LiveFilter, $after: String) {
    live: liveOdds(filter: $filter, after: $after) {
      __typename
      ... on OddsSnapshot { rows: odds { ...Row } offset cursor }
      ... on OddsUpdate { rows: odds { ...Row } cursor }
      ... on OddsRemoval { ids cursor }
      ... on FeedStatus { state message }
    }
  }
  fragment Row on Odds { id price { american } }`,
  opportunities: `subscription ($filter: LiveFilter) {
    live: liveOpportunities(kinds: [EV], filter: $filter) {
      __typename
      ... on OpportunitiesDetected { isSnapshot rows: opportunities { ... on EvOpportunity { id evPercent } } }
      ... on OpportunitiesExpired { ids }
      ... on FeedStatus { state message }
    }
  }`,
};

interface LiveRow {
  readonly id: string;
  readonly price?: { readonly american: number };
  readonly evPercent?: number;
}

/** The fields that the events of both subscriptions have. */
interface LiveEvent {
  readonly __typename: string;
  readonly rows?: readonly LiveRow[];
  readonly ids?: readonly string[];
  readonly offset?: number;
  readonly isSnapshot?: boolean;
  readonly cursor?: string;
  readonly state?: string;
  readonly message?: string | null;
}

interface Result {
  readonly data?: { readonly live: LiveEvent | null } | null;
  readonly errors?: readonly object[];
}

/** What subscribers share. */
export interface Surroundings {
  /** The addresses of the replicas. */
  readonly addresses: () => readonly string[];
  /** Called when a subscriber has connected, lost its stream or received something. */
  readonly onChange: (subscriber: RoamingSubscriber) => void;
}

/**
 * A client that keeps a board of versions by row. Whenever its stream ends, it goes to the next replica
 * and resumes there, like a browser behind a load balancer.
 */
export class RoamingSubscriber {
  readonly wish: Wish;
  readonly held = new Map<string, number>();
  /** The replica that it is connected to; null between connections. */
  url: string | null = null;
  /** The last status on this connection; READY also if it got data without one. */
  state: string | null = null;
  /** What the last status said. */
  message = '';
  /** The newest version that it has seen. */
  newest = -1;
  /** Snapshots of odds that it got although it had a board already. */
  newSnapshots = 0;
  /** Errors that subscribers must not see. */
  readonly errors: string[] = [];
  #cursor: string | null = null;
  readonly #surroundings: Surroundings;
  readonly #abort = new AbortController();
  #client: LiveClient | null = null;

  /** `first` is the number of the address to begin with. */
  constructor(wish: Wish, first: number, surroundings: Surroundings) {
    this.wish = wish;
    this.#surroundings = surroundings;
    void this.#run(first);
  }

  close(): void {
    this.#abort.abort();
    this.#client?.close();
  }

  async #run(first: number): Promise<void> {
    const { signal } = this.#abort;
    for (let next = first; !signal.aborted; next += 1) {
      const addresses = this.#surroundings.addresses();
      const url = addresses[next % addresses.length];
      if (url !== undefined) await this.#read(url).catch(() => {}); // A replica may be gone.
      this.url = null;
      this.state = null;
      this.#surroundings.onChange(this);
      await pause(Math.random() * RETRY_MAX_MS, null, { signal }).catch(() => {});
    }
  }

  /** Reads one event stream to its end. */
  async #read(url: string): Promise<void> {
    const { channel, key, filter } = this.wish;
    const client = await LiveClient.open(url, DOCUMENTS[channel], {
      key,
      variables: { filter, ...(channel === 'odds' && { after: this.#cursor }) },
      onResult: (result) => {
        this.#receive(result as Result);
        this.#surroundings.onChange(this);
      },
    });
    this.#client = client;
    if (client.response.statusCode !== 200 || this.#abort.signal.aborted) return client.close();
    this.url = url;
    this.#surroundings.onChange(this);
    await client.over();
  }

  #receive({ data, errors }: Result): void {
    if (errors !== undefined) this.errors.push(JSON.stringify(errors));
    const event = data?.live;
    if (!event) return;
    if (event.state !== undefined) {
      if (event.state !== 'NOTICE') this.state = event.state;
      this.message = event.message ?? '';
      return;
    }
    this.state ??= 'READY';
    if (event.offset === 0 || event.isSnapshot) this.held.clear();
    if (event.offset === 0 && this.#cursor !== null) this.newSnapshots += 1;
    for (const { id, price, evPercent = 2 } of event.rows ?? []) {
      const version = price === undefined ? evPercent - 2 : price.american - 100;
      this.held.set(id, version);
      this.newest = Math.max(this.newest, version);
    }
    for (const id of event.ids ?? []) this.held.delete(id);
    this.#cursor = event.cursor ?? this.#cursor;
  }
}
