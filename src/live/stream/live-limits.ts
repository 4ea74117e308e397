import { getHeapStatistics } from 'node:v8';

/** How much may be open at a time. */
export interface LiveLimits {
  /** Accounts with streams. */
  readonly accounts: number;
  /** Subscriptions of one account. */
  readonly subscribers: number;
  /** Different subscriptions on one stream. */
  readonly topics: number;
  /** Prices on all boards. */
  readonly prices: number;
}

/** The memory that a price on a board takes, as measured by `test/bench/board.ts`. */
const PRICE_BYTES = 640;

/** The share of the heap that boards may fill. */
const BOARDS_SHARE = 0.4;

export const LIVE_LIMITS: LiveLimits = {
  accounts: 1_000,
  subscribers: 10_000,
  topics: 2_000,
  prices: Math.floor((getHeapStatistics().heap_size_limit * BOARDS_SHARE) / PRICE_BYTES),
};
