import { getHeapStatistics } from 'node:v8';
import type { Clock } from '../../scheduling/clock.ts';
import type { Release } from '../../scheduling/fair-gate.ts';
import { type BudgetLimits, ExecutionBudget } from './execution-budget.ts';

/** With at most this many estimated values in its response, an operation is small, and never waits for large ones. */
const SMALL_OPERATION_VALUES = 20_000;

/**
 * Bytes of memory for each estimated value while it is executed and encoded. Live objects take about 50
 * (`test/bench/value-bytes.ts`). The rest is for garbage and for responses larger than estimated.
 */
const VALUE_BYTES = 200;

/** The share of the heap for large operations that are being executed, and the share for small ones. */
const LARGE_SHARE = 0.2;
const SMALL_SHARE = 0.02;

/** Even a small heap has room for one large operation and a few small ones. */
const LARGE_VALUES_MIN = 1_000_000;
const SMALL_VALUES_MIN = 4 * SMALL_OPERATION_VALUES;

/** How many operations may wait, of all accounts and of one, and for how long. */
const WAITING = { waiting: 1_000, accountWaiting: 100, waitMs: 10_000 };

export interface AdmissionLimits {
  readonly large: BudgetLimits;
  readonly small: BudgetLimits;
}

function limitsOfHeap(heapBytes: number): AdmissionLimits {
  const limitsOf = (share: number, valuesMin: number): BudgetLimits => {
    const values = Math.max(valuesMin, Math.floor((heapBytes * share) / VALUE_BYTES));
    return { ...WAITING, values, accountValues: Math.floor(values / 2) }; // The other half is for other accounts.
  };
  return {
    large: limitsOf(LARGE_SHARE, LARGE_VALUES_MIN),
    small: limitsOf(SMALL_SHARE, SMALL_VALUES_MIN),
  };
}

/**
 * Decides when an operation is executed, by the estimated values in its response. Small operations have
 * a budget of their own, so that they overtake large ones.
 */
export class AdmissionControl {
  readonly #large: ExecutionBudget;
  readonly #small: ExecutionBudget;

  constructor(clock: Pick<Clock, 'after'>, limits: Partial<AdmissionLimits> = {}) {
    const { large, small } = { ...limitsOfHeap(getHeapStatistics().heap_size_limit), ...limits };
    this.#large = new ExecutionBudget(large, clock);
    this.#small = new ExecutionBudget(small, clock);
  }

  /** Whether an operation with this estimate is small. */
  isSmall(values: number): boolean {
    return values <= SMALL_OPERATION_VALUES;
  }

  /** See `ExecutionBudget.admit`. */
  admit(account: string, values: number, signal: AbortSignal | null): Release | Promise<Release> {
    const budget = this.isSmall(values) ? this.#small : this.#large;
    return budget.admit(account, values, signal);
  }

  /** The estimated values of all operations that are being executed. */
  get values(): number {
    return this.#large.values + this.#small.values;
  }

  /** The number of operations that wait to be executed. */
  get waiting(): number {
    return this.#large.waiting + this.#small.waiting;
  }
}
