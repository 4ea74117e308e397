import { upstreamWaiting } from '../../observability/metrics.ts';
import { FairQueue } from '../../scheduling/fair-queue.ts';
import { FairQuota } from '../../scheduling/fair-quota.ts';

/**
 * A fair concurrency limiter for connections to upstream. Each account has a share of them; waiting
 * accounts take turns, one request each. The queue has no bound here: `UpstreamRequests` limits pending calls.
 */
export class ConnectionLimiter {
  readonly #quota: FairQuota;
  readonly #waiting = new FairQueue<() => void>();

  constructor(connections: number) {
    // An account may hold a quarter of what is free beside its own: a fifth of all, as long as it is the only one.
    this.#quota = new FairQuota(connections, 1 / 4);
  }

  /**
   * Takes a connection, once one is free; `release` gives it back. Throws the signal's reason if the signal aborts first.
   */
  async acquire(account: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#quota.take(account)) await this.#wait(account, signal);
  }

  release(account: string): void {
    this.#quota.release(account);
    const next = () => this.#waiting.takeNext((waiting) => this.#quota.take(waiting));
    for (let start = next(); start !== undefined; start = next()) start();
  }

  async #wait(account: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // The queue serves the owners of an account in turn. Each request is its own owner: first come, first served.
    const request = {};
    const abort = () => {
      this.#waiting.remove(account, request);
      reject(signal.reason);
    };
    this.#waiting.push(account, request, resolve);
    signal.addEventListener('abort', abort);
    upstreamWaiting.inc();
    try {
      await promise;
    } finally {
      upstreamWaiting.dec();
      signal.removeEventListener('abort', abort);
    }
  }
}
