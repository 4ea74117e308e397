import { getHeapStatistics } from 'node:v8';

/** The most that this process keeps open or in memory at a time. */
export interface LiveLimits {
  /** Accounts with streams. */
  readonly accounts: number;
  /**
   * Subscriptions of one account. Doesn't apply to the server's own accounts, which serve users with a
   * token (viewers).
   */
  readonly subscribers: number;
  /** Subscriptions of all accounts. */
  readonly allSubscribers: number;
  /**
   * Different filters and options among the subscriptions on one stream: equal subscriptions share a topic.
   */
  readonly topics: number;
  /** Prices and opportunities on all boards. */
  readonly prices: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;

/** The memory that a price on a board takes, as measured by `test/bench/board.ts`. */
const PRICE_BYTES = 640;

/** The share of the heap that boards may fill. */
const BOARDS_SHARE = 0.4;

/** The memory that a subscription takes, as measured by `npm run bench:live`. */
const SUBSCRIBER_BYTES = 40_000;

/** The share of the heap that subscriptions may fill. */
const SUBSCRIBERS_SHARE = 0.25;

export const LIVE_LIMITS: LiveLimits = {
  accounts: 1_000,
  subscribers: 10_000,
  allSubscribers: Math.floor((HEAP_BYTES * SUBSCRIBERS_SHARE) / SUBSCRIBER_BYTES),
  topics: 2_000,
  prices: Math.floor((HEAP_BYTES * BOARDS_SHARE) / PRICE_BYTES),
};
