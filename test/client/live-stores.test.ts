import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveOpportunitiesDocument, LiveStore } from '../../src/client/odds-client.ts';
import { Topic } from '../../src/live/topics/topic.ts';
import { graphOfTest } from '../harness/hooks/shared-graph.ts';
import { watchConnections } from '../harness/open-connections.ts';
import { cut, rateLimited } from '../harness/servers/faults.ts';
import { until } from '../harness/until.ts';
import { holdAfterFirst, holdAnswers } from './held-stream.ts';
import { KEY, open, startGame, uncaughtErrors, watch } from './live-game.ts';

/** The server takes its own stream from the odds service for dead after so long without a word. */
const STALE_MS = 60_000;
const REOPEN_MS = 1_000;

async function startLive() {
  const started = await startGame();
  const store = started.client.liveOdds();
  const states = watch(store);
  await until(() => store.state === 'live');
  return { ...started, store, states };
}

const homePrice = (store: LiveStore<{ id: string; price: { american: number } }>) =>
  [...store.getSnapshot().values()].find(({ id }) => id === '1')?.price.american;

describe('a store of live prices', () => {
  test('tells once per frame of all updates that have come, which they are, and keeps what has not changed', async () => {
    const gate = holdAfterFirst('OddsSnapshot');
    const { game, store } = await startLive();
    const before = store.getSnapshot();
    const told: ReadonlySet<string>[] = [];
    onTestFinished(store.subscribe((changes) => told.push(new Set(changes.keys()))));
    for (let update = 1; update <= 30; update += 1) {
      game.moveHome(100 + update);
      await until(() => gate.waiting() >= update);
    }
    gate.open();
    await until(() => homePrice(store) === 130);
    expect(told.length).toBeLessThanOrEqual(3); // They may come over more than one frame.
    const after = store.getSnapshot();
    expect(after).not.toBe(before);
    const changed = [...after].filter(([key, odds]) => before.get(key) !== odds);
    expect(changed.map(([, { id }]) => id)).toEqual(['1']);
    for (const keys of told) expect([...keys]).toEqual(changed.map(([key]) => key));
  });

  test('tells every listener of a change, even if another one throws', async () => {
    const { game, client } = await startGame();
    const uncaught = uncaughtErrors();
    const store = client.liveOdds();
    const failing = () => {
      throw new Error('mine');
    };
    onTestFinished(store.subscribe(failing));
    let told: number | undefined;
    const listen = (changes: ReadonlyMap<string, { price: { american: number } } | undefined>) => {
      for (const odds of changes.values()) told = odds?.price.american;
    };
    onTestFinished(store.subscribe(listen));
    await until(() => store.state === 'live' && told === 100);
    game.moveHome();
    await until(() => homePrice(store) === 150);
    expect(told).toBe(150);
    expect(uncaught.length).toBeGreaterThan(0);
  });

  test('tells a listener nothing more that another one has just unsubscribed', async () => {
    const { game, store } = await startLive();
    let calls = 0;
    let stop = () => {};
    onTestFinished(store.subscribe(() => stop()));
    stop = store.subscribe(() => {
      calls += 1;
    });
    game.moveHome();
    await until(() => homePrice(store) === 150);
    expect(calls).toBe(0);
  });

  test('is as last known while the server restarts, and then live again', async () => {
    const { game, graph, store, states } = await startLive();
    await graph.stopGraph();
    await until(() => store.state === 'reconnecting');
    expect(store.getSnapshot().size).toBe(3);
    game.moveHome();
    await graph.startGraph();
    await until(() => store.state === 'live');
    expect(homePrice(store)).toBe(150);
    expect(states).toEqual(['live', 'reconnecting', 'live']);
  });

  test('is stale while the server hears nothing from the odds service', async () => {
    const { game, graph, store, states } = await startLive();
    graph.clock.advance(STALE_MS);
    await until(() => store.state === 'stale');
    game.moveHome();
    graph.clock.advance(REOPEN_MS);
    await until(() => store.state === 'live');
    expect(homePrice(store)).toBe(150);
    expect(states).toEqual(['live', 'stale', 'live']);
  });

  test('comes back live where nothing has changed, without another snapshot', async () => {
    const { client } = await startGame();
    const store = client.liveOdds();
    const stop = store.subscribe(() => {});
    await until(() => store.state === 'live');
    stop();
    await until(() => store.state === 'reconnecting');
    const snapshots = vi.spyOn(Topic.prototype, 'snapshot');
    watch(store);
    await until(() => store.state === 'live');
    expect(snapshots).not.toHaveBeenCalled();
  });

  test('begins anew where the server no longer knows what was removed since its cursor', async () => {
    const { game, graph, client } = await startGame();
    const store = client.liveOdds();
    const stop = store.subscribe(() => {});
    await until(() => store.state === 'live');
    stop();
    game.feed.withdraw(game.moneyline.slice(1));
    await graph.stopGraph(); // Another process knows no cursor of this one.
    await graph.startGraph();
    expect(store.state).toBe('reconnecting');
    watch(store);
    await until(() => {
      graph.clock.advance(100); // The new process may have to wait before it opens its stream again.
      return store.state === 'live';
    });
    expect([...store.getSnapshot().values()].map(({ id }) => id).sort()).toEqual(['1', '3']);
  });

  test('ends at the server also if it is given up before the server has answered', async () => {
    const { client, states } = await startLive();
    const posts = holdAnswers('POST');
    const stop = client.liveOdds({ markets: ['moneyline'] }).subscribe(() => {});
    await until(() => posts.waiting() === 1);
    stop();
    posts.open();
    const { calls } = vi.mocked(fetch).mock;
    await until(() => calls.some(([, init]) => init?.method === 'DELETE'));
    expect(states).toEqual(['live']);
  });

  test('takes the stream that is open after another one, of another filter', async () => {
    const { client } = await startGame();
    const requests = vi.spyOn(globalThis, 'fetch');
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const store = client.liveOdds();
    const stop = store.subscribe(() => {});
    await until(() => store.state === 'live');
    stop();
    const next = client.liveOdds({ markets: ['moneyline'] });
    const states = watch(next);
    await until(() => next.state === 'live');
    for (const [onSecond, ms] of timers.mock.calls) if (ms === 1_000) onSecond();
    await until(() => requests.mock.calls.some(([, init]) => init?.method === 'DELETE'));
    expect(states).not.toContain('reconnecting');
    const methods = requests.mock.calls.map(([, init]) => init?.method).sort();
    expect(methods).toEqual(['DELETE', 'GET', 'POST', 'POST', 'PUT']);
  });

  test('begins again although the server has not answered yet', async () => {
    const { client } = await startLive();
    const another = client.liveOdds({ markets: ['moneyline'] });
    const stop = another.subscribe(() => {});
    await until(() => another.state === 'live');
    stop();
    await until(() => another.state === 'reconnecting');
    const posts = holdAnswers('POST');
    watch(another);
    await until(() => posts.waiting() === 1);
    await until(() => posts.waiting() === 2); // After five seconds, without its cursor.
    client.reconnect();
    await until(() => posts.waiting() === 4); // Both stores, over another stream.
    posts.open();
    await until(() => another.state === 'live');
  });

  test.each([
    ['unknown_key', { code: 'UNAUTHENTICATED', isFinal: true }],
    ['demo_free', { code: 'TIER_RESTRICTED', requiredTier: 'HOBBY' }],
  ])('of the key %s says why it was refused, or which tier it needs', async (key, error) => {
    const { graph } = await startGame();
    const store = open(graph, key).liveOdds();
    watch(store);
    await until(() => store.state === 'refused');
    expect(store.error).toMatchObject(error);
  });

  test('tells who gives credentials which one was refused, as a query does', async () => {
    const { graph } = await startGame();
    let key = 'former_key';
    const credential = (refused: string | null) => {
      if (refused === key) key = KEY;
      return key;
    };
    const client = open(graph, credential);
    expect((await client.query('{ viewer { tier } }')).data).toEqual({ viewer: { tier: 'PRO' } });
    key = 'former_key';
    const store = client.liveOdds();
    const states = watch(store);
    await until(() => store.state === 'live');
    expect(states).not.toContain('refused');
  });

  test('has one token for all requests, until it is refused', async () => {
    const { graph } = await startGame();
    const claims = btoa(JSON.stringify({ sub: 'alice', exp: Date.now() / 1_000 + 3_600 }));
    const token = `e30.${claims}.c2lnbmF0dXJl`;
    const refusals: (string | null)[] = [];
    const client = open(graph, async (refused) => {
      refusals.push(refused);
      return refused === null ? token : KEY;
    });
    expect(await Promise.all([client.credential(), client.credential()])).toEqual([token, token]);
    expect((await client.query('{ viewer { tier } }')).data).toEqual({ viewer: { tier: 'PRO' } });
    expect(refusals).toEqual([null, token]);
  });

  test('waits for a credential that cannot be had, and a query says why', async () => {
    const { graph } = await startGame();
    let isSignedIn = false;
    const client = open(graph, () => {
      if (!isSignedIn) throw new Error('Please sign in again.');
      return KEY;
    });
    const failure = { name: 'GraphError', code: 'UNREACHABLE', message: 'Please sign in again.' };
    await expect(client.query('{ viewer { tier } }')).rejects.toMatchObject(failure);
    const store = client.liveOdds();
    watch(store);
    await until(() => store.state === 'reconnecting');
    isSignedIn = true;
    await until(() => store.state === 'live');
  });

  test('leaves no connection behind when its client is closed, and says so, as one that comes later does', async () => {
    const connections = watchConnections();
    const { client, store } = await startLive();
    expect(connections()).toBe(1);
    client.close();
    const later = client.liveOdds();
    watch(later);
    await until(() => store.state === 'refused' && later.state === 'refused');
    const closed = { code: 'CLIENT_ERROR', message: 'The client is closed.' };
    for (const { error } of [store, later]) expect(error).toMatchObject(closed);
    expect(store.getSnapshot().size).toBe(3);
    await until(() => connections() === 0);
  });

  test.each([
    ['there are too many requests', 'GET /stream', rateLimited({ 'retry-after': '1' })],
    ['the odds service cannot be reached', 'GET /account/keys', cut],
  ])('waits where %s, and then begins', async (_, route, fault) => {
    const { graph, client } = await startGame();
    graph.proxy.spoil(route, fault);
    const store = client.liveOdds();
    const states = watch(store);
    await until(() => store.state !== 'connecting');
    expect(states).not.toContain('refused');
    graph.proxy.reset();
    await until(() => {
      graph.clock.advance(100);
      return store.state === 'live';
    });
    expect(store.getSnapshot().size).toBe(3);
  });
});

