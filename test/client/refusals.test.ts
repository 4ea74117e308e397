import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient, type LinkState, type LiveStore } from '../../src/client/odds-client.ts';
import { Topic } from '../../src/live/topics/topic.ts';
import { SseConnections } from '../../src/transports/sse/sse-connections.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { graphOfTest, viewerGraphOfTest } from '../harness/hooks/shared-graph.ts';
import { openHttpServer } from '../harness/node/http-server.ts';
import { until, untilDelivered } from '../harness/until.ts';
import { KEY, open, startGame, watch } from './live-game.ts';

type Document = Parameters<ReturnType<typeof open>['subscribe']>[0];

/** Subscribes until the end of the test, and notes the states of the link. */
function follow(client: ReturnType<typeof open>, document: Document): LinkState[] {
  const states: LinkState[] = [];
  const onState = (state: LinkState) => states.push(state);
  onTestFinished(client.subscribe(document, {}, { onData: () => {}, onState }));
  return states;
}

/** A server in front of which something else answers all requests. Returns its address, and how many there were. */
async function startProxy(answer: (response: ServerResponse) => void) {
  let requests = 0;
  const server = await openHttpServer();
  onTestFinished(() => server.stop());
  server.on('request', (_, response) => {
    requests += 1;
    answer(response);
  });
  return { url: `${server.url}/graphql`, requests: () => requests };
}

/** A store at such a server, and the waits that it was told to make. */
async function storeAt(answer: (response: ServerResponse) => void) {
  const { url, requests } = await startProxy(answer);
  const client = createClient({ url, credential: 'demo_pro' });
  onTestFinished(() => client.close());
  const store = client.liveOdds();
  watch(store);
  return { client, store, requests };
}

const page = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>By the proxy</h1>');

describe('a subscription that the server refuses', () => {
  test.each<{ what: string; document: Document; code: string }>([
    {
      what: 'asks for a field that is not there',
      document: 'subscription { liveOdds { nothing } }',
      code: 'GRAPHQL_VALIDATION_FAILED',
    },
    { what: 'is not GraphQL', document: 'subscription {', code: 'GRAPHQL_PARSE_FAILED' },
    {
      what: 'has the id of a document that nobody has published',
      document: { documentId: 'unknown' },
      code: 'PERSISTED_QUERY_NOT_FOUND',
    },
  ])('for good since it $what ends with its code, and the others go on', async (refused) => {
    const { game, client } = await startGame();
    const store = client.liveOdds();
    const states = watch(store);
    await until(() => store.state === 'live');
    const streams = vi.spyOn(SseConnections.prototype, 'stream');
    const links = follow(client, refused.document);
    await until(() => links.at(-1)?.kind === 'refused');
    expect(links).toMatchObject([
      { kind: 'connecting' },
      { kind: 'refused', failure: { code: refused.code } },
    ]);
    game.moveHome();
    await until(() =>
      [...store.getSnapshot().values()].some(({ price }) => price.american === 150),
    );
    expect(states).toEqual(['live']);
    expect(streams).not.toHaveBeenCalled();
  });

  test('goes on over a new stream where the server no longer knows the one that is open', async () => {
    const { client } = await startGame();
    const store = client.liveOdds();
    watch(store);
    await until(() => store.state === 'live');
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce((input, init) => {
      const headers = { ...init?.headers, 'x-graphql-event-stream-token': 'of another time' };
      return fetch(input, { ...init, headers });
    });
    const another = client.liveOdds({ leagues: ['epl'] });
    const states = watch(another);
    await until(() => another.state === 'live' && store.state === 'live');
    expect(states).not.toContain('refused');
  });
});

const SNAPSHOT =
  '... on FeedStatus { state } ... on OddsSnapshot { offset isLast cursor odds { key } }';
const DETECTED =
  '... on FeedStatus { state } ... on OpportunitiesDetected { kind opportunities { id } }';

