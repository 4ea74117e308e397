import { upstreamWaiting } from '../metrics.ts';
import { Shares } from './shares.ts';

/**
 * Who may use a connection to upstream now: each account has its share of them, and where accounts
 * wait for more they take turns, one request each. How many wait is bounded by whoever asks.
 */
export class ConnectionTurns {
  readonly #shares: Shares;
  /** What waits of each account, the account whose turn is next first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(connections: number) {
    this.#shares = new Shares(connections);
  }

  /** Does `work`, which needs a connection, as soon as there is one. Throws the signal's reason. */
  async use<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (!this.#shares.take(account)) await this.#turn(account, signal);
    try {
      return await work();
    } finally {
      this.#shares.release(account);
      this.#grant();
    }
  }

  #turn(account: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(account) ?? new Set();
    const leave = () => {
      upstreamWaiting.dec();
      waiting.delete(begin);
      signal.removeEventListener('abort', giveUp);
    };
    const begin = () => {
      leave();
      resolve();
    };
    const giveUp = () => {
      leave();
      if (waiting.size === 0) this.#waiting.delete(account);
      reject(signal.reason);
    };
    this.#waiting.set(account, waiting.add(begin));
    upstreamWaiting.inc();
    signal.addEventListener('abort', giveUp);
    return promise;
  }

  /** Gives what is free to those who wait. */
  #grant(): void {
    for (const [account, waiting] of this.#waiting) {
      const [begin] = waiting;
      if (begin !== undefined && !this.#shares.take(account)) continue;
      this.#waiting.delete(account);
      begin?.();
      if (waiting.size > 0) this.#waiting.set(account, waiting); // Its next turn is after all others'.
    }
  }
}
