import { expect, onTestFinished, test } from 'vitest';
import type { OpportunityKind } from '../../src/generated/schema-types.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { SseReader, type StreamEvent } from '../harness/clients/sse-reader.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { until } from '../harness/until.ts';

const ROUNDS = 15;

const QUERY = `subscription (
  $kinds: [OpportunityKind!], $filter: LiveFilter, $minEvPercent: Float, $minProfitPercent: Float
) {
  liveOpportunities(
    kinds: $kinds, filter: $filter, minEvPercent: $minEvPercent, minProfitPercent: $minProfitPercent
  ) {
    __typename
    ... on OpportunitiesDetected { kind isSnapshot opportunities { __typename id
      ... on EvOpportunity { evPercent }
      ... on ArbitrageOpportunity { profitPercent }
      ... on LowHoldOpportunity { holdPercent }
      ... on MiddleOpportunity { qualityScore }
    } }
    ... on OpportunitiesExpired { kind ids }
    ... on FeedStatus { state }
  }
}`;

/** Each kind: its name on the wire, and the number that distinguishes versions of an opportunity. */
const KINDS = {
  ev: ['EV', 'ev_percentage', 'evPercent'],
  arb: ['ARBITRAGE', 'profit_percent', 'profitPercent'],
  middles: ['MIDDLE', 'quality_score', 'qualityScore'],
  low_hold: ['LOW_HOLD', 'hold_percentage', 'holdPercent'],
} as const;

type Facts = Readonly<Record<string, unknown>>;

/** Whether a subscriber gets an opportunity. */
type Keeps = (opportunity: Facts) => boolean;

/** The sportsbooks of each bet of an opportunity. */
function sportsbooksIn(one: Facts): (readonly string[])[] {
  const bets = [one, one['legs'], one['side1'], one['side2'], one['side3']].flat() as Facts[];
  return bets.flatMap((bet) => {
    const books = bet?.['books'] ?? bet?.['book'] ?? bet?.['sportsbook'];
    return books === undefined ? [] : [[books].flat() as string[]];
  });
}

/**
 * A subscriber shares the stream of all sportsbooks, whereas upstream would search only the selected ones.
 * It gets the opportunities that can be bet at these.
 */
const atBooks = (books: readonly string[]): Keeps => {
  return (one) =>
    sportsbooksIn(one).every((sportsbooks) => sportsbooks.some((book) => books.includes(book)));
};

/** The open opportunities of upstream's own stream, with the graph's names. */
class WireMirror {
  readonly open = new Map<string, string>();
  readonly #keeps: Keeps;

  constructor(keeps: Keeps) {
    this.#keeps = keeps;
  }

  apply({ kind, data }: StreamEvent): void {
    if (kind === 'connected') this.open.clear();
    for (const [name, [graphKind, wireNumber]] of Object.entries(KINDS)) {
      if (kind === `${name}:detected`) {
        for (const one of data as Facts[]) {
          const id = `${one['id']}`;
          if (this.#keeps(one)) this.open.set(id, `${graphKind} ${one[wireNumber]}`);
          else this.open.delete(id);
        }
      } else if (kind === `${name}:expired`) {
        for (const id of (data as { expired: string[] }).expired) this.open.delete(id);
      }
    }
  }
}

/** The open opportunities as a client maintains them from the events of `liveOpportunities`. */
class GraphMirror {
  readonly open = new Map<string, string>();
  #caughtUp = 0;

  catchUp({ results }: LiveClient): void {
    for (; this.#caughtUp < results.length; this.#caughtUp += 1) {
      const { data, errors } = results[this.#caughtUp] ?? {};
      expect(errors).toBeUndefined();
      const event = data?.liveOpportunities;
      if (event?.__typename === 'OpportunitiesDetected') {
        if (event.isSnapshot) this.#forget(event.kind);
        for (const one of event.opportunities) this.#keep(event.kind, { ...one });
      } else if (event?.__typename === 'OpportunitiesExpired') {
        for (const id of event.ids) this.open.delete(id);
      }
    }
  }

  #keep(kind: OpportunityKind, one: Facts): void {
    const [, , number] = Object.values(KINDS).find(([name]) => name === kind) ?? [];
    this.open.set(`${one['id']}`, `${kind} ${one[number ?? '']}`);
  }

