import { getNamedType, getNullableType, isAbstractType, isListType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/execution/limits/operation-limits.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { codesOf } from '../harness/clients/graph-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { estimateOf } from '../harness/operators/estimate.ts';
import {
  fieldBelow,
  fieldQuery,
  hasDirective,
  isQueryable,
  SCHEMA_FIELDS,
} from '../harness/schema-fields.ts';
import type { Fault } from '../harness/servers/fault-proxy.ts';
import { answer } from '../harness/servers/faults.ts';

const graph = await sharedGraph();
const schema = executableSchema();

/** What frontends ask for. */
const REALISTIC: Readonly<Record<string, string>> = {
  'a board of moneylines': `{ events(first: 50, filter: { live: false }) { nodes { id name startTime
    odds(filter: { markets: ["moneyline"] }) { sportsbookId selection price { american } } } } }`,
  'a board of the books that one plays at': `{ events(first: 30) { nodes { name
    odds(filter: { sportsbooks: ["draftkings", "fanduel"], markets: ["main"] }) { key line } } } }`,
  'three markets side by side': `{ events(first: 25) { nodes {
    a: odds(filter: { markets: ["moneyline"] }) { key price { american } }
    b: odds(filter: { markets: ["spread"] }) { key line price { american } }
    c: odds(filter: { markets: ["total"] }) { key line price { american } } } } }`,
  'player props of an event': `{ events(first: 1) { nodes {
    odds(filter: { markets: ["props"] }) { id playerName statCategory line price { decimal } } } } }`,
  'everything on a few events': `{ events(first: 5) { nodes { id externalIds { eventId }
    sportsbooks { displayName } odds { id maxBet } comparison { markets { bestHoldPercent } }
    splits { spread { awayLine } } splitsHistory { totalCount } gameState { homeScore }
    lowHoldOpportunities { holdPercent } liveGameState { homeScore } } } }`,
  'a comparison for each event': `{ events(first: 40) { nodes { comparison(markets: ["moneyline"]) {
    markets { bestHoldPercent selections { best { decimal } bestSportsbookId } } } } } }`,
  'scores from all sports': `{ events(first: 200) { nodes { name liveGameState { homeScore } } } }`,
  'low holds of all events': `{ events(first: 200) { nodes { lowHoldOpportunities { id } } } }`,
  'prices with their events and books': `{ odds(first: 200) { nodes { price { american }
    event { name startTime } sportsbook { displayName } } } }`,
  'prices with links': `{ odds(first: 200) { nodes { key deepLink { url } } } }`,
  'splits with their events': `{ splits(first: 200) { nodes { event { name } moneyline { handleShare { home } } } } }`,
  'low holds with the odds of their events': `{ lowHoldOpportunities(first: 20) { nodes { holdPercent
    event { name odds(filter: { markets: ["moneyline"] }) { price { decimal } } } } } }`,
  'a dashboard': `{ viewer { tier } sportsbooks { id } liveSports { sport } apiKeys { name }
    gameStates(sport: "basketball") { homeScore } events(first: 10) { totalCount } }`,
};

test('a document that was cheap with other variables is refused with those that make it costly', async () => {
  const query = 'query ($first: Int!) { events(first: $first) { nodes { odds { id } } } }';
  const codes = async (first: number) => codesOf(await graph.ask(query, { variables: { first } }));
  expect([await codes(1), await codes(200), await codes(1)]).toEqual([
    [],
    ['QUERY_TOO_COMPLEX'],
    [],
  ]);
});

describe.each(['demo_free', 'demo_enterprise'])('as %s', (key) => {
  test.each(Object.entries(REALISTIC))(
    '%s: costs at most what was estimated',
    async (_name, query) => {
      const { cost, data } = await graph.ask(query, { key });
      expect(data).toBeDefined();
      expect(cost.calls).toBeLessThanOrEqual(estimateOf(query).upstreamRequests);
    },
  );
});

test('an operation that costs more than estimated stops at the limit and keeps what it has read so far', async () => {
  graph.proxy.spoil('GET /odds', endless());
  const { data, errors } = await graph.ask('{ events(first: 1) { nodes { id odds { id } } } }', {});
  expect(data.events?.nodes).toEqual([{ id: expect.any(String), odds: null }]);
  expect(codesOf({ errors })).toEqual(['QUERY_TOO_COMPLEX']);
  expect(errors[0]?.extensions).toMatchObject({
    measure: 'upstreamRequests',
    limit: LIMITS.upstreamRequests,
  });
  const { costs } = graph.proxy;
  expect(costs).toEqual({ 'GET /events': 1, 'GET /odds': LIMITS.upstreamRequests - 1 });
});

test('a field of the items of a list can be asked for, unless its description says that it is too costly there', () => {
  const costly = SCHEMA_FIELDS.filter(({ field }) => hasDirective(field, 'cost'));
  const lists = SCHEMA_FIELDS.filter((list) => isListType(getNullableType(list.field.type)));
  const pairs = lists.filter(isQueryable).flatMap((list) => {
    const items = getNamedType(list.field.type);
    const types = isAbstractType(items) ? schema.getPossibleTypes(items) : [items];
    return costly
      .filter(({ type }) => types.includes(type))
      .map((item) => {
        const selected = fieldBelow(item.type, item)?.document ?? '';
        const document = fieldQuery(list).document.replace(/__typename(?=[ }]*$)/, selected);
        const { upstreamRequests } = estimateOf(document);
        const description = item.field.description?.replaceAll(/\s+/g, ' ');
        return {
          name: `${list.coordinate} > ${item.coordinate}`,
          isRefused: upstreamRequests > LIMITS.upstreamRequests,
          isSaid: description?.includes(`Too costly below \`${list.coordinate}\``),
        };
      });
  });
  expect(pairs.length).toBeGreaterThan(40);
  expect(
    pairs.filter(({ isRefused, isSaid }) => isRefused !== isSaid),
    'If one request can serve several objects, the route states objectsPerRequest. If not, the description of the field says "Too costly below `Type.list`."',
  ).toEqual([]);
});

/** A list that never ends. */
function endless(): Fault {
  let pages = 0;
  return (exchange) => {
    pages += 1;
    const pagination = { limit: 200, offset: 0, has_more: true, next_offset: null };
    const meta = { total: 1, pagination: { ...pagination, next_cursor: `page_${pages}` } };
    return answer(200, { data: [], meta })(exchange);
  };
}
