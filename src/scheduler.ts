import type { Clock } from './clock.ts';
import { FairQueue, type Queued } from './fair-queue.ts';

/** How long scheduled work may hold up everything else in one turn of the event loop. */
const TURN_MS = 10;

/** Updates are small and go first; bulk work, such as snapshots and large answers, shares the rest. */
export type Priority = 'update' | 'bulk';

/**
 * Shares the event loop between all who have much to compute: no more than some milliseconds in one
 * turn of it, accounts in turn, and within an account its owners in turn. Work comes in small pieces:
 * a turn ends with the piece that uses up its time. Promises that a piece settles are part of it.
 */
export class Scheduler {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #queues: Readonly<Record<Priority, FairQueue<() => void>>> = {
    update: new FairQueue(),
    bulk: new FairQueue(),
  };
  #isTurnDue = false;
  /** Whether updates used up a turn while bulk work waited: then it goes first in the next. */
  #isBulkOwed = false;
  /** Who was woken and may use the piece that is running. */
  #woken: object | null = null;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Pieces that wait. */
  get size(): number {
    return this.#queues.update.size + this.#queues.bulk.size;
  }

  /** Has a piece of work done in one of the next turns. It must not throw. */
  add(account: string, owner: object, work: () => void, priority: Priority = 'bulk'): void {
    this.#queues[priority].push(account, owner, work);
    this.#takeTurnSoon();
  }

  /** Resolves when it is the owner's turn: what follows at once, up to the next wait, is one piece. */
  turn(account: string, owner: object): Promise<void> {
    return new Promise((resolve) => this.add(account, owner, resolve));
  }

  /**
   * Whether it is the owner's turn to do one piece, which uses the turn up. Where it is not, `wake` is
   * called when it is: then the owner asks again, and where it does not, the turn passes.
   */
  takeTurn(account: string, owner: object, wake: () => void): boolean {
    if (this.#woken === owner) {
      this.#woken = null;
      return true;
    }
    if (!this.#queues.bulk.has(account, owner)) {
      this.add(account, owner, () => {
        this.#woken = owner;
        wake();
      });
    }
    return false;
  }

  /** Forgets all that an owner waits with. */
  leave(account: string, owner: object): void {
    for (const queue of Object.values(this.#queues)) queue.remove(account, owner);
  }

  #takeTurnSoon(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => void this.#takeTurn());
  }

  async #takeTurn(): Promise<void> {
    const begunAt = this.#clock.monotonic();
    const { update, bulk } = this.#queues;
    let hasDoneBulk = false;
    do {
      const isBulk = update.size === 0 || this.#isBulkOwed;
      const piece = taken(isBulk ? bulk : update);
      if (piece === undefined) break;
      hasDoneBulk ||= isBulk;
      this.#isBulkOwed = false;
      piece();
      await microtasks();
      this.#woken = null;
    } while (this.#clock.monotonic() - begunAt < TURN_MS);
    this.#isBulkOwed = !hasDoneBulk && bulk.size > 0;
    this.#isTurnDue = false;
    if (this.size > 0) this.#takeTurnSoon();
  }
}

function taken(queue: FairQueue<() => void>): (() => void) | undefined {
  const next: Queued<() => void> | undefined = queue.next();
  if (next === undefined) return undefined;
  queue.take(next);
  return next.item;
}

/** Resolves once all microtasks are done: what a piece has set off runs before. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}
