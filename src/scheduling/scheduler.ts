import type { Clock } from './clock.ts';
import { FairQueue } from './fair-queue.ts';

/** How long scheduled tasks may run in one turn of the event loop. */
const TIME_SLICE_MS = 5;

/**
 * Updates (new prices for subscribers) are small and go first. Bulk work, such as snapshots and large
 * answers, gets the rest, and one task in every second slice at least.
 */
type Priority = 'update' | 'bulk';

/**
 * Shares the event loop fairly among pieces of CPU-heavy work. Work is split into small tasks, which run for a
 * few milliseconds in each turn of the event loop: accounts round-robin, and within an account its
 * owners (whatever a task belongs to, such as a subscription) round-robin. A task is not interrupted, so
 * the last one may exceed the time slice. Continuations of promises that a task settles count as part of
 * it.
 */
export class Scheduler {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #queues: Readonly<Record<Priority, FairQueue<() => void>>> = {
    update: new FairQueue(),
    bulk: new FairQueue(),
  };
  #isRunDue = false;
  /** Set when updates used a whole slice while bulk work waited: the next slice begins with one bulk task. */
  #isBulkOwed = false;
  /** The owner that the current task has woken, and that may take its turn now. */
  #woken: object | null = null;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Waiting tasks. */
  get size(): number {
    return this.#queues.update.size + this.#queues.bulk.size;
  }

  /** Runs a task in one of the next turns of the event loop. It must not throw: that would end the process. */
  add(account: string, owner: object, task: () => void, priority: Priority = 'bulk'): void {
    this.#queues[priority].push(account, owner, task);
    this.#runSoon();
  }

  /**
   * Resolves when it is the owner's turn. What runs then, including `await`s that need no I/O, timer or further turn,
   * is one task.
   */
  turn(account: string, owner: object): Promise<void> {
    return new Promise((resolve) => this.add(account, owner, resolve));
  }

  /**
   * Returns true if it is the owner's turn: the owner may then do the work of one task. Otherwise `wake` is
   * called when its turn comes, and the owner has to call this method again at once, or it loses the turn.
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

  /** Removes all waiting tasks of an owner. */
  cancelTasks(account: string, owner: object): void {
    for (const queue of Object.values(this.#queues)) queue.remove(account, owner);
  }

  #runSoon(): void {
    if (this.#isRunDue) return;
    this.#isRunDue = true;
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    const startedAt = this.#clock.monotonic();
    const { update, bulk } = this.#queues;
    let hasRunBulk = false;
    do {
      const isBulk = bulk.size > 0 && (this.#isBulkOwed || update.size === 0);
      const task = (isBulk ? bulk : update).takeNext();
      if (task === undefined) break;
      hasRunBulk ||= isBulk;
      this.#isBulkOwed = false;
      task();
      await microtasks();
      this.#woken = null;
    } while (this.#clock.monotonic() - startedAt < TIME_SLICE_MS);
    this.#isBulkOwed = !hasRunBulk && bulk.size > 0;
    this.#isRunDue = false;
    if (this.size > 0) this.#runSoon();
  }
}

/**
 * Resolves once all microtasks have run, including those that a task has queued. `nextTick` waits for microtasks only
 * if it is called in one.
 */
function microtasks(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}
