import { vi } from 'vitest';
import { SseConnections } from '../../src/transports/sse/sse-connections.ts';

/** From now on counts the connections with subscribers that graphs in this process hold open. */
export function watchConnections(): () => number {
  const streaming = vi.spyOn(SseConnections.prototype, 'stream');
  return () =>
    [...new Set(streaming.mock.contexts)]
      .filter((context) => context instanceof SseConnections)
      .reduce((sum, { size }) => sum + size, 0);
}
