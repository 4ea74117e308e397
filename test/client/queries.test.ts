import { parse, print } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createClient,
  type LiveOddsDocument,
  type Odds,
  type TypedDocument,
} from '../../src/client/odds-client.ts';
import { TrustedDocuments } from '../../src/execution/documents/trusted-documents.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { graphOfTest } from '../harness/hooks/shared-graph.ts';
import { rateLimited } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { holdAnswers } from './held-stream.ts';
import { KEY, open, startGame, uncaughtErrors } from './live-game.ts';

type Events = { readonly events: { readonly nodes: readonly { readonly id: string }[] } };
const EVENTS = 'query ($first: Int!) { events(first: $first) { nodes { id } } }';

test('a query sends the hash of a text, and the text only where the server does not know it', async () => {
  const { client } = await startGame();
  for (const first of [1, 2]) {
    const { data } = await client.query<Events>(EVENTS, { first });
    expect(data.events.nodes).toEqual([{ id: 'game' }]);
  }
});

test('a query sends its own operation of a file with several', async () => {
  const { graph } = await startGame();
  const client = createClient({ url: `${graph.url}/graphql`, credential: KEY, print });
  const file = parse('query A { viewer { tier } } query B { sportsbooks { id } }');
  const document = { ...file, definitions: file.definitions.slice(0, 1) };
  const { data } = await client.query(document as TypedDocument<object, object>);
  expect(data).toEqual({ viewer: { tier: 'PRO' } });
});

test('requests at the same time ask for the credential together', async () => {
  const credential = vi.fn(async () => KEY);
  const client = createClient({ url: 'http://127.0.0.1:1/graphql', credential });
  await Promise.all(Array.from({ length: 20 }, () => client.credential()));
  expect(credential).toHaveBeenCalledTimes(1);
  await client.credential();
  expect(credential).toHaveBeenCalledTimes(2);
});

test('a query fails with the code, the tier and the wait of its error', async () => {
  const { graph, client } = await startGame();
  const document = '{ lowHoldOpportunities { nodes { id } } }';
  await expect(open(graph, 'demo_free').query(document)).rejects.toMatchObject({
    name: 'GraphError',
    code: 'TIER_RESTRICTED',
    requiredTier: 'PRO',
  });
  graph.proxy.spoil('GET /events', rateLimited({ 'retry-after': '7' }));
  await expect(client.query<Events>(EVENTS, { first: 9 })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 7,
    isFinal: false,
  });
  await graph.stopGraph();
  await expect(client.query<Events>(EVENTS, { first: 9 })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
});

test('a query and a store send the id of a trusted document, and never its text', async () => {
  const game = new OneGame();
  const texts = [
    ['events', EVENTS],
    [
      'prices',
      `subscription ($filter: LiveFilter, $after: String) {
        liveOdds(filter: $filter, after: $after) {
          __typename
          ... on OddsSnapshot { offset isLast cursor odds { key line } }
          ... on OddsUpdate { cursor replacedKeys odds { key line } }
          ... on OddsRemoval { cursor keys }
          ... on FeedStatus { state message code }
        }
      }`,
    ],
  ] as const;
  const documents = new TrustedDocuments(texts);
  const graph = await graphOfTest({
    feed: () => game.feed,
    trustedDocuments: { documents, only: true },
  });
  const client = createClient({ url: `${graph.url}/graphql`, credential: KEY });
  onTestFinished(() => client.close());
  const events: TypedDocument<Events, { first: number }> = { documentId: 'events' };
  const { data } = await client.query(events, { first: 1 });
  expect(data.events.nodes).toEqual([{ id: 'game' }]);
  const store = client.liveOdds<{ key: string; line: number | null }>(
    { markets: ['point_spread'] },
    { documentId: 'prices' },
  );
  onTestFinished(store.subscribe(() => {}));
  await until(() => store.state === 'live');
  expect([...store.getSnapshot().values()].map(({ line }) => line)).toEqual([-1]);
});

test('a subscription hands on the errors of fields beside the rest of its results', async () => {
  const { client } = await startGame();
  const heard: unknown[] = [];
  const document =
    'subscription { liveOdds { ... on OddsSnapshot { odds { id opening { at } } } } }';
  const onData = (data: object, errors: readonly object[]) => void heard.push({ data, errors });
  onTestFinished(client.subscribe(document, {}, { onData }));
  await until(() => heard.length > 0);
  const opening = { path: ['liveOdds', 'odds', 0, 'opening'] };
  expect(heard[0]).toMatchObject({
    data: { liveOdds: { odds: [{ id: '1', opening: null }, {}, {}] } },
    errors: [{ extensions: { code: 'FEATURE_NOT_AVAILABLE' }, ...opening }, {}, {}],
  });
});

