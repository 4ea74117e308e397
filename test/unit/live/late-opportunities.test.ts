import { expect, test } from 'vitest';
import { LateOpportunities } from '../../../src/live/stream/late-opportunities.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

test('a completion that is held back is not that of a connection which has been lost since', () => {
  const clock = new ManualClock();
  const kinds: string[] = [];
  const late = new LateOpportunities(
    { onFrame: ({ kind }) => kinds.push(kind), onDegraded() {}, onEnd() {} },
    clock,
  );
  const begin = () => {
    late.onFrame(frames.connected());
    late.onFrame(frames.complete([]));
  };
  begin();
  clock.advance(1_500);
  late.onDegraded('RECONNECTING', 'The stream ended.', null);
  begin();
  clock.advance(1_999);
  expect(kinds).toEqual(['connected', 'connected']);
  clock.advance(1);
  expect(kinds).toEqual(['connected', 'connected', 'snapshot:complete']);
  begin();
  late.restart();
  expect(clock.pendingTimers).toBe(0);
});
