import { register } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { DeliveryHistogram } from '../../../src/observability/delivery-histogram.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

afterEach(() => register.removeSingleMetric('age_seconds'));

const newHistogram = () => new DeliveryHistogram('age_seconds', 'Ages.', [0.01, 0.1]);

/** The next turn of the event loop, in which the clock is looked at again. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('ages are counted in the bucket of the first bound that they do not exceed, by channel', async () => {
  const ages = newHistogram();
  const clock = new ManualClock();
  const now = clock.monotonic();
  for (const ms of [10, 11, 100, 5_000]) ages.addSince(now - ms, 'odds', clock);
  ages.addSince(now, 'opportunities', clock);
  expect(await register.getSingleMetricAsString('age_seconds')).toBe(`# HELP age_seconds Ages.
# TYPE age_seconds histogram
age_seconds_bucket{le="0.01",channel="odds"} 1
age_seconds_bucket{le="0.1",channel="odds"} 3
age_seconds_bucket{le="+Inf",channel="odds"} 4
age_seconds_sum{channel="odds"} 5.121
age_seconds_count{channel="odds"} 4
age_seconds_bucket{le="0.01",channel="opportunities"} 1
age_seconds_bucket{le="0.1",channel="opportunities"} 1
age_seconds_bucket{le="+Inf",channel="opportunities"} 1
age_seconds_sum{channel="opportunities"} 0
age_seconds_count{channel="opportunities"} 1`);
});

test('a delivery in another turn, on another clock, or after many others in this turn is measured anew', async () => {
  const ages = newHistogram();
  const clock = new ManualClock();
  const start = clock.monotonic();
  ages.addSince(start, 'odds', clock);
  clock.advance(1_000);
  const sum = async () => {
    const { values } = await ages.get();
    return values.find(({ metricName }) => metricName === 'age_seconds_sum')?.value;
  };
  for (let i = 0; i < 31; i += 1) ages.addSince(start, 'odds', clock);
  expect(await sum()).toBe(0);
  ages.addSince(start, 'odds', clock);
  expect(await sum()).toBe(1);
  clock.advance(1_000);
  await nextTurn();
  ages.addSince(start, 'odds', clock);
  expect(await sum()).toBe(3);
  const other = new ManualClock();
  other.advance(4_000);
  ages.addSince(other.monotonic() - 4_000, 'odds', other);
  expect(await sum()).toBe(7);
});
