import { expect, test } from 'vitest';
import { CreatedKey } from '../../../../src/contract/routes/account-keys.ts';
import type { SeedKey } from '../../../../src/origin/key-store.ts';
import { bodyOf } from '../../../contract/api.ts';
import { SseReader } from '../../../harness/clients/sse-reader.ts';
import { price } from '../../../harness/feeds/hand-made-feed.ts';
import { originForEachTest } from '../running-origin.ts';

const HOUR_MS = 3_600_000;
/** Six hours after the start. */
const TRIAL_END = '2026-11-22T00:00:00Z';

const KEYS: readonly SeedKey[] = [
  { key: 'trial', tier: 'pro', trialEndsAt: TRIAL_END },
  { key: 'expired', tier: 'pro', trialEndsAt: '2026-11-21T17:00:00Z' },
  { key: 'without', tier: 'sharp' },
  { key: 'hobby', tier: 'hobby', features: ['streaming'] },
  { key: 'enterprise', tier: 'enterprise' },
];

const made = originForEachTest([price()], { keys: KEYS });

const open = (key: string) =>
  SseReader.open(made.origin.api.urlOf('/stream/odds'), { 'x-api-key': key });
const refusedAtLimit = (key: string) =>
  made.origin.api.refused(429, 'stream_limit_exceeded', '/stream', { key });
const refusedFeature = (key: string, words: readonly string[]) =>
  made.origin.api.refused(403, 'feature_not_available', '/stream', { key }, words);

/** A second key of the hobby account. */
async function secondKey() {
  const call = { method: 'POST', key: 'hobby', body: { name: 'second' } } as const;
  return bodyOf(CreatedKey, await made.origin.api.call('/account/keys', call), 201).data;
}

test('describes a trial in the first frame, allows it two streams, and closes them when it ends', async () => {
  await refusedFeature('without', ['add-on']);
  await refusedFeature('expired', ['ended']);
  const first = await open('trial');
  const terms = { active: true, expires_at: TRIAL_END, remaining_hours: 6, max_streams: 2 };
  expect((await first.take('connected')).trial).toEqual(terms);
  await open('trial');
  await refusedAtLimit('trial');
  made.clock.advance(5 * HOUR_MS);
  await first.until('heartbeat');
  made.clock.advance(HOUR_MS);
  await first.ended;
  await refusedFeature('trial', ['ended']);
});

test('allows an account ten streams over all of its keys, among which refused ones do not count', async () => {
  const { key: second } = await secondKey();
  for (let call = 0; call < 12; call++) {
    const path = '/stream/odds?sportsbook=draftkings,pinnacle';
    await made.origin.api.refused(403, 'tier_restricted', path, { key: 'hobby' }, ['pinnacle']);
  }
  const keys = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'hobby' : second));
  const streams = await Promise.all(keys.map(open));
  for (const key of ['hobby', second]) await refusedAtLimit(key);
  const { headers } = await fetch(made.origin.api.urlOf('/stream'), {
    headers: { 'x-api-key': second },
  });
  expect([headers.get('x-accel-buffering'), headers.get('cache-control')]).toEqual([null, null]);
  await (await open('enterprise')).take('connected');
  await streams[3]?.close();
  await (await open('hobby')).take('connected');
  await refusedAtLimit('hobby');
});

test.each([
  ['deleting a key', 'DELETE', ''],
  ['rotating a key', 'POST', '/rotate'],
] as const)('%s closes its streams, and leaves others open', async (_, method, action) => {
  const second = await secondKey();
  const [own, other] = await Promise.all([open(second.key), open('hobby')]);
  for (const stream of [own, other]) await stream.until('snapshot:complete');
  await made.origin.api.call(`/account/keys/${second.id}${action}`, { method, key: 'hobby' });
  await own.ended;
  made.clock.advance(30_000);
  await other.take('heartbeat');
});

test('a HEAD request does not open a stream', async () => {
  const answer = await fetch(made.origin.api.urlOf('/stream?api_key=hobby'), { method: 'HEAD' });
  expect(answer.status).toBe(404);
});
