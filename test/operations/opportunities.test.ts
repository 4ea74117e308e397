import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  MarketComparison,
  OpportunitiesDetected,
  OpportunityKind,
} from '../../src/generated/schema-types.ts';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { Scheduler } from '../../src/scheduling/scheduler.ts';
import { ARBITRAGE, middle, middleSide } from '../harness/browser/scripted-opportunities.ts';
import { metricOf } from '../harness/clients/exposed-metrics.ts';
import { codesOf, GraphClient } from '../harness/clients/graph-client.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { connectMcp } from '../harness/clients/mcp-client.ts';
import { simulationOfOpportunities } from '../harness/feeds/simulations.ts';
import { scriptedGraph } from '../harness/hooks/scripted-graph.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { evOpportunity } from '../harness/odds-rows.ts';
import type { ScriptedStream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';

const SECOND = 1_000;
const STREAM = 'GET /stream';
const FIELDS = `__typename id eventId eventName sport league marketType line isLive detectedAt
  ... on EvOpportunity { evPercent sportsbookId price { decimal } noVigPrice { decimal } }
  ... on ArbitrageOpportunity { profitPercent legs { sportsbookId } }
  ... on MiddleOpportunity { expectedValuePercent side1 { sportsbookId } side2 { sportsbookId } }
  ... on LowHoldOpportunity { holdPercent sportsbookIds }`;

const DECLARED = `$kinds: [OpportunityKind!], $filter: LiveFilter, $minEvPercent: Float,
  $minProfitPercent: Float`;
const GIVEN = `kinds: $kinds, filter: $filter, minEvPercent: $minEvPercent,
  minProfitPercent: $minProfitPercent`;
const OPEN = `query (${DECLARED}, $first: Int, $after: String) {
  opportunities(${GIVEN}, first: $first, after: $after) {
    totalCount nodes { ${FIELDS} } edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }`;
const LIVE = `subscription (${DECLARED}) { liveOpportunities(${GIVEN}) {
  ... on OpportunitiesDetected { kind isSnapshot opportunities { ${FIELDS} } } } }`;

type Facts = Readonly<Record<string, unknown>>;

/** A bet of an opportunity. */
interface RestingBet {
  readonly selection: string;
  readonly line: number | null;
  readonly price: { readonly decimal: number };
  readonly sportsbookId: string;
  readonly sportsbookIds?: readonly string[];
  readonly oddsAgeSeconds?: number | null;
}

/** An opportunity with the prices that it rests on. */
interface Resting {
  readonly eventId: string;
  readonly sport: string;
  readonly marketType: string;
  readonly comparison: MarketComparison | null;
  readonly holdPercent: number;
  readonly legs?: readonly RestingBet[];
  readonly side1?: RestingBet;
  readonly side2?: RestingBet;
  readonly side3?: RestingBet | null;
}

/** By kind: its type, and the number by which its opportunities rank; the highest is the best. */
const RANKS: readonly (readonly [string, (one: Facts) => number])[] = [
  ['EvOpportunity', (one) => Number(one['evPercent'])],
  ['ArbitrageOpportunity', (one) => Number(one['profitPercent'])],
  ['MiddleOpportunity', (one) => Number(one['expectedValuePercent'])],
  ['LowHoldOpportunity', (one) => -Number(one['holdPercent'])],
];

const KINDS: readonly OpportunityKind[] = ['EV', 'ARBITRAGE', 'MIDDLE', 'LOW_HOLD'];
const LOWEST = { minEvPercent: 0, minProfitPercent: 0 };

/** Arguments, by their description. */
const ARGUMENTS: Readonly<Record<string, Facts>> = {
  none: {},
  'the lowest minima': LOWEST,
  'one kind': { kinds: ['EV'], ...LOWEST },
  'two kinds': { kinds: ['LOW_HOLD', 'ARBITRAGE'], ...LOWEST },
  'a sport by an alias': { filter: { sports: ['ice_hockey'] }, ...LOWEST },
  'sportsbooks and markets': {
    filter: { sportsbooks: ['draftkings', 'PINNACLE', 'fanduel'], markets: ['main'] },
    ...LOWEST,
  },
  'high minima': { minEvPercent: 5, minProfitPercent: 3 },
  'nothing that matches': { filter: { leagues: ['none'] } },
};

/** What a new subscriber gets at once, in the order that `opportunities` promises. */
async function snapshotOf(url: string, variables: Facts, key: string): Promise<Facts[]> {
  const { kinds = KINDS } = variables;
  const client = await LiveClient.open(url, LIVE, { variables, key });
  const open: Facts[] = [];
  for (let missing = (kinds as OpportunityKind[]).length; missing > 0; ) {
    const { data, errors } = await client.next();
    expect(errors).toBeUndefined();
    const detected = data?.liveOpportunities as OpportunitiesDetected;
    if (!detected.isSnapshot) continue;
    open.push(...detected.opportunities.map((one) => ({ ...one })));
    missing -= 1;
  }
  client.close();
  return RANKS.flatMap(([type, rank]) =>
    open
      .filter(({ __typename }) => __typename === type)
      .sort((a, b) => rank(b) - rank(a) || (String(a['id']) < String(b['id']) ? -1 : 1)),
  );
}

describe('opportunities', { timeout: 60_000 }, async () => {
  const real = await sharedGraph({ feed: simulationOfOpportunities });
  real.originClock.advance(30 * SECOND);
  /** The gauge of the whole process, in which other tests may have left subscribers. */
  const subscriptions = () => metricOf(real.url, 'live_subscriptions');
  const atRest = await subscriptions();

  // Streams with subscribers stay open.
  afterEach(() => until(async () => (await subscriptions()) === atRest));

  test('are what a new subscriber gets, best first', async () => {
    const seen = new Set<unknown>();
    for (const variables of Object.values(ARGUMENTS)) {
      const data = await real.dataOf(OPEN, {
        variables: { first: 200, ...variables },
        key: 'demo_sharp',
      });
      const expected = await snapshotOf(real.url, variables, 'demo_sharp');
      expect(data.opportunities?.totalCount).toBe(expected.length);
      expect(data.opportunities?.nodes).toEqual(expected.slice(0, 200));
      expect(data.opportunities?.edges.map(({ node }) => node.id)).toEqual(
        expected.slice(0, 200).map(({ id }) => id),
      );
      for (const { __typename } of expected) seen.add(__typename);
    }
    expect([...seen].sort()).toEqual(RANKS.map(([type]) => type).sort());
    expect(real.proxy.counts[STREAM]).toBe(1);
  });

  test('are selected once for equal arguments, and many different ones take turns with other work', async () => {
    await real.ask('{ opportunities { totalCount } }');
    real.clock.advance(5 * SECOND);
    const turn = vi.spyOn(Scheduler.prototype, 'turn');
    const { data, cost } = await real.ask<Record<string, { totalCount: number }>>(`{
      a: opportunities(kinds: [EV], first: 1) { totalCount }
      b: opportunities(first: 2, kinds: [EV], filter: null) { totalCount }
      c: opportunities(first: 1) { totalCount }
      ${Array.from({ length: 8 }, (_, i) => `d${i}: opportunities(minEvPercent: ${i}) { totalCount }`).join(' ')} }`);
    expect(data['a']).toEqual(data['b']);
    expect(data['c']?.totalCount).toBeGreaterThan(Number(data['a']?.totalCount));
    expect(cost).toMatchObject({ calls: 0, cached: 9 });
    expect(turn).toHaveBeenCalledTimes(1); // Nine are selected.
  });

  test('tell how old their prices are, in one request for all events', async () => {
    const query = `query ($kinds: [OpportunityKind!]) {
      opportunities(kinds: $kinds, minEvPercent: 0, minProfitPercent: 0, first: 200) { nodes { eventId marketType
        ... on EvOpportunity { sportsbookId selection line oddsAgeSeconds evPercent possiblyStale }
        ... on ArbitrageOpportunity { legs { sportsbookId selection line oddsAgeSeconds } }
        ... on LowHoldOpportunity { side1 { sportsbookIds selection line oddsAgeSeconds } } } } }`;
    for (const kinds of ['EV', 'ARBITRAGE', 'LOW_HOLD']) {
      real.fresh();
      const data = await real.dataOf<{ opportunities: { nodes: Resting[] } }>(query, {
        variables: { kinds },
      });
      const { nodes } = data.opportunities;
      expect(nodes.length).toBeGreaterThan(1);
      expect(real.proxy.costs).toEqual({ [STREAM]: 1, 'POST /odds/batch': 1 });
      for (const { eventId, marketType, ...one } of nodes) {
        const own = one as unknown as RestingBet & { evPercent: number; possiblyStale: boolean };
        if (kinds === 'EV') expect(own.possiblyStale).toBe(own.evPercent > 10);
        for (const bet of one.legs ?? [one.side1 ?? own]) {
          const book = bet.sportsbookIds?.[0] ?? bet.sportsbookId;
          const ages = [...real.board.rowsOf(eventId)]
            .filter(({ odds }) => odds.sportsbook === book && odds.market_type === marketType)
            .filter(({ odds }) => bet.selection.startsWith(odds.selection))
            .map(({ odds }) => (real.clock.now() - Date.parse(odds.last_seen_at)) / 1_000);
          expect(ages, bet.selection).toContain(bet.oddsAgeSeconds);
        }
      }
    }
  });

  test('have the prices that they rest on, and no others, in one request for all events', async () => {
    const query = `fragment Bet on LowHoldSide { selection line price { decimal } sportsbookIds }
      fragment Side on MiddleSide { selection line price { decimal } sportsbookId }
      query ($kinds: [OpportunityKind!]) {
        opportunities(kinds: $kinds, minEvPercent: 0, minProfitPercent: 0, first: 50) { nodes {
          eventId sport marketType
          comparison { marketType bestHoldPercent selections { selection line best { decimal }
            fairPrice { decimal } prices { sportsbookId price { decimal } } } }
          ... on EvOpportunity { selection line price { decimal } sportsbookId }
          ... on ArbitrageOpportunity { legs { selection line price { decimal } sportsbookId } }
          ... on MiddleOpportunity { side1 { ...Side } side2 { ...Side } }
          ... on LowHoldOpportunity { holdPercent side1 { ...Bet } side2 { ...Bet } side3 { ...Bet } } } } }`;
    for (const kind of KINDS) {
      real.fresh();
      const { data, errors, text } = await real.ask<{ opportunities: { nodes: Resting[] } }>(
        query,
        {
          variables: { kinds: [kind] },
        },
      );
      expect(errors).toEqual([]);
      const { nodes } = data.opportunities;
      expect(nodes.length).toBeGreaterThan(0);
      expect(real.proxy.costs).toEqual({ [STREAM]: 1, 'GET /events': 1, 'POST /odds/batch': 1 });
      expect(text.length / nodes.length).toBeLessThan(10_000);
      for (const one of nodes) {
        const { comparison, legs, side1, side2, side3, sport, marketType } = one;
        expect(comparison?.marketType).toBe(marketType);
        const { selections = [] } = comparison ?? {};
        const sides = [side1, side2, side3].flatMap((side) => side ?? []);
        const bets = legs ?? (sides.length > 0 ? sides : [one as unknown as RestingBet]);
        for (const { price, line, sportsbookId, sportsbookIds = [sportsbookId] } of bets) {
          const its = selections.find((selection) =>
            selection.prices.some(
              (offer) =>
                sportsbookIds.includes(offer.sportsbookId) &&
                offer.price.decimal === price.decimal &&
                selection.line === line,
            ),
          );
          expect(its, JSON.stringify(one)).toBeDefined();
        }
        const isThreeWay = sport === 'soccer' && marketType.endsWith('moneyline');
        expect(selections.length).toBeLessThanOrEqual(
          (isThreeWay ? 3 : 2) * (kind === 'MIDDLE' ? 2 : 1),
        );
        // The origin leaves out quotes with practically no margin, so the comparison may have a lower hold.
        if (kind === 'LOW_HOLD')
          expect((comparison?.bestHoldPercent ?? 9) - one.holdPercent).toBeLessThan(0.5);
      }
    }
  });

  test('show what has changed since the stream was opened', async () => {
    const variables = { first: 200, ...LOWEST };
    const { data: before } = await real.ask(OPEN, { variables });
    const subscriber = await LiveClient.open(real.url, LIVE, { variables: LOWEST });
    let changes = 0;
    while (changes === 0) {
      real.originClock.advance(SECOND);
      await turns();
      const events = subscriber.results.map(({ data }) => Object(data?.liveOpportunities));
      changes = events.filter(({ isSnapshot }) => isSnapshot === false).length;
    }
    subscriber.close();
    real.clock.advance(2 * SECOND);
    const { data: after } = await real.ask(OPEN, { variables });
    expect(after).not.toEqual(before);
    expect(after.opportunities?.nodes).toEqual(
      (await snapshotOf(real.url, LOWEST, 'demo_enterprise')).slice(0, 200),
    );
    expect(real.proxy.counts[STREAM]).toBe(1);
  });

  test('have cursors that belong to what was asked for', async () => {
    const data = await real.dataOf(OPEN, { variables: { first: 1, ...LOWEST } });
    const after = data.opportunities?.pageInfo.endCursor;
    const other = await real.ask(OPEN, { variables: { after, kinds: ['EV'], ...LOWEST } });
    expect(other.errors[0]?.extensions).toMatchObject({ argument: 'after' });
  });
});

describe('the stream of opportunities', () => {
  const QUERY = '{ opportunities { totalCount nodes { id } } }';
  const EMPTY = { opportunities: { totalCount: 0, nodes: [] } };

  const graph = scriptedGraph();
  const ask = () => new GraphClient(graph.url).ask(QUERY);

  function complete(stream: ScriptedStream, ...ids: readonly string[]): void {
    const found = ids.map((id) => evOpportunity({ id }));
    stream.openOpportunities('ev:detected', found);
  }

  test('is shared by queries that wait for its first snapshot', async () => {
    const { upstream } = graph;
    const replies = Promise.all([ask(), ask(), ask()]);
    const stream = await upstream.stream(1);
    stream.connected();
    stream.send('ev:detected', [evOpportunity({ id: 'a' })]);
    expect(await Promise.race([replies, turns()])).toBeUndefined();
    stream.send('ev:detected', [evOpportunity({ id: 'b' })]);
    stream.complete([]);
    for (const { data, errors } of await replies) {
      expect(errors).toEqual([]);
      expect(data).toEqual({ opportunities: { totalCount: 2, nodes: [{ id: 'a' }, { id: 'b' }] } });
    }
    expect(upstream.requests).toBe(1);
  });

  test('goes on behind the last row of a page, whatever was found or has expired before it', async () => {
    const { upstream, clock } = graph;
    const found = (id: string, ev_percentage: number) => evOpportunity({ id, ev_percentage });
    upstream.onStream = (first) => {
      first.openOpportunities('ev:detected', [
        found('a', 6),
        found('b', 5),
        found('c', 5),
        found('d', 4),
      ]);
    };
    const query = `query ($after: String, $first: Int = 2) { opportunities(after: $after, first: $first) {
      totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
    const read = async (variables: Facts) => {
      const { data } = await new GraphClient(graph.url).ask(query, { variables });
      const { nodes = [], totalCount, pageInfo, edges } = data.opportunities ?? {};
      const cursors = edges?.map(({ cursor }) => cursor);
      return { ids: nodes.map(({ id }) => id).join(''), totalCount, ...pageInfo, cursors };
    };
    const { ids, endCursor, cursors } = await read({});
    expect([ids, cursors?.[1]]).toEqual(['ab', endCursor]);
    const stream = await upstream.stream(1);
    const changed = async (count: number) =>
      until(async () => (await read({ first: count + 1 })).totalCount === count);
    stream.send('ev:detected', [found('e', 9), found('f', 5.5)]);
    await changed(6);
    const next = { ids: 'cd', hasNextPage: false, hasPreviousPage: true, totalCount: 6 };
    expect(await read({ after: endCursor })).toMatchObject(next);
    expect((await read({ after: cursors?.[0] })).ids).toBe('fb');
    stream.send('ev:expired', { expired: ['a', 'b', 'e'], count: 3 });
    await changed(3);
    clock.advance(2 * SECOND); // The last answer is not used again.
    expect(await read({ after: endCursor })).toMatchObject({ ...next, totalCount: 3 });
  });

  test('goes on behind the last row that a tool shows of a page, whatever was found or has expired before it', async () => {
    const { upstream, clock } = graph;
    const percents = Array.from({ length: 30 }, (_, row) => 90 - row);
    const found = percents.map((ev_percentage, row) =>
      evOpportunity({ id: `${row}`, ev_percentage }),
    );
    upstream.onStream = (first) => first.openOpportunities('ev:detected', found);
    const client = await connectMcp(graph.url);
    const read = async (args: Facts) => {
      clock.advance(2 * SECOND); // The last answer is not used again.
      const { structuredContent } = await client.callTool({
        name: 'opportunities',
        arguments: { first: 30, ...args },
      });
      const { totalCount, nodes, pageInfo } = Object(structuredContent).opportunities;
      const shown: number[] = nodes.map((one: Facts) => one['evPercent']);
      return { totalCount, shown, after: pageInfo.endCursor };
    };
    const changed = (count: number) =>
      until(async () => (await read({ first: count % 7 })).totalCount === count);
    const { shown: first, after } = await read({ first: 5 });
    const stream = await upstream.stream(1);
    stream.send('ev:expired', { expired: ['0', '1', '2'], count: 3 });
    await changed(27);
    const next = await read({ after, maxKilobytes: 5 });
    expect(next.shown.length).toBeLessThan(20);
    const news = ['x', 'y'].map((id) => evOpportunity({ id, ev_percentage: 99 }));
    stream.send('ev:detected', news);
    await changed(29);
    const rest = await read({ after: next.after });
    expect([...first, ...next.shown, ...rest.shown]).toEqual(percents);
    await client.close();
  });

  test('has what upstream computes of each kind', async () => {
    const { upstream } = graph;
    upstream.onStream = (stream) => {
      stream.connected();
      stream.send('ev:detected', [evOpportunity({ kelly_percent: 1.4 })]);
      stream.send('arb:detected', [ARBITRAGE]);
      const [side1, side2] = [middleSide('Over', 2.5), middleSide('Under', 3.5)];
      const stakes = {
        side1: { ...side1, stake_percent: 45 },
        side2: { ...side2, stake_percent: 55 },
      };
      stream.send('middles:detected', [middle({ ...stakes, middle_probability: 0.3 })]);
      stream.complete([]);
    };
    const { data, errors } = await new GraphClient(graph.url).ask(`{ opportunities { nodes {
      ... on EvOpportunity { kellyPercent }
      ... on ArbitrageOpportunity { impliedProbabilitySum legs { stakePercent } }
      ... on MiddleOpportunity { middleSize middleNumbers middleProbability
        side1 { stakePercent } side2 { stakePercent } } } } }`);
    expect(errors).toEqual([]);
    expect(data.opportunities?.nodes).toEqual([
      { kellyPercent: 1.4 },
      { impliedProbabilitySum: 0.98, legs: [{ stakePercent: 50 }, { stakePercent: 50 }] },
      {
        middleSize: 1,
        middleNumbers: [3],
        middleProbability: 0.3,
        side1: { stakePercent: 45 },
        side2: { stakePercent: 55 },
      },
    ]);
  });

  test('closes ten seconds after the last query', async () => {
    const { upstream, clock } = graph;
    upstream.onStream = (stream) => complete(stream);
    expect((await ask()).data).toEqual(EMPTY);
    clock.advance(IDLE_TIMEOUT_MS - 1);
    expect((await ask()).data).toEqual(EMPTY);
    clock.advance(IDLE_TIMEOUT_MS - 1);
    expect(upstream.openStreams).toBe(1);
    clock.advance(1);
    await until(() => upstream.openStreams === 0);
    expect(upstream.requests).toBe(1);
    expect((await ask()).data).toEqual(EMPTY);
    expect(upstream.requests).toBe(2);
  });

  test('that sends no snapshot ends the wait after ten seconds, and closes', async () => {
    const { upstream, clock } = graph;
    const reply = ask();
    (await upstream.stream(1)).connected();
    await clock.advanceInSteps(10 * SECOND, SECOND);
    const { data, errors } = await reply;
    expect(data.opportunities).toBeNull();
    expect(codesOf({ errors })).toEqual(['UPSTREAM_TIMEOUT']);
    expect(errors[0]?.message).toContain('not up to date within 10 seconds');
    clock.advance(IDLE_TIMEOUT_MS);
    await until(() => upstream.openStreams === 0);
  });

  test('that upstream refuses for ten seconds tells why', async () => {
    const { upstream, clock } = graph;
    upstream.refuse(...Array.from({ length: 20 }, () => ({ status: 500 })));
    const reply = ask();
    await until(() => upstream.requests === 1);
    await clock.advanceInSteps(10 * SECOND, SECOND);
    const { errors } = await reply;
    expect(codesOf({ errors })).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(errors[0]?.message).toMatch(/not up to date within 10 seconds. The odds service /);
  });

  test('that needs more than ten seconds for its snapshot is ready for the query that asks again', async () => {
    const { upstream, clock } = graph;
    const early = ask();
    const stream = await upstream.stream(1);
    stream.connected();
    await clock.advanceInSteps(10 * SECOND, SECOND);
    expect(codesOf(await early)).toEqual(['UPSTREAM_TIMEOUT']);
    const late = ask();
    await turns();
    clock.advance(2 * SECOND);
    complete(stream, 'a');
    expect((await late).data.opportunities?.totalCount).toBe(1);
    expect(upstream.openStreams).toBe(1);
  });

  test('that was lost is waited for, so that no query shows what may have expired', async () => {
    const { upstream, clock } = graph;
    upstream.onStream = (stream) => complete(stream, 'a');
    expect((await ask()).data.opportunities?.totalCount).toBe(1);
    upstream.onStream = (stream) => complete(stream, 'b');
    (await upstream.stream(1)).cut();
    await until(() => upstream.openStreams === 0);
    clock.advance(2 * SECOND); // The last answer is not used again, and the stream is reopened.
    const reply = ask();
    await clock.advanceInSteps(5 * SECOND, SECOND);
    expect((await reply).data).toEqual({ opportunities: { totalCount: 1, nodes: [{ id: 'b' }] } });
  });

  describe('that lists what is open only after its snapshot, as the contract has it,', () => {
    /** Lets stream number `number` list what is open, some turns after its snapshot, and a moment pass. */
    async function list(number: number): Promise<void> {
      const stream = await graph.upstream.stream(number);
      await graph.roundTrip();
      stream.send('ev:detected', [evOpportunity({ id: 'a' })]);
      await graph.roundTrip();
      graph.clock.advance(2 * SECOND);
    }

    beforeEach(() => {
      graph.upstream.onStream = (stream) => stream.open([]);
    });

    test('is waited for by queries', async () => {
      const reply = ask();
      await list(1);
      const { data } = await reply;
      expect(data).toEqual({ opportunities: { totalCount: 1, nodes: [{ id: 'a' }] } });
    });

    test('has nothing expired and detected anew by a reconnect', async () => {
      const { upstream, clock } = graph;
      const client = await LiveClient.open(
        graph.url,
        `subscription { liveOpportunities { __typename
          ... on OpportunitiesDetected { isSnapshot opportunities { id } }
          ... on OpportunitiesExpired { ids } ... on FeedStatus { state } } }`,
      );
      const events = () => client.results.map(({ data }) => data?.liveOpportunities);
      const ready = (times: number) =>
        until(() => JSON.stringify(events()).split('"READY"').length > times);
      await list(1);
      await ready(1);
      const before = events().length;
      (await upstream.stream(1)).cut();
      await until(() => upstream.openStreams === 0);
      await graph.roundTrip();
      clock.advance(SECOND);
      await list(2);
      await ready(2);
      expect(events().slice(before)).toEqual(
        ['RECONNECTING', 'CONNECTED', 'READY'].map((state) => ({
          __typename: 'FeedStatus',
          state,
        })),
      );
      client.close();
    });
  });

  test('that upstream refuses is refused to the query, and not kept', async () => {
    const { upstream } = graph;
    upstream.refuse({ status: 403, code: 'tier_restricted' });
    const refused = await ask();
    expect(refused.data.opportunities).toBeNull();
    expect(codesOf(refused)).toEqual(['FEATURE_NOT_AVAILABLE']);
    upstream.onStream = (stream) => complete(stream);
    expect((await ask()).data).toEqual(EMPTY);
  });
});

/** Resolves after some turns of the event loop. */
async function turns(): Promise<void> {
  for (let left = 20; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}