test.each([
  ['liveOdds', '__typename', `subscription { liveOdds { ${SNAPSHOT} } }`],
  [
    'liveOdds',
    'isLast',
    `subscription { liveOdds { __typename ${SNAPSHOT.replace('isLast', '')} } }`,
  ],
  [
    'liveOdds',
    'replacedKeys',
    `subscription { liveOdds { __typename ${SNAPSHOT} ... on OddsUpdate { cursor odds { key } } } }`,
  ],
  [
    'liveOdds',
    'key',
    `subscription { liveOdds { __typename ${SNAPSHOT.replace('{ key }', '{ k: key }')} } }`,
  ],
  ['liveOdds', '__typename', '{ viewer { tier } }'],
  ['liveOpportunities', '__typename', `subscription { liveOpportunities { ${DETECTED} } }`],
  [
    'liveOpportunities',
    'isSnapshot',
    `subscription { liveOpportunities { __typename ${DETECTED} } }`,
  ],
] as const)('a store of %s says that its document lacks `%s`: %s', async (field, missing, text) => {
  const { game, graph } = await startGame();
  const client = open(graph, 'demo_enterprise');
  const liveStore = client[field] as typeof client.liveOdds;
  const store = liveStore({}, new String(text) as never);
  const states = watch(store);
  await until(() => {
    if (store.getSnapshot().size > 0) game.moveHome();
    graph.clock.advance(100); // Opportunities might come late.
    return store.state === 'refused';
  });
  expect(store.error?.message).toContain(missing);
  expect(states).not.toContain('reconnecting');
});

test('what fails in the client itself, as in a browser that is too old, is not tried again', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1/graphql', credential: KEY });
  onTestFinished(() => client.close());
  const error = new TypeError('AbortSignal.any is not a function');
  const any = AbortSignal.any.bind(AbortSignal); // Its first call is no attempt yet.
  const spy = vi.spyOn(AbortSignal, 'any').mockImplementationOnce(any);
  spy.mockImplementationOnce(() => {
    throw error;
  });
  const store = client.liveOdds();
  const states = watch(store);
  await until(() => store.error !== null);
  expect(states).toEqual(['refused']);
  expect(store.error).toMatchObject({ message: error.message, cause: error });
});

describe('a credential function that gives no answer', () => {
  test('is asked anew by `reconnect`, also for what waits for the first answer', async () => {
    const { graph } = await startGame();
    let answer = new Promise<string>(() => {});
    const credential = vi.fn(() => answer);
    const client = open(graph, credential);
    const store = client.liveOdds();
    watch(store);
    const query = client.query('{ viewer { tier } }');
    const together = Promise.all(Array.from({ length: 3 }, () => client.credential()));
    await until(() => credential.mock.calls.length > 0);
    answer = Promise.resolve(KEY);
    client.reconnect();
    await until(() => store.state === 'live');
    expect((await query).data).toEqual({ viewer: { tier: 'PRO' } });
    expect(await together).toEqual([KEY, KEY, KEY]);
  });

  test.each([null, undefined])(
    'but rejects with %s fails its requests with a code',
    async (nothing) => {
      const { graph } = await startGame();
      const query = open(graph, () => Promise.reject(nothing)).query('{ viewer { tier } }');
      const message = `The credential function gives ${nothing}.`;
      await expect(query).rejects.toMatchObject({
        name: 'GraphError',
        code: 'UNREACHABLE',
        message,
      });
    },
  );

  test('is an error after half a minute, and is asked again', async () => {
    const { graph } = await startGame();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let answer = new Promise<string>(() => {});
    const client = open(graph, () => answer);
    const store = client.liveOdds();
    watch(store);
    const untilState = (state: string) =>
      until(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return store.state === state;
      });
    await untilState('reconnecting');
    expect(store.error?.message).toBe('The credential function gives no answer.');
    answer = Promise.resolve(KEY);
    await untilState('live');
  });
});