test('a store of opportunities has those that are open, and then those that come and go', async () => {
  const graph = await graphOfTest();
  const store = open(graph, 'demo_enterprise').liveOpportunities({
    kinds: ['EV'],
    minEvPercent: 0,
  });
  watch(store);
  await until(() => store.state === 'live');
  const held = () => [...store.getSnapshot().keys()].sort().join();
  const offered = async () => {
    const { data } = await graph.ask<{ opportunities: { nodes: { id: string }[] } }>(
      '{ opportunities(kinds: [EV], minEvPercent: 0, first: 200) { nodes { id } } }',
    );
    return data.opportunities.nodes
      .map(({ id }) => `EV ${id}`)
      .sort()
      .join();
  };
  const before = held();
  expect(before).not.toBe('');
  await until(() => {
    graph.pass();
    return held() !== before;
  });
  await until(async () => {
    graph.clock.advance(1_000);
    return held() === (await offered());
  });
  // An empty list is all kinds, whose snapshots make the store live: the stream has long been ready.
  const all = open(graph, 'demo_enterprise').liveOpportunities({ kinds: [] });
  watch(all);
  await until(() => all.state === 'live');
  // Kinds that the document names itself are those to wait for if the filter names them.
  const text = `subscription {
      liveOpportunities(kinds: [EV], minEvPercent: 0) {
        __typename
        ... on OpportunitiesDetected { kind isSnapshot opportunities { id } }
        ... on OpportunitiesExpired { kind ids }
        ... on FeedStatus { state message code }
      }
    }`;
  const document = text as LiveOpportunitiesDocument<{ readonly id: string }>;
  const own = open(graph, 'demo_enterprise').liveOpportunities({ kinds: ['EV'] }, document);
  watch(own);
  await until(() => own.state === 'live');
  const nameless = text.replace('{ id }', '{ line }') as typeof document;
  const refused = open(graph, 'demo_enterprise').liveOpportunities({ kinds: ['EV'] }, nameless);
  watch(refused);
  await until(() => refused.state === 'refused');
  expect(refused.error?.message).toContain('"id"');
});
