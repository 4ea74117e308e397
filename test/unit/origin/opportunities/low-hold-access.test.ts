import { afterEach, expect, test } from 'vitest';
import { LowHoldPage } from '../../../../src/contract/routes/low-hold.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { HandMadeFeed, type RunningOrigin, runOrigin } from '../hand-made-feed.ts';
import { totals } from './small-market.ts';

const PATH = '/opportunities/low_hold';

let origin: RunningOrigin | undefined;

afterEach(() => origin?.stop());

async function start(): Promise<RunningOrigin> {
  const clock = new ManualClock();
  const feed = new HandMadeFeed(clock);
  feed.offer([...totals('pinnacle', 1.98, 1.94)]);
  const keys = [
    { key: 'with', tier: 'sharp', features: ['low_hold'] },
    { key: 'without', tier: 'sharp', features: ['streaming'] },
    { key: 'too_low', tier: 'hobby', features: ['low_hold'] },
  ] as const;
  origin = await runOrigin(clock, feed, { keys });
  return origin;
}

test('answers an account with the low_hold feature', async () => {
  const { api } = await start();
  const { data } = await api.read(LowHoldPage, PATH, { key: 'with' });
  expect(data).toMatchObject([{ hold_percentage: 2.0514 }]);
});

test('refuses an account without the low_hold feature with 403 feature_not_available', async () => {
  const { api } = await start();
  await api.refused(403, 'feature_not_available', PATH, { key: 'without' }, ['low_hold']);
});

test('refuses a tier below pro with 403 tier_restricted, even with the feature', async () => {
  const { api } = await start();
  await api.refused(403, 'tier_restricted', PATH, { key: 'too_low' }, ['pro', 'hobby']);
});
