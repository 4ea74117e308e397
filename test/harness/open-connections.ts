import { beforeEach, vi } from 'vitest';
import { SseConnections } from '../../src/transports/sse/sse-connections.ts';

/** Counts the SSE connections that graphs in this process open from now on and hold open. */
export function watchConnections(): () => number {
  const streaming = vi.spyOn(SseConnections.prototype, 'stream');
  return () =>
    [...new Set(streaming.mock.contexts)]
      .filter((context) => context instanceof SseConnections)
      .reduce((sum, { size }) => sum + size, 0);
}

/** The same for each test of a file, which opens its graph afterwards. */
export function watchedConnections(): () => number {
  let count = () => 0;
  beforeEach(() => {
    count = watchConnections();
  });
  return () => count();
}
