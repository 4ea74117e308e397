import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveHub } from '../../../src/live/hub.ts';
import { LINGER_MS } from '../../../src/live/live-session.ts';
import { oddsLaneShape } from '../../../src/live/odds-lane.ts';
import { opportunityLaneShape } from '../../../src/live/opportunity-lane.ts';
import { UpstreamClient } from '../../../src/upstream/client.ts';
import { Upstream } from '../../../src/upstream/endpoints.ts';
import { TierLookup } from '../../../src/upstream/tier-lookup.ts';
import { Credential } from '../../../src/viewer.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { ScriptedUpstream } from '../../harness/scripted-upstream.ts';
import { until } from '../../harness/until.ts';

const READERS_MAX = 10_000;

let upstream: ScriptedUpstream;
let clock: ManualClock;
let client: UpstreamClient;
let hub: LiveHub;

beforeEach(async () => {
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open([]);
  clock = new ManualClock();
  const options = { baseUrl: upstream.url, clock };
  client = new UpstreamClient(options);
  hub = new LiveHub(options, new TierLookup(new Upstream(client), clock));
});
afterEach(async () => {
  hub.close();
  await client.close();
  await upstream.close();
});

function odds(credential: Credential) {
  const shape = () => oddsLaneShape({}, 100);
  return hub.odds(credential, { key: '', filter: {}, conflateMs: 0, shape, resumeAt: null });
}

function opportunities(credential: Credential) {
  const wish = { kinds: [], minEvPercent: 0, minProfitPercent: 0 };
  const shape = () => opportunityLaneShape({}, wish);
  const rest = { conflateMs: 0, resumeAt: null };
  return hub.opportunities(credential, { key: '', filter: {}, shape, ...rest });
}

test('an account has at most ten thousand subscriptions, of both kinds together', async () => {
  const pro = new Credential('demo_pro');
  const first = await odds(pro);
  for (let i = 2; i < READERS_MAX; i += 1) await odds(pro);
  await opportunities(pro);
  const refusal = { code: 'STREAM_LIMIT_EXCEEDED' };
  await expect(async () => odds(pro)).rejects.toMatchObject(refusal);
  await expect(async () => opportunities(pro)).rejects.toMatchObject(refusal);
  await odds(new Credential('demo_sharp')); // Which is no account's business but its own.
  first.close();
  await odds(pro);
  expect(upstream.requests).toBe(3);
});

test('odds and opportunities of an account are two streams, which end one by one', async () => {
  const pro = new Credential('demo_pro');
  const [prices, bets] = [await odds(pro), await opportunities(pro)];
  expect(upstream.streams.map(({ path }) => /channel=(\w+)/.exec(path)?.[1])).toEqual([
    'odds',
    'opportunities',
  ]);
  prices.close();
  clock.advance(LINGER_MS);
  await until(() => upstream.openStreams === 1);
  const again = await odds(pro);
  expect(upstream.requests).toBe(3);
  bets.close();
  again.close();
  clock.advance(LINGER_MS);
  await until(() => upstream.openStreams === 0);
});

test('a stream that was ended takes nothing of the next one with it', async () => {
  const pro = new Credential('demo_pro');
  upstream.refuse({ status: 403 });
  await expect(odds(pro)).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' });
  const next = await odds(pro);
  clock.advance(LINGER_MS);
  upstream.tiers.set('demo_pro', null);
  clock.advance(60_000 - LINGER_MS);
  await hub.recheck(pro.hash);
  expect(() => next.read()).toThrow('The API key was refused.');
});

test('an account whose key was revoked is found out at once where it is asked', async () => {
  const pro = new Credential('demo_pro');
  const [prices, bets] = [await odds(pro), await opportunities(pro)];
  await hub.recheck(new Credential('demo_sharp').hash); // It has no streams.
  upstream.tiers.set('demo_pro', 'free');
  clock.advance(60_000);
  await hub.recheck(pro.hash);
  for (const reader of [prices, bets]) {
    expect(() => reader.read()).toThrow('This needs the tier hobby or above.');
  }
});

test('a hub that is closed ends every stream, and leaves no timer', async () => {
  const readers = [
    await odds(new Credential('demo_pro')),
    await odds(new Credential('demo_sharp')),
  ];
  hub.close();
  for (const reader of readers) {
    expect(() => reader.read()).toThrow('The server is stopping.');
    reader.close();
  }
  expect(clock.pendingTimers).toBe(0);
  await until(() => upstream.openStreams === 0);
});
