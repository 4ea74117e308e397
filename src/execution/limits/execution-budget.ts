import type { Clock } from '../../clock.ts';
import { OddsgraphError } from '../../errors.ts';
import { FairQueue, type Queued } from '../../fair-queue.ts';
import { countRefusal, operationsWaited } from '../../metrics.ts';

export interface BudgetLimits {
  /** Estimated values of all operations that are under execution at a time. */
  readonly values: number;
  /** The same of one account. */
  readonly accountValues: number;
  /** Operations that wait, of all accounts and of one. */
  readonly waiting: number;
  readonly accountWaiting: number;
  readonly waitMs: number;
}

/** Gives back what an operation was admitted with. Safe to call again. */
export type Release = () => void;

interface Waiting {
  readonly values: number;
  /** Ends the wait, one way or the other. */
  readonly admit: () => void;
}

/**
 * Estimated values that may be under execution at a time. What goes beyond them waits: within an
 * account the first come is the first served, accounts take turns, and an account that has no room
 * of its own left is passed over. No one is passed over for want of common room, so that a heavy
 * operation gets its turn too.
 */
export class ExecutionBudget {
  readonly #limits: BudgetLimits;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #executing = new Map<string, number>();
  readonly #queue = new FairQueue<Waiting>();
  #values = 0;

  constructor(limits: BudgetLimits, clock: Pick<Clock, 'after'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Estimated values of the operations under execution. */
  get values(): number {
    return this.#values;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Admits an operation, now or when there is room; throws `RATE_LIMITED` where the queue is full, or
   * rejects with it once the operation has waited for too long, or `signal` says nobody asks any more.
   */
  admit(account: string, asked: number, signal: AbortSignal | null): Release | Promise<Release> {
    // One that is larger than an account's share takes all of it.
    const values = Math.min(asked, this.#limits.accountValues, this.#limits.values);
    if (this.#mayBegin(account, values)) return this.#begin(account, values);
    const { waiting, accountWaiting } = this.#limits;
    if (this.#queue.size >= waiting || this.#queue.ownersOf(account) >= accountWaiting) {
      throw this.#refusal();
    }
    return this.#wait(account, values, signal);
  }

  /** Whether there is room, and nobody waits for it. */
  #mayBegin(account: string, values: number): boolean {
    return (
      this.#hasRoom(account, values) &&
      this.#values + values <= this.#limits.values &&
      this.#queue.ownersOf(account) === 0 &&
      this.#next() === undefined
    );
  }

  /** Who is to begin as soon as there is common room. */
  #next(): Queued<Waiting> | undefined {
    return this.#queue.next((account, { values }) => this.#hasRoom(account, values));
  }

  async #wait(account: string, values: number, signal: AbortSignal | null): Promise<Release> {
    operationsWaited.inc();
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const waiting: Waiting = { values, admit: () => resolve(this.#begin(account, values)) };
    const giveUp = (error: Error) => {
      this.#queue.remove(account, waiting);
      reject(error);
      this.#admitNext(); // Those behind it may fit in where it did not.
    };
    const leave = () => giveUp(tooMuch(this.#limits.waitMs));
    this.#queue.push(account, waiting, waiting);
    const timer = this.#clock.after(this.#limits.waitMs, () => giveUp(this.#refusal()));
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    return promise.finally(() => {
      timer.cancel();
      signal?.removeEventListener('abort', leave);
    });
  }

  #begin(account: string, values: number): Release {
    this.#add(account, values);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#add(account, -values);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined || this.#values + next.item.values > this.#limits.values) return;
      this.#queue.take(next);
      next.item.admit();
    }
  }

  /** Whether an account's own share has room. */
  #hasRoom(account: string, values: number): boolean {
    return (this.#executing.get(account) ?? 0) + values <= this.#limits.accountValues;
  }

  #add(account: string, values: number): void {
    this.#values += values;
    const executing = (this.#executing.get(account) ?? 0) + values;
    if (executing > 0) this.#executing.set(account, executing);
    else this.#executing.delete(account);
  }

  #refusal(): OddsgraphError {
    countRefusal('executing_values');
    return tooMuch(this.#limits.waitMs);
  }
}

function tooMuch(waitMs: number): OddsgraphError {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  const message = `Too many large operations are under way: ask for less, or again in ${retryAfterSeconds} seconds.`;
  return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds });
}