describe('a server behind a proxy', () => {
  test.each(['GET', 'POST'])('that sends a %s twice is live over a new stream', async (method) => {
    const { client } = await startGame();
    const { fetch } = globalThis;
    let isSentTwice = false;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (init?.method === method && !isSentTwice) {
        isSentTwice = true;
        await fetch(input, init);
      }
      return fetch(input, init);
    });
    const store = client.liveOdds();
    const states = watch(store);
    await until(() => states.length === 2);
    expect(states).toEqual(['reconnecting', 'live']);
  });

  test.each([
    { status: 401, code: 'UNAUTHENTICATED' },
    { status: 403, code: 'FORBIDDEN' },
  ])(
    'that answers with a page and $status has refused, and is not asked again',
    async (refusal) => {
      const { store, requests } = await storeAt(page(refusal.status));
      await until(() => store.state === 'refused');
      expect(store.error).toMatchObject({ code: refusal.code });
      expect(requests()).toBe(1);
    },
  );

  test.each([404, 502])(
    'that answers with a page and %s is asked again, ever later',
    async (status) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { store, requests } = await storeAt(page(status));
      const untilAsked = async (count: number) => {
        await until(() => requests() === count);
        await until(() => vi.getTimerCount() > 0);
      };
      await untilAsked(1);
      await vi.advanceTimersByTimeAsync(100);
      expect(requests()).toBe(1);
      await vi.advanceTimersByTimeAsync(250);
      await untilAsked(2);
      expect(store.state).toBe('reconnecting');
    },
  );

  test.each([201, 503])(
    'that answers with %s, and holds back what follows, is lost after some half a minute',
    async (status) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const spy = vi.spyOn(globalThis, 'fetch');
      const { store } = await storeAt((response) => response.writeHead(status).flushHeaders());
      await until(() => spy.mock.settledResults[0]?.type === 'fulfilled');
      for (let second = 0; second < 40 && store.state !== 'reconnecting'; second += 1) {
        await vi.advanceTimersByTimeAsync(1_000);
        await untilDelivered();
      }
      expect(store.state).toBe('reconnecting');
    },
  );

  test('with a limit of streams is asked again after the time that it says, which all stores hear', async () => {
    const { client, store, requests } = await storeAt((response) => {
      const error = { message: 'Too many.', extensions: { code: 'STREAM_LIMIT_EXCEEDED' } };
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
        .end(JSON.stringify({ errors: [error] }));
    });
    const another = client.liveOdds({ leagues: ['epl'] });
    watch(another);
    for (const refused of [store, another]) {
      await until(() => refused.state === 'reconnecting');
      expect(refused.error).toMatchObject({ code: 'STREAM_LIMIT_EXCEEDED', retryAfterSeconds: 7 });
    }
    expect(requests()).toBe(1);
  });

  test('that says until when it is closed is asked again after that time', async () => {
    const reopens = new Date(Date.now() + 60_000).toUTCString();
    const { store } = await storeAt((response) =>
      response.writeHead(503, { 'retry-after': reopens }).end('<h1>Maintenance</h1>'),
    );
    await until(() => store.state === 'reconnecting');
    expect(store.error?.retryAfterSeconds).toBeGreaterThan(30);
    expect(store.error?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test.each([
    { status: 403, body: '{"message":"Forbidden"}', code: 'FORBIDDEN' },
    { status: 502, body: 'null', code: 'INTERNAL_SERVER_ERROR' },
    { status: 200, body: '{"data":{"viewer"', code: 'INTERNAL_SERVER_ERROR' },
  ])('that answers a query with $status and $body fails it with $code', async (given) => {
    const { url } = await startProxy((response) =>
      response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body),
    );
    const client = createClient({ url, credential: 'demo_pro' });
    await expect(client.query('{ viewer { tier } }')).rejects.toMatchObject({
      name: 'GraphError',
      code: given.code,
    });
  });

  test('that drops the connection within the answer to a query is unreachable', async () => {
    const { url } = await startProxy((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
      response.write('{"data":', () => response.destroy());
    });
    const client = createClient({ url, credential: 'demo_pro' });
    await expect(client.query('{ viewer { tier } }')).rejects.toMatchObject({
      name: 'GraphError',
      code: 'UNREACHABLE',
    });
  });
});

