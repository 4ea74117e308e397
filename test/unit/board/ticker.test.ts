import { expect, onTestFinished, test, vi } from 'vitest';

test('ages and days go on after the clock was set back', async () => {
  vi.useFakeTimers({ now: 7_200_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { now } = await import('../../../src/board/page/prices/ticker.ts');
  vi.setSystemTime(3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(now.value).toBe(3_601_000);
});
