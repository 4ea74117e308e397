import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { upstreamShared } from '../metrics.ts';
import type { AccountStatus, Usage } from './request-usage.ts';

/**
 * An answer of upstream. Only its text is kept: rows held for a second by the thousand would be
 * copied by every garbage collection. The parsed value is there for as long as someone uses it.
 */
export interface Answer {
  readonly text: string;
  value: WeakRef<object>;
  /** When it is fresh no more, on the monotonic clock. */
  readonly expiresAt: number;
  readonly accountStatus: AccountStatus;
}

const CHARACTERS_MAX = 64 * 2 ** 20;

/**
 * Answers that several operations use: equal reads share one request while it is under way, and its
 * answer while it is fresh. The least used go when it is full. A key names the credential as well.
 */
export class SharedResponses {
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<Answer>>();
  readonly #fresh = new LRUCache<string, Answer>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ text }) => text.length,
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Characters of all answers that are held. */
  get size(): number {
    return this.#fresh.calculatedSize;
  }

  /** The answer under `key`, or what `fetch` gets: always, where `freshForMs` is 0. Shared ones are noted in `usage`. */
  get(
    key: string,
    usage: Usage,
    freshForMs: number,
    fetch: () => Promise<Answer>,
  ): Promise<Answer> | Answer {
    const fresh = freshForMs > 0 ? this.#freshOne(key) : undefined;
    const shared = fresh ?? this.#underWay.get(key);
    if (shared !== undefined) {
      usage.cached += 1;
      upstreamShared.inc({ from: fresh === undefined ? 'request' : 'memory' });
      return shared;
    }
    const started = fetch()
      .then((answer) => {
        if (freshForMs > 0) this.#fresh.set(key, answer);
        return answer;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, started);
    return started;
  }

  #freshOne(key: string): Answer | undefined {
    const held = this.#fresh.get(key);
    return held !== undefined && held.expiresAt > this.#clock.monotonic() ? held : undefined;
  }
}
