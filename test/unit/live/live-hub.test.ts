import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { TierLookup } from '../../../src/access/tier-lookup.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import { LiveHub } from '../../../src/live/stream/live-hub.ts';
import { IDLE_TIMEOUT_MS } from '../../../src/live/stream/shared-stream.ts';
import { opportunityProjection } from '../../../src/live/topics/opportunity-projection.ts';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';
import { Upstream } from '../../../src/upstream/upstream.ts';
import { oddsSpec } from '../../harness/feeds/odds-streams.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';
import { until } from '../../harness/until.ts';

const SUBSCRIBERS_MAX = 10_000;

let upstream: ScriptedUpstream;
let clock: ManualClock;
let routes: Upstream;
let hub: LiveHub;

/** Tier look-ups that a test answers, with the number of concurrent ones. */
class TestTiers {
  readonly lookedUp: string[] = [];
  answer: (key: string) => Promise<Tier> = async () => 'pro';
  #pending = 0;
  maxPending = 0;

  async tierOf(credential: Credential): Promise<Tier> {
    this.lookedUp.push(credential.reveal());
    this.#pending += 1;
    this.maxPending = Math.max(this.maxPending, this.#pending);
    try {
      return await this.answer(credential.reveal());
    } finally {
      this.#pending -= 1;
    }
  }

  refreshedTier(credential: Credential): Promise<Tier> {
    return this.tierOf(credential);
  }
}

beforeEach(async () => {
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open([]);
  clock = new ManualClock();
  const options = { baseUrl: upstream.url, clock, scheduler: new Scheduler(clock) };
  routes = new Upstream(options);
  hub = new LiveHub(options, new TierLookup(routes, clock), routes);
});
afterEach(async () => {
  hub.close();
  await routes.close();
  await upstream.close();
});

function odds(credential: Credential, of: LiveHub = hub) {
  return of.subscribe(credential, 'odds', oddsSpec());
}

function opportunities(credential: Credential, of: LiveHub = hub) {
  const spec = { kinds: [], minEvPercent: 0, minProfitPercent: 0 };
  const createProjection = () => opportunityProjection({}, spec);
  const rest = { throttleMs: 0, resumeCursor: null, viewer: null };
  return of.subscribe(credential, 'opportunities', {
    key: '',
    filter: {},
    createProjection,
    ...rest,
  });
}

test('an account has at most ten thousand subscriptions, of both kinds together', async () => {
  const pro = new Credential('demo_pro');
  const first = await odds(pro);
  for (let i = 2; i < SUBSCRIBERS_MAX; i += 1) await odds(pro);
  await opportunities(pro);
  const refusal = { code: 'STREAM_LIMIT_EXCEEDED' };
  await expect(async () => odds(pro)).rejects.toMatchObject(refusal);
  await expect(async () => opportunities(pro)).rejects.toMatchObject(refusal);
  await odds(new Credential('demo_sharp')); // Another account is not affected.
  first.close();
  await odds(pro);
  expect(upstream.requests).toBe(3);
});

describe('the entitlement monitor', () => {
  let tiers: TestTiers;
  let monitored: LiveHub;

  beforeEach(() => {
    hub.close();
    tiers = new TestTiers();
    const scheduler = new Scheduler(clock);
    monitored = new LiveHub({ baseUrl: upstream.url, clock, scheduler }, tiers, routes);
  });
  afterEach(() => monitored.close());

  const subscribe = (key: string) => odds(new Credential(key), monitored);

  /** Fifty accounts with a stream each, whose tiers have been looked up. */
  async function subscribeFifty(): Promise<void> {
    await Promise.all(Array.from({ length: 50 }, (_, i) => subscribe(`demo_${i}`)));
    await until(() => tiers.lookedUp.length === 50);
  }

  test('is not delayed by one account’s slow tier look-up, and does not repeat it meanwhile', async () => {
    const subscriber = await subscribe('demo_pro');
    await subscribe('demo_slow');
    await until(() => tiers.lookedUp.length === 2);
    const hanging = Promise.withResolvers<Tier>();
    tiers.answer = (key) => (key === 'demo_slow' ? hanging.promise : Promise.resolve('free'));
    tiers.lookedUp.length = 0;
    clock.advance(60_000);
    await until(() => tiers.lookedUp.length === 2);
    expect(() => subscriber.read()).toThrow('This requires the hobby tier or above.');
    clock.advance(60_000);
    await new Promise(setImmediate);
    expect(tiers.lookedUp).toHaveLength(2);
    hanging.resolve('pro');
    await new Promise(setImmediate);
    clock.advance(60_000);
    await until(() => tiers.lookedUp.length === 3);
  });

  test('checks at most twenty accounts at a time', async () => {
    await subscribeFifty();
    [tiers.lookedUp.length, tiers.maxPending] = [0, 0];
    tiers.answer = async () => {
      await new Promise(setImmediate);
      return 'pro';
    };
    clock.advance(60_000);
    await until(() => tiers.lookedUp.length === 50);
    expect(tiers.maxPending).toBe(20);
  });

  test('starts no more checks once the hub is closed', async () => {
    await subscribeFifty();
    const answer = Promise.withResolvers<Tier>();
    tiers.answer = () => answer.promise;
    clock.advance(60_000);
    await until(() => tiers.lookedUp.length === 70);
    monitored.close();
    answer.resolve('pro');
    await new Promise(setImmediate);
    expect(tiers.lookedUp).toHaveLength(70);
  });

  test('does not queue checks of boards while upstream is slow', async () => {
    await subscribeFifty();
    const areReady = () =>
      [...monitored.streamHealth()].every(([, { boardState }]) => boardState === 'ready');
    await until(areReady);
    const list = Promise.withResolvers<never>();
    const listed = vi.spyOn(routes, 'call').mockReturnValue(list.promise);
    for (let seconds = 0; seconds < 300; seconds += 20) {
      clock.advance(20_000);
      for (const stream of upstream.streams) stream.heartbeat();
      await until(() => [...monitored.frameAges()].every(([, age]) => age === 0));
    }
    expect(areReady()).toBe(true);
    list.reject(new TypeError('The list did not come.'));
    await new Promise(setImmediate);
    expect(listed).toHaveBeenCalledTimes(50);
  });

  test('keeps the stream open when the tier becomes known only later', async () => {
    tiers.answer = () => Promise.reject(new TypeError('A defect.'));
    const subscriber = await subscribe('demo_pro');
    const states: string[] = [];
    const read = () => {
      for (const one of subscriber.read()?.payloads ?? []) {
        if (one.__typename === 'FeedStatus') states.push(one.state);
      }
      return states.includes('READY');
    };
    await until(read);
    tiers.answer = async () => 'pro';
    await monitored.recheck(new Credential('demo_pro').hash);
    read();
    expect(states).toEqual(['CONNECTED', 'READY']);
  });

  test('reopens both streams of an account whose tier has changed', async () => {
    await subscribe('demo_pro');
    await opportunities(new Credential('demo_pro'), monitored);
    tiers.answer = async () => 'sharp';
    await monitored.recheck(new Credential('demo_pro').hash);
    clock.advance(1_000);
    await until(() => upstream.streams.length === 4);
    const opened = upstream.streams.map(({ path }) => /channel=(\w+)/.exec(path)?.[1]);
    expect(opened.sort()).toEqual(['odds', 'odds', 'opportunities', 'opportunities']);
  });
});

test('an account’s odds and opportunities are two streams that close independently, and one alone is still checked', async () => {
  const pro = new Credential('demo_pro');
  const [prices, bets] = [await odds(pro), await opportunities(pro)];
  expect(upstream.streams.map(({ path }) => /channel=(\w+)/.exec(path)?.[1])).toEqual([
    'odds',
    'opportunities',
  ]);
  prices.close();
  clock.advance(IDLE_TIMEOUT_MS);
  await until(() => upstream.openStreams === 1);
  const again = await odds(pro);
  expect(upstream.requests).toBe(3);
  again.close();
  clock.advance(IDLE_TIMEOUT_MS);
  await until(() => upstream.openStreams === 1);
  upstream.tiers.set('demo_pro', null);
  clock.advance(60_000 - 2 * IDLE_TIMEOUT_MS);
  await hub.recheck(pro.hash);
  expect(() => bets.read()).toThrow('The API key was refused.');
  await until(() => upstream.openStreams === 0);
});