describe('a store lets go of what it holds', () => {
  const signedOut = () => {
    throw new Error('Please sign in.');
  };

  /** A store of one user. Another one has the credential that is set. */
  async function startLive(kind: 'liveOdds' | 'liveOpportunities') {
    const graph = await graphOfTest();
    let credential: () => string | null = () => 'demo_enterprise';
    const client = open(graph, () => credential());
    const store =
      kind === 'liveOdds'
        ? client.liveOdds({ markets: ['moneyline'] })
        : client.liveOpportunities({ kinds: ['EV'], minEvPercent: 0 });
    const stop = store.subscribe(() => {});
    onTestFinished(() => stop());
    await until(() => store.state === 'live' && store.getSnapshot().size > 0);
    const become = (next: typeof credential) => {
      credential = next;
    };
    return { graph, client, store, stop, become };
  }

  test.each<['liveOdds' | 'liveOpportunities', string, () => string | null, string]>([
    ['liveOdds', 'whose tier is too low', () => 'demo_free', 'TIER_RESTRICTED'],
    ['liveOdds', 'who is nobody', () => null, 'UNAUTHENTICATED'],
    ['liveOpportunities', 'who is nobody', () => null, 'UNAUTHENTICATED'],
    ['liveOdds', 'who cannot sign in', signedOut, 'UNREACHABLE'],
  ])('in %s for the next user, %s', async (kind, _, credential, code) => {
    const { client, store, become } = await startLive(kind);
    become(credential);
    client.reconnect();
    await until(() => store.error !== null);
    expect(store.error?.code).toBe(code);
    expect(store.getSnapshot().size).toBe(0);
    become(() => 'demo_enterprise');
    client.reconnect();
    await until(() => store.state === 'live' && store.getSnapshot().size > 0);
  });

  test('if the server refuses each new token of the next user, and says why', async () => {
    const { client, store, become } = await startLive('liveOdds');
    let tokens = 0;
    become(() => `token ${++tokens}`);
    client.reconnect();
    await until(() => store.error !== null);
    expect(store.error).toMatchObject({ code: 'UNAUTHENTICATED', isFinal: false });
    expect(store.state).toBe('reconnecting');
    expect(store.getSnapshot().size).toBe(0);
    become(() => 'demo_enterprise');
    await until(() => store.state === 'live' && store.getSnapshot().size > 0);
  });

  test.each([
    ['state', ({ state }: LiveStore<object>) => expect(state).toBe('connecting')],
    ['a price', (store: LiveStore<object>, key: string) => expect(store.get(key)).toBeUndefined()],
    ['prices', (store: LiveStore<object>) => expect(store.getSnapshot().size).toBe(0)],
  ])(
    'before anybody reads its %s, if the next user came while nobody was subscribed',
    async (_, read) => {
      const { client, store, stop } = await startLive('liveOdds');
      const [key = ''] = store.getSnapshot().keys();
      stop();
      await until(() => store.state === 'reconnecting');
      expect(store.get(key)).toBeDefined();
      client.reconnect();
      read(store, key);
      expect(store.getSnapshot()).toBe(store.getSnapshot());
    },
  );

  test('when the tier of its user no longer suffices', async () => {
    const { graph, store, become } = await startLive('liveOdds');
    become(() => 'demo_free');
    await graph.stopGraph();
    await graph.startGraph();
    await until(() => store.state === 'refused');
    expect(store.error?.code).toBe('TIER_RESTRICTED');
    expect(store.getSnapshot().size).toBe(0);
  });

  test('and of its cursor, also if nobody was subscribed when the next user came', async () => {
    const { client, store, stop } = await startLive('liveOdds');
    stop();
    await until(() => store.state === 'reconnecting');
    client.reconnect();
    const snapshots = vi.spyOn(Topic.prototype, 'snapshot');
    const states = watch(store);
    await until(() => store.state === 'live');
    expect(snapshots).toHaveBeenCalled();
    expect(states).not.toContain('reconnecting');
  });

  test.each([['liveOdds'], ['liveOpportunities']] as const)(
    'but in %s not when the server is away, once it has answered the next user',
    async (kind) => {
      const { graph, client, store } = await startLive(kind);
      const before = store.getSnapshot();
      client.reconnect();
      await until(() => {
        graph.pass(); // What is as before, nobody is told.
        return store.state === 'live' && store.getSnapshot() !== before;
      });
      await graph.stopGraph();
      await until(() => store.error !== null);
      expect(store.state).toBe('reconnecting');
      expect(store.getSnapshot().size).toBeGreaterThan(0);
    },
  );

  test('but not when its token expires and another one follows, of which no listener hears an error', async () => {
    const game = new OneGame();
    const graph = await viewerGraphOfTest({ feed: () => game.feed });
    const token = (seconds: number) =>
      graph.token({ sub: 'alice', tier: 'pro', exp: graph.clock.now() / 1_000 + seconds });
    let given = await token(1);
    const store = open(graph, () => given).liveOdds();
    const heard = new Set<string>();
    const note = () => heard.add(`${store.error} ${store.getSnapshot().size}`);
    watch(store);
    await until(() => store.state === 'live');
    onTestFinished(store.subscribe(note));
    const requests = vi.spyOn(globalThis, 'fetch');
    given = await token(86_400);
    await until(() => {
      graph.clock.advance(1_000);
      return requests.mock.calls.some(([, init]) => init?.method === 'POST');
    });
    game.moveHome(150);
    await until(() =>
      [...store.getSnapshot().values()].some(({ price }) => price.american === 150),
    );
    expect([...heard]).toEqual(['null 3']);
  });
});

test('a store at a wrong address says which one is right', async () => {
  const { graph } = await startGame();
  const client = createClient({ url: `${graph.url}/grapql`, credential: KEY });
  onTestFinished(() => client.close());
  const store = client.liveOdds();
  watch(store);
  await until(() => store.state === 'reconnecting');
  expect(store.error?.message).toContain('The GraphQL endpoint is /graphql');
});

test('a store at an address that answers with a page says that it is no GraphQL response', async () => {
  const { store } = await storeAt(page(200));
  await until(() => store.state === 'reconnecting');
  expect(store.error?.message).toContain('answered with 200, but not in GraphQL');
});

test('a credential that is undefined is not sent', async () => {
  const { graph } = await startGame();
  const query = open(graph, (() => undefined) as never).query('{ viewer { tier } }');
  await expect(query).rejects.toThrow('Send an API key');
});
