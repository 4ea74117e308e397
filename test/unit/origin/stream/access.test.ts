import { afterEach, expect, test } from 'vitest';
import { CreatedKey } from '../../../../src/contract/routes/account-keys.ts';
import type { SeedKey } from '../../../../src/origin/key-store.ts';
import { bodyOf } from '../../../contract/api.ts';
import { SseReader } from '../../../harness/clients/sse-reader.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { HandMadeFeed, price, type RunningOrigin, runOrigin } from '../hand-made-feed.ts';

const TRIAL: SeedKey = { key: 'on-trial', tier: 'pro', trialEndsAt: '2026-11-22T00:00:00Z' };
const EXPIRED_TRIAL: SeedKey = {
  key: 'expired-trial',
  tier: 'pro',
  trialEndsAt: '2026-11-21T17:00:00Z',
};
const WITHOUT_ADD_ON: SeedKey = { key: 'without-add-on', tier: 'sharp' };
const FREE: SeedKey = { key: 'free-with-add-on', tier: 'free', features: ['streaming'] };
const ENTERPRISE: SeedKey = { key: 'enterprise', tier: 'enterprise' };
const HOBBY: SeedKey = { key: 'hobby', tier: 'hobby', features: ['streaming'] };

/** Starts six hours before the end of the trial. */
let clock: ManualClock;
let origin: RunningOrigin;

async function start(): Promise<void> {
  clock = new ManualClock();
  const feed = new HandMadeFeed(clock);
  feed.offer([price()]);
  const keys = [TRIAL, EXPIRED_TRIAL, WITHOUT_ADD_ON, FREE, ENTERPRISE, HOBBY];
  origin = await runOrigin(clock, feed, { keys });
}

afterEach(() => origin.stop());

function open({ key }: Pick<SeedKey, 'key'>, path = '/stream/odds'): Promise<SseReader> {
  return SseReader.open(origin.api.urlOf(path), { 'x-api-key': key });
}

test('refuses streams to a paid tier without the add-on with 403 feature_not_available', async () => {
  await start();
  const path = '/stream';
  await origin.api.refused(403, 'feature_not_available', path, { key: WITHOUT_ADD_ON.key }, [
    'add-on',
  ]);
});

test('describes a trial in the first frame, and allows it two streams', async () => {
  await start();
  const first = await open(TRIAL);
  expect((await first.take('connected')).trial).toEqual({
    active: true,
    expires_at: '2026-11-22T00:00:00Z',
    remaining_hours: 6,
    max_streams: 2,
  });
  await open(TRIAL);
  await origin.api.refused(429, 'stream_limit_exceeded', '/stream', { key: TRIAL.key });
});

test('refuses streams after the end of a trial with 403 feature_not_available', async () => {
  await start();
  const call = { key: EXPIRED_TRIAL.key };
  await origin.api.refused(403, 'feature_not_available', '/stream', call, ['ended']);
});

test('closes the streams of a trial when it ends', async () => {
  await start();
  const stream = await open(TRIAL);
  clock.advance(5 * 3_600_000);
  await stream.until('heartbeat');
  clock.advance(3_600_000);
  await stream.ended;
  await origin.api.refused(403, 'feature_not_available', '/stream', { key: TRIAL.key });
});

test('refuses an eleventh stream of an account over all of its keys with 429', async () => {
  await start();
  const made = await origin.api.call('/account/keys', {
    method: 'POST',
    key: HOBBY.key,
    body: { name: 'second' },
  });
  const second = bodyOf(CreatedKey, made, 201).data;
  const streams = await Promise.all(
    Array.from({ length: 10 }, (_, index) => open(index % 2 ? HOBBY : second)),
  );
  for (const key of [HOBBY.key, second.key]) {
    await origin.api.refused(429, 'stream_limit_exceeded', '/stream', { key }, ['10']);
  }
  await (await open(ENTERPRISE)).take('connected');
  await streams[3]?.close();
  const freed = await open(HOBBY);
  await freed.take('connected');
  await origin.api.refused(429, 'stream_limit_exceeded', '/stream', { key: HOBBY.key });
});

test('a client that disconnects during the snapshot no longer counts against the limit', async () => {
  clock = new ManualClock();
  const feed = new HandMadeFeed(clock);
  feed.offer(Array.from({ length: 10_000 }, (_, id) => price({ id: `${id}` })));
  origin = await runOrigin(clock, feed, { keys: [HOBBY] });
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(HOBBY)));
  await origin.api.refused(429, 'stream_limit_exceeded', '/stream', { key: HOBBY.key });
  await Promise.all(streams.map((stream) => stream.close()));
  await (await open(HOBBY)).until('snapshot:complete');
}, 60_000); // Its snapshots are large, and other tests run beside it.

test('deleting a key closes its streams at once, and leaves those of other keys open', async () => {
  await start();
  const made = await origin.api.call('/account/keys', {
    method: 'POST',
    key: HOBBY.key,
    body: { name: 'second' },
  });
  const second = bodyOf(CreatedKey, made, 201).data;
  const [ofDeletedKey, other] = [await open(second), await open(HOBBY)];
  await ofDeletedKey.until('snapshot:complete');
  await other.until('snapshot:complete');
  await origin.api.call(`/account/keys/${second.id}`, { method: 'DELETE', key: HOBBY.key });
  await ofDeletedKey.ended;
  clock.advance(30_000);
  await other.take('heartbeat');
  await origin.api.refused(401, 'unauthorized', '/stream', { key: second.key });
});

test('rotating a key closes the streams that were opened with its old secret', async () => {
  await start();
  const made = await origin.api.call('/account/keys', {
    method: 'POST',
    key: HOBBY.key,
    body: { name: 'second' },
  });
  const second = bodyOf(CreatedKey, made, 201).data;
  const stream = await open(second);
  await origin.api.call(`/account/keys/${second.id}/rotate`, { method: 'POST', key: HOBBY.key });
  await stream.ended;
});

test('refuses a book above the tier, and does not count refused requests as streams', async () => {
  await start();
  for (let call = 0; call < 12; call++) {
    const path = '/stream/odds?sportsbook=draftkings,pinnacle';
    const words = ['pinnacle', 'sharp', 'hobby'];
    await origin.api.refused(403, 'tier_restricted', path, { key: HOBBY.key }, words);
  }
  await (await open(HOBBY)).until('snapshot:complete');
});

test('a HEAD request does not open a stream', async () => {
  await start();
  const answer = await fetch(origin.api.urlOf(`/stream?api_key=${HOBBY.key}`), { method: 'HEAD' });
  expect(answer.status).toBe(404);
});
