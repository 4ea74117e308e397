import { vi } from 'vitest';
import { SseConnections } from '../../src/transports/sse/sse-connections.ts';

/** Counts the SSE connections that graphs in this process open from now on and hold open. */
export function watchConnections(): () => number {
  const streaming = vi.spyOn(SseConnections.prototype, 'stream');
  return () =>
    [...new Set(streaming.mock.contexts)]
      .filter((context) => context instanceof SseConnections)
      .reduce((sum, { size }) => sum + size, 0);
}