  #forget(kind: OpportunityKind): void {
    for (const [id, kept] of this.open) if (kept.startsWith(`${kind} `)) this.open.delete(id);
  }
}

/** Equal subscriptions to the graph and to upstream. */
interface Wish {
  readonly variables: Facts;
  readonly query: string;
  readonly keeps?: Keeps;
}

const WISHES: readonly Wish[] = [
  {
    variables: { minEvPercent: 0, minProfitPercent: 0 },
    query: 'min_ev=0&min_profit=0',
  },
  { variables: {}, query: '' },
  {
    variables: {
      filter: { sportsbooks: ['draftkings', 'pinnacle'] },
      minEvPercent: 0,
      minProfitPercent: 0,
    },
    query: 'min_ev=0&min_profit=0',
    keeps: atBooks(['draftkings', 'pinnacle']),
  },
  {
    variables: {
      filter: { sports: ['american_football', 'ice_hockey'] },
      minEvPercent: 0,
      minProfitPercent: 0,
    },
    query: 'sport=american_football,ice_hockey&min_ev=0&min_profit=0',
  },
  {
    variables: { filter: { sports: ['basketball'], markets: ['main'] }, minEvPercent: 1 },
    query: 'sport=basketball&market=main&min_ev=1',
  },
];

const graph = await sharedGraph();

/** A subscriber to the graph beside an equal one to upstream. */
async function pairOf({ variables, query, keeps = () => true }: Wish) {
  const key = 'demo_enterprise';
  const client = await LiveClient.open(graph.url, QUERY, { key, variables });
  const reader = await SseReader.open(`${graph.origin.url}/api/v1/stream/opportunities?${query}`, {
    'x-api-key': key,
  });
  await reader.until('snapshot:complete');
  const [wire, mirror] = [new WireMirror(keeps), new GraphMirror()];
  let applied = 0;
  return {
    sizes: new Set<number>(),
    /** How many opportunities are open for both, once they are the same. */
    async untilEqual(): Promise<number> {
      await until(() => {
        for (; applied < reader.events.length; applied += 1) {
          wire.apply(reader.events[applied] as StreamEvent);
        }
        mirror.catchUp(client);
        return isSame(wire.open, mirror.open);
      });
      return wire.open.size;
    },
    async close(): Promise<void> {
      client.close();
      await reader.close();
    },
  };
}

/** All begin at the same time: small changes are not sent again, so only streams of the same age have equal events. */
test('liveOpportunities delivers what upstream’s own stream has, whatever was asked for', async () => {
  const pairs = await Promise.all(WISHES.map(pairOf));
  onTestFinished(async () => {
    for (const { close } of pairs) await close();
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    await graph.originClock.advanceInSteps(2_000, 500);
    for (const pair of pairs) pair.sizes.add(await pair.untilEqual());
  }
  // Opportunities were detected and expired; hardly any of the narrow wishes.
  const changing = pairs.filter(({ sizes }) => sizes.size > 1);
  expect(changing.length).toBeGreaterThan(pairs.length / 2);
});

test('each subscriber of a shared stream gets only the kinds that it selected', async () => {
  const open = (kinds: readonly OpportunityKind[]) =>
    LiveClient.open(graph.url, QUERY, { variables: { kinds, minEvPercent: 0 } });
  const clients = await Promise.all([open(['MIDDLE', 'EV']), open(['ARBITRAGE'])]);
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  const received = () =>
    clients.map(({ results }) =>
      results.flatMap(({ data }) => {
        const event = data?.liveOpportunities;
        return event?.__typename === 'OpportunitiesDetected' && event.isSnapshot ? event.kind : [];
      }),
    );
  await until(() => received().flat().length >= 3);
  expect(received()).toEqual([['EV', 'MIDDLE'], ['ARBITRAGE']]);
});

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && one.entries().every(([id, kept]) => other.get(id) === kept);
}
