import { beforeAll, expect, test } from 'vitest';
import { type Route, routeName } from '../../src/contract/route.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import { highestTier } from '../../src/contract/tiers.ts';
import { simulationOfOpportunities } from '../harness/feeds/simulations.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { estimateOf } from '../harness/operators/estimate.ts';
import {
  type FieldQuery,
  fieldQuery,
  hasDirective,
  isQueryable,
  isRecorded,
  SCHEMA_FIELDS,
  type SchemaField,
  STATED_TIERS,
} from '../harness/schema-fields.ts';
import { answer } from '../harness/servers/faults.ts';
import { NAMED_ROUTES, routeOf } from './named-routes.ts';

/** Looks up the caller's tier, for which no field pays. */
const TIER_LOOKUP = 'GET /account/keys';

/** Looking up the caller's tier takes a request that is never counted as a cost. */
const FREE_OF_COST = new Set(['Query.viewer', 'Query._entities']);

/** Fields of queries and mutations with a resolver of their own. */
const RESOLVED = SCHEMA_FIELDS.filter(
  (field) => field.field.resolve !== undefined && isQueryable(field),
);

const graph = await sharedGraph({ feed: simulationOfOpportunities });

beforeAll(async () => {
  graph.pass(10); // By then there are opportunities.
});

/** The paths of all requests for a document, as method and path. */
async function pathsOf(document: string): Promise<string[]> {
  graph.fresh();
  await graph.ask(document);
  return Object.keys(graph.proxy.counts);
}

/** The paths that a field asks for, and those that the rest of the document asks for anyway. */
async function pathsAsked({ document, withoutField }: FieldQuery) {
  const siblings = await pathsOf(withoutField);
  const asked = new Set(await pathsOf(document)).difference(new Set(siblings));
  return { asked: [...asked], siblings };
}

const nameOf = (path: string) => routeName(routeOf(path));

test.each(RESOLVED)(
  '$coordinate states the tier and the cost of the routes that it reads',
  async (field) => {
    const { coordinate } = field;
    const { asked, siblings } = await pathsAsked(fieldQuery(field));
    const routes = asked.map(nameOf);
    const called = routes.filter((route) => route !== TIER_LOOKUP);
    // Of a kind that the board lacks, nothing would be tested.
    if (/Opportunity\.event$/.test(coordinate)) expect(called).not.toEqual([]);
    const calls = `${coordinate} calls ${routes.join(' and ') || 'no route'}`;
    if (isRecorded(field.field)) {
      // Past prices are read from a database: their tier is stated, and nothing but it is looked up.
      expect(called, calls).toEqual([]);
      return;
    }
    const tier = highestTier(asked.map((path) => routeOf(path).tier ?? 'free')) ?? 'free';
    const advice = `${calls}: does its @reads name that?`;
    expect(STATED_TIERS.get(coordinate) ?? 'free', advice).toBe(tier);
    const isCostly = routes.length > 0 && !FREE_OF_COST.has(coordinate);
    if (isCostly) expect(hasDirective(field.field, 'cost'), advice).toBe(true);
    const named = NAMED_ROUTES.get(coordinate);
    if (named === undefined || called.length === 0) return;
    const before = [TIER_LOOKUP, ...siblings.map(nameOf)];
    const beyond = (names: readonly string[]) => names.filter((name) => !before.includes(name));
    expect(beyond(called).sort(), advice).toEqual(beyond(named).sort());
  },
);

/** Fields below lists that call a route. */
const BELOW = RESOLVED.filter(
  ({ coordinate }) => NAMED_ROUTES.has(coordinate) && !/^(Query|Mutation)\./.test(coordinate),
);

test.each(BELOW)(
  '$coordinate is read through a loader: asked twice, it sends the same requests as once',
  async (field) => {
    const { document, twice } = fieldQuery(field);
    const once = await graph.ask(document);
    expect(once.data).toBeDefined();
    graph.fresh();
    const both = await graph.ask(twice);
    const readsOf = ({ cost }: typeof once) => cost.calls + cost.cached;
    expect(readsOf(both), 'requests, those that were shared included').toBe(readsOf(once));
  },
);

test.each(BELOW)(
  '$coordinate: twenty of a list take no more requests than was estimated',
  async (field) => {
    const document = fieldQuery(field).document.replaceAll('first: 1', 'first: 20');
    const { upstreamRequests } = estimateOf(document);
    const { cost } = await graph.ask(document);
    expect(
      cost.calls,
      'the requests; is objectsPerRequest of the route too high?',
    ).toBeLessThanOrEqual(upstreamRequests);
  },
);

test.each(BELOW.filter(readsOneObject))(
  '$coordinate is null where upstream answers NOT_FOUND',
  async (field) => {
    const query = fieldQuery(field);
    const { asked } = await pathsAsked(query);
    graph.fresh();
    const notFound = answer(404, { error: { code: 'not_found', message: 'Not here.' } });
    for (const path of asked.filter((one) => one !== TIER_LOOKUP)) {
      graph.proxy.spoil(path, notFound);
    }
    const { text, errors } = await graph.ask(query.document);
    expect(errors).toEqual([]);
    expect(text).toContain('"it":null');
  },
);

/** Whether a response of the routes is about one object: others are lists, which are never not found. */
function readsOneObject({ coordinate }: SchemaField): boolean {
  const named = Object.values<Route>(ROUTES).filter((route) =>
    NAMED_ROUTES.get(coordinate)?.includes(routeName(route)),
  );
  return named.every((route) => route.path.includes('{') || route.objectsPerRequest === 1);
}
