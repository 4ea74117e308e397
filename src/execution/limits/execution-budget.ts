import { OddsgraphError } from '../../errors/errors.ts';
import { countRefusal, operationsWaited } from '../../observability/metrics.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { FairQueue, type Queued } from '../../scheduling/fair-queue.ts';

export interface BudgetLimits {
  /** Estimated values in the responses of all operations that are executed at the same time. */
  readonly values: number;
  /** The same for one account. */
  readonly accountValues: number;
  /** Waiting operations, of all accounts and of one. */
  readonly waiting: number;
  readonly accountWaiting: number;
  /** How long an operation may wait. */
  readonly waitMs: number;
}

/** Returns an operation's values to the budget. Must be called once. */
export type Release = () => void;

interface Waiting {
  readonly values: number;
  /** Ends the wait. */
  readonly admit: () => void;
}

/**
 * Bounds the estimated values of operations that are executed at the same time. Operations beyond the bound
 * wait. Within an account they are served in order, accounts are served round-robin, and an account that
 * has used up its own share is skipped. If the common budget is too full for the next operation, no other
 * overtakes it, so that heavy operations are served as well.
 */
export class ExecutionBudget {
  readonly #limits: BudgetLimits;
  readonly #clock: Pick<Clock, 'after'>;
  /** The estimated values that are being executed, by account. */
  readonly #executing = new Map<string, number>();
  /** Each operation is an owner of its own, so `ownersOf` counts those of an account that wait. */
  readonly #queue = new FairQueue<Waiting>();
  #values = 0;

  constructor(limits: BudgetLimits, clock: Pick<Clock, 'after'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The estimated values of the operations that are being executed. */
  get values(): number {
    return this.#values;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Admits an operation, now or when there is room. Throws `RATE_LIMITED` if the queue is full or `signal` has
   * aborted, and rejects with the same error if the operation waits for too long or `signal` aborts.
   */
  admit(account: string, asked: number, signal: AbortSignal | null): Release | Promise<Release> {
    if (signal?.aborted) throw overloaded(this.#limits.waitMs); // Nobody reads the response any more.
    // An operation larger than an account's share takes the whole share.
    const values = Math.min(asked, this.#limits.accountValues);
    if (this.#canStart(account, values)) return this.#start(account, values);
    const { waiting, accountWaiting } = this.#limits;
    if (this.#queue.size >= waiting || this.#queue.ownersOf(account) >= accountWaiting) {
      throw this.#refusal();
    }
    return this.#wait(account, values, signal);
  }

  /** Whether there is room that no queued operation needs. */
  #canStart(account: string, values: number): boolean {
    return (
      this.#hasRoom(account, values) &&
      this.#values + values <= this.#limits.values &&
      this.#queue.ownersOf(account) === 0 &&
      this.#next() === undefined
    );
  }

  /** The next operation to start when the common budget has room. */
  #next(): Queued<Waiting> | undefined {
    return this.#queue.next((account, { values }) => this.#hasRoom(account, values));
  }

  async #wait(account: string, values: number, signal: AbortSignal | null): Promise<Release> {
    operationsWaited.inc();
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const waiting: Waiting = { values, admit: () => resolve(this.#start(account, values)) };
    const fail = (error: Error) => {
      this.#queue.remove(account, waiting);
      reject(error);
      this.#admitNext(); // The operations behind it may be small enough.
    };
    const onAbort = () => fail(overloaded(this.#limits.waitMs));
    this.#queue.push(account, waiting, waiting);
    const timer = this.#clock.after(this.#limits.waitMs, () => fail(this.#refusal()));
    signal?.addEventListener('abort', onAbort);
    return promise.finally(() => {
      timer.cancel();
      signal?.removeEventListener('abort', onAbort);
    });
  }

  #start(account: string, values: number): Release {
    this.#add(account, values);
    return () => {
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

  /** Whether an account's own share has room for these values. */
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
    return overloaded(this.#limits.waitMs);
  }
}

function overloaded(waitMs: number): OddsgraphError {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  const message = `Too many large operations are being executed: request less data, or retry in ${retryAfterSeconds} seconds.`;
  return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds });
}
