import { expect, test } from 'vitest';
import { startSimulation } from '../../../../src/origin/feeds/simulation/simulation.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { runOrigin } from '../hand-made-feed.ts';
import { openStream } from './open-stream.ts';

test('reports once how far prices lag after the simulation was held up', async () => {
  const clock = new ManualClock();
  const feed = startSimulation({ clock, seed: 1 });
  const origin = await runOrigin(clock, feed);
  try {
    const stream = await openStream(origin, '/stream/odds?event=none');
    clock.advance(1000);
    clock.stall(20_000);
    clock.advance(28_999);
    clock.advance(1000);
    await stream.until('heartbeat');
    expect(stream.all('error')).toEqual([
      { code: 'upstream_error', message: 'Prices are 16 seconds behind and catching up.' },
    ]);
  } finally {
    await origin.stop();
  }
});
