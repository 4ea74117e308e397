import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Connection } from '../../../src/client/connection/client-connection.ts';
import { GraphError, type Result } from '../../../src/client/connection/graph-error.ts';
import { follow } from '../../../src/client/connection/keep-open.ts';

const RESULT = { data: { liveOdds: { __typename: 'OddsSnapshot', isLast: true, cursor: 'c' } } };

/** Keeps a subscription open whose every attempt runs so. Returns how many attempts there were. */
function count(
  attempt: () => AsyncGenerator<Result>,
  lastSent: string | null = null,
): () => number {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let attempts = 0;
  const { signal } = new AbortController();
  const iterate = () => {
    attempts += 1;
    return attempt();
  };
  const connection = {
    closed: signal,
    renewed: signal,
    lastSent,
    iterate,
  } as unknown as Connection;
  const params = () => ({ query: '', variables: {} });
  const position = { after: null, renewed: signal };
  onTestFinished(follow(connection, { params, onData() {}, onState() {} }, position));
  return () => attempts;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a subscription', () => {
  test('that ends at once after each snapshot is begun again ever later', async () => {
    const attempts = count(async function* () {
      await pause(1);
      yield RESULT;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(attempts()).toBeLessThanOrEqual(7);
  });

  test('that ends after a while is begun again at once', async () => {
    const attempts = count(async function* () {
      yield RESULT;
      await pause(10_000);
    });
    await vi.advanceTimersByTimeAsync(100_100);
    expect(attempts()).toBe(11);
  });

  test.each([
    [null, 2], // There may be a new cookie.
    ['token', 1],
  ])('that sent %s and is refused after data is tried %d times', async (lastSent, times) => {
    const refusal = { message: 'Expired.', extensions: { code: 'UNAUTHENTICATED' } };
    const attempts = count(async function* () {
      if (attempts() === 1) yield RESULT;
      throw new GraphError(refusal);
    }, lastSent);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(attempts()).toBe(times);
  });

  test('that may begin again in a day tries it after two minutes', async () => {
    const extensions = { code: 'RATE_LIMITED', retryAfterSeconds: 86_400 };
    // biome-ignore lint/correctness/useYield: it is refused before its first result.
    const attempts = count(async function* () {
      throw new GraphError({ message: 'Too many.', extensions });
    });
    await vi.advanceTimersByTimeAsync(119_000);
    expect(attempts()).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(attempts()).toBe(2);
  });
});
