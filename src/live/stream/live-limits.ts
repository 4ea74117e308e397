import { getHeapStatistics } from 'node:v8';
import { OddsgraphError } from '../../errors/errors.ts';
import { type Bound, countRefusal } from '../../observability/metrics.ts';

/** The most that this process keeps open or in memory at a time. */
export interface LiveLimits {
  /** Accounts with open upstream streams. */
  readonly accounts: number;
  /**
   * Subscriptions of one account. An account may also have at most half of `allSubscribers`. The server's own
   * API keys, with which it serves users who have a token (viewers), are exempt from both.
   */
  readonly subscribers: number;
  /** Subscriptions of all accounts. */
  readonly allSubscribers: number;
  /** Estimated bytes of the documents of all subscriptions, equal ones once. A single account may have a fifth. */
  readonly documentBytes: number;
  /** Subscriptions of federation routers over the HTTP callback protocol. One account may have half. */
  readonly callbacks: number;
  /** Topics of one stream. */
  readonly topics: number;
  /**
   * Prices on all boards, including removed ones, which a board remembers for subscribers that have not
   * received the removal. A betting opportunity, such as an arbitrage, counts as several prices.
   */
  readonly prices: number;
  /** Bytes kept in memory for SSE clients that do not read them. Writes of up to 64 KiB are not counted. */
  readonly unreadBytes: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;

/** The memory that a price on a board takes, as measured by `test/bench/board.ts`. */
const PRICE_BYTES = 640;

/** The fraction of the heap that boards may fill. */
const BOARDS_SHARE = 0.4;

/** The memory that a subscription takes, as measured by `npm run bench:live`. */
const SUBSCRIBER_BYTES = 40_000;

/** The fraction of the heap that subscriptions may fill. */
const SUBSCRIBERS_SHARE = 0.25;

/** The default limits. */
export const LIVE_LIMITS: LiveLimits = {
  accounts: 1_000,
  subscribers: 10_000,
  allSubscribers: Math.floor((HEAP_BYTES * SUBSCRIBERS_SHARE) / SUBSCRIBER_BYTES),
  documentBytes: HEAP_BYTES / 16,
  callbacks: 10_000,
  topics: 2_000,
  prices: Math.floor((HEAP_BYTES * BOARDS_SHARE) / PRICE_BYTES),
  unreadBytes: HEAP_BYTES / 8,
};

/** The error of a limit, which is counted as refused. */
export function overLimit(bound: Bound, message: string): OddsgraphError {
  countRefusal(bound);
  return new OddsgraphError('STREAM_LIMIT_EXCEEDED', message);
}

export function tooManySubscriptions(problem: string): OddsgraphError {
  return overLimit('subscriptions', `${problem}, which is the maximum.`);
}
