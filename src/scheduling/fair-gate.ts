import { Counts } from '../caching/counts.ts';
import { FairQueue } from './fair-queue.ts';

/** Gives back what was taken. Must be called once. */
export type Release = () => void;

/** Whether an account that holds `held` may take `weight` more, while `free` are left for all. */
type ShareRule = (held: number, weight: number, free: number) => boolean;

/**
 * An account may take another unit while it holds less than a part of the units that are free. If that part is a
 * quarter, a single account gets a fifth of the capacity, the next a fifth of the rest, and so on: more than a
 * dozen busy accounts are needed to leave nothing for the next.
 */
export function partOfFree(part: number): ShareRule {
  return (held, _weight, free) => held < free * part;
}

/** Who waits. */
interface Waiter {
  readonly account: string;
  /** The viewer of the account who takes turns; left out if the account itself does. */
  readonly viewer?: string | undefined;
  readonly owner: object;
  readonly weight: number;
}

interface Waiting extends Waiter {
  /** Ends the wait. */
  readonly enter: () => void;
}

/**
 * Divides a capacity between accounts. Who finds no room can wait for it: accounts, or their viewers, are served in turn, and
 * so are the owners of each. An account is skipped while it may not take more. If there is too little room for the next
 * one, no other overtakes it, so that heavy ones are served as well. The number of those that wait is unbounded.
 */
export class FairGate {
  readonly #capacity: number;
  readonly #isWithinShare: ShareRule;
  readonly #held = new Counts<string>();
  readonly #queue = new FairQueue<Waiting>();
  #total = 0;

  constructor(capacity: number, isWithinShare: ShareRule) {
    this.#capacity = capacity;
    this.#isWithinShare = isWithinShare;
  }

  /** What all accounts hold. */
  get held(): number {
    return this.#total;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** How many owners wait that take turns as this account. */
  waitingOf(account: string): number {
    return this.#queue.ownersOf(account);
  }

  /** Takes room that nobody waits for; null if there is none. */
  take(account: string, weight = 1): Release | null {
    const isFree =
      this.#mayTake(account, weight) &&
      this.#total + weight <= this.#capacity &&
      this.waitingOf(account) === 0 && // Its own come first, also while they are too heavy for its share.
      this.#next() === undefined;
    return isFree ? this.#start(account, weight) : null;
  }

  /** Takes room, now or once there is some. Throws the signal's reason if the signal has aborted, or aborts first. */
  async wait(waiter: Waiter, signal: AbortSignal | null): Promise<Release> {
    signal?.throwIfAborted();
    const { account, viewer = account, owner, weight } = waiter;
    const free = this.take(account, weight);
    if (free !== null) return free;
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const waiting = { ...waiter, enter: () => resolve(this.#start(account, weight)) };
    const onAbort = () => {
      this.#queue.remove(viewer, owner, waiting);
      reject(signal?.reason);
      this.#admit(); // Those behind it may be light enough.
    };
    this.#queue.push(viewer, owner, waiting);
    signal?.addEventListener('abort', onAbort);
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  #start(account: string, weight: number): Release {
    this.#add(account, weight);
    return () => {
      this.#add(account, -weight);
      this.#admit();
    };
  }

  #admit(): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined || this.#total + next.item.weight > this.#capacity) return;
      this.#queue.take(next);
      next.item.enter();
    }
  }

  #next() {
    return this.#queue.next(({ account, weight }) => this.#mayTake(account, weight));
  }

  #mayTake(account: string, weight: number): boolean {
    return this.#isWithinShare(this.#held.of(account), weight, this.#capacity - this.#total);
  }

  #add(account: string, weight: number): void {
    this.#total += weight;
    this.#held.add(account, weight);
  }
}
