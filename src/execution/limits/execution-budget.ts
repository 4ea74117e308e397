import { OddsgraphError } from '../../errors/errors.ts';
import { countRefusal, metrics } from '../../observability/metrics.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { FairGate, type Release } from '../../scheduling/fair-gate.ts';

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

/**
 * Bounds the estimated values of operations that are executed at the same time. Operations beyond the bound
 * wait, those of an account in order.
 */
export class ExecutionBudget {
  readonly #limits: BudgetLimits;
  readonly #clock: Pick<Clock, 'after'>;
  /** Each operation is an owner of its own, so `waitingOf` counts those of an account. */
  readonly #gate: FairGate;

  constructor(limits: BudgetLimits, clock: Pick<Clock, 'after'>) {
    this.#limits = limits;
    this.#clock = clock;
    this.#gate = new FairGate(
      limits.values,
      (held, values) => held + values <= limits.accountValues,
    );
  }

  /** The estimated values of the operations that are being executed. */
  get values(): number {
    return this.#gate.held;
  }

  get waiting(): number {
    return this.#gate.waiting;
  }

  /**
   * Admits an operation, now or when there is room. Throws `RATE_LIMITED` if the queue is full or the operation waits
   * for too long, and the signal's reason if `signal` has aborted or aborts in the meantime.
   */
  admit(account: string, asked: number, signal: AbortSignal | null): Release | Promise<Release> {
    signal?.throwIfAborted(); // Nobody reads the response any more.
    const { waiting, accountWaiting, accountValues } = this.#limits;
    // An operation larger than an account's share takes the whole share.
    const values = Math.min(asked, accountValues);
    const release = this.#gate.take(account, values);
    if (release !== null) return release;
    if (this.#gate.waiting >= waiting || this.#gate.waitingOf(account) >= accountWaiting) {
      throw this.#refusal();
    }
    return this.#wait(account, values, signal);
  }

  async #wait(account: string, values: number, signal: AbortSignal | null): Promise<Release> {
    metrics.operations_waited_total.inc();
    const late = new AbortController();
    const timer = this.#clock.after(this.#limits.waitMs, () => late.abort(this.#refusal()));
    const either = signal === null ? late.signal : AbortSignal.any([signal, late.signal]);
    return this.#gate
      .wait({ account, owner: {}, weight: values }, either)
      .finally(() => timer.cancel());
  }

  #refusal(): OddsgraphError {
    countRefusal('executing_values');
    const retryAfterSeconds = Math.ceil(this.#limits.waitMs / 1_000);
    const message = `Too many large operations are being executed: request less data, or retry in ${retryAfterSeconds} seconds.`;
    return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds });
  }
}