test('a query that is aborted waits no longer for the credential, and sends nothing', async () => {
  const { graph } = await startGame();
  const requests = vi.spyOn(globalThis, 'fetch');
  const given = Promise.withResolvers<string>();
  const client = open(graph, () => given.promise);
  const control = new AbortController();
  const query = client.query('{ viewer { tier } }', {}, { signal: control.signal });
  const reason = new Error('The user has gone on.');
  control.abort(reason);
  await expect(query).rejects.toBe(reason);
  given.resolve(KEY);
  await client.credential();
  expect(requests.mock.settledResults.filter(({ type }) => type === 'fulfilled')).toEqual([]);
});

test('a query that is aborted while the server answers rejects as `fetch` does', async () => {
  const { client } = await startGame();
  const posts = holdAnswers('POST');
  const control = new AbortController();
  const query = client.query('{ viewer { tier } }', {}, { signal: control.signal });
  await until(() => posts.waiting() === 1);
  control.abort();
  await expect(query).rejects.toBe(control.signal.reason);
});

test('a query that cannot be sent says why', async () => {
  const { query } = createClient({ url: '/graphql', credential: KEY });
  await expect(query('{ viewer { tier } }')).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: expect.stringMatching(/^The server cannot be reached \(.*URL.*\)\.$/),
    cause: expect.any(TypeError),
  });
});

const CHANGES = 'subscription { liveOdds { __typename ... on OddsSnapshot { cursor isLast } } }';

test('an error of a listener is reported as uncaught, and its subscription goes on', async () => {
  const { game, client } = await startGame();
  const uncaught = uncaughtErrors();
  const states: string[] = [];
  const kinds: string[] = [];
  const onData = ({ liveOdds }: { liveOdds: { __typename: string } }) => {
    kinds.push(liveOdds.__typename);
    throw new Error('mine');
  };
  const onState = ({ kind }: { kind: string }) => {
    states.push(kind);
    if (kind === 'open') throw new Error('mine too');
  };
  onTestFinished(client.subscribe(CHANGES, {}, { onData, onState }));
  await until(() => kinds.includes('OddsSnapshot'));
  game.moveHome();
  await until(() => kinds.includes('OddsUpdate'));
  expect(states).toEqual(['connecting', 'open']);
  expect(kinds.filter((kind) => kind === 'OddsSnapshot')).toHaveLength(1);
  expect(uncaught).toHaveLength(kinds.length + 1);
});

test('a subscription resumes at its last cursor, whether or not it was given one', async () => {
  const { graph, client } = await startGame();
  const document = CHANGES.replace(' {', ' ($after: String) {').replace(
    'Odds',
    'Odds(after: $after)',
  );
  const cursors: (string | null | undefined)[] = [];
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (init?.method === 'POST') cursors.push(JSON.parse(String(init.body)).variables.after);
    return fetch(input, init);
  });
  const variables = { after: null as string | null | undefined };
  let snapshots = 0;
  const onData = ({ liveOdds }: { liveOdds: { __typename: string } }) => {
    snapshots += Number(liveOdds.__typename === 'OddsSnapshot');
  };
  const stop = client.subscribe(document, variables, { onData });
  await until(() => snapshots === 1);
  await graph.stopGraph();
  await graph.startGraph();
  await until(() => cursors.some((cursor) => typeof cursor === 'string'));
  stop();
  expect(cursors[0]).toBeNull();
  const given = cursors.findLast((cursor) => typeof cursor === 'string');
  const begun = cursors.length;
  onTestFinished(client.subscribe(document, { after: given }, { onData }));
  await until(() => cursors.length > begun);
  expect(cursors[begun]).toBe(given);
});

test('what cannot be sent is an error where it was given, and no lost connection', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1/graphql', credential: KEY });
  onTestFinished(() => client.close());
  const unprintable = parse(CHANGES, { noLocation: true }) as unknown as LiveOddsDocument<Odds>;
  const store = client.liveOdds({}, unprintable);
  expect(() => store.subscribe(() => {})).toThrow('Give createClient `print`');
  const query = client.query(unprintable as TypedDocument<object, object>).catch(String);
  expect(await query).toContain('Give createClient `print`');
  const follow = () => client.subscribe<object, object>(CHANGES, { a: 1n }, { onData: () => {} });
  expect(follow).toThrow('BigInt');
});
