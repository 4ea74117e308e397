import { getHeapStatistics } from 'node:v8';
import type { Clock } from '../../clock.ts';
import { type BudgetLimits, ExecutionBudget, type Release } from './execution-budget.ts';

/** The largest estimate of an operation that never waits for a large one. */
const SMALL_VALUES = 20_000;

/**
 * What an estimated value may hold while it is executed and encoded. Live objects are some 50 bytes
 * (`test/bench/overload/value-bytes.ts`); the rest is for garbage, and boards larger than estimated.
 */
const VALUE_BYTES = 200;

/** The share of the heap that operations under execution may fill, and small ones beside them. */
const HEAP_SHARE = 0.2;
const SMALL_SHARE = 0.02;

/** However small the heap: one large operation, and a few small ones. */
const LARGE_VALUES_MIN = 1_000_000;
const SMALL_VALUES_MIN = 4 * SMALL_VALUES;

const WAITING = { waiting: 1_000, accountWaiting: 100, waitMs: 10_000 };

export interface AdmissionLimits {
  readonly large: BudgetLimits;
  readonly small: BudgetLimits;
}

/** One account has half of it at the most, so that another always finds room. */
function limitsOfHeap(heapBytes: number): AdmissionLimits {
  const valuesOf = (share: number, least: number) =>
    Math.max(least, Math.floor((heapBytes * share) / VALUE_BYTES));
  const values = valuesOf(HEAP_SHARE, LARGE_VALUES_MIN);
  const small = valuesOf(SMALL_SHARE, SMALL_VALUES_MIN);
  return {
    large: { ...WAITING, values, accountValues: Math.floor(values / 2) },
    small: { ...WAITING, values: small, accountValues: Math.floor(small / 2) },
  };
}

/**
 * Decides when an operation is executed, by the values that its answer may hold. Small operations
 * have a budget of their own, so that they pass by large ones.
 */
export class AdmissionControl {
  readonly #large: ExecutionBudget;
  readonly #small: ExecutionBudget;

  constructor(clock: Pick<Clock, 'after'>, limits: Partial<AdmissionLimits> = {}) {
    const { large, small } = { ...limitsOfHeap(getHeapStatistics().heap_size_limit), ...limits };
    this.#large = new ExecutionBudget(large, clock);
    this.#small = new ExecutionBudget(small, clock);
  }

  /** Whether an operation of so many estimated values is small. */
  isSmall(values: number): boolean {
    return values <= SMALL_VALUES;
  }

  /** As `ExecutionBudget.admit`. */
  admit(account: string, values: number, signal: AbortSignal | null): Release | Promise<Release> {
    const budget = this.isSmall(values) ? this.#small : this.#large;
    return budget.admit(account, values, signal);
  }

  /** Estimated values of all operations under execution. */
  get values(): number {
    return this.#large.values + this.#small.values;
  }

  /** Operations that wait to be executed. */
  get waiting(): number {
    return this.#large.waiting + this.#small.waiting;
  }
}
