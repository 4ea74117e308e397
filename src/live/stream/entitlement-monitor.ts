import pLimit from 'p-limit';
import type { TierLookup } from '../../access/tier-lookup.ts';
import { STREAM_TIER } from '../../contract/routes/stream.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { refuseBelow } from '../../upstream/accounts/tier-refusal.ts';
import type { LiveAccount } from './live-account.ts';

interface EntitlementMonitorOptions {
  /** The accounts with streams, by the hash of their API keys. */
  readonly accounts: ReadonlyMap<string, LiveAccount>;
  readonly tiers: Pick<TierLookup, 'tierOf'>;
  readonly clock: Clock;
  /** Returns a number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** How often accounts with streams are checked. */
const INTERVAL_MS = 60_000;

/**
 * The probability that an incomplete board gets a new snapshot in a round of checks. It spreads the snapshots
 * of many boards over several minutes.
 */
const RESYNC_PROBABILITY = 0.2;

/** How many accounts are checked at a time. */
const CONCURRENCY = 20;

/**
 * Checks accounts with streams once a minute. If an account's tier (plan) has become too low, its streams
 * end. If the tier has changed otherwise, they are reopened, because another tier sees other sportsbooks. A
 * stream is also reopened if its board lacks prices that upstream has. Boards that are not known to lack
 * prices are compared with upstream's price list.
 */
export class EntitlementMonitor {
  readonly #options: EntitlementMonitorOptions;
  readonly #roundTimer: Timer;
  readonly #accountChecks = pLimit(CONCURRENCY);
  readonly #boardChecks = pLimit(CONCURRENCY);

  constructor(options: EntitlementMonitorOptions) {
    this.#options = options;
    this.#roundTimer = options.clock.every(INTERVAL_MS, () => this.#startRound());
  }

  /** Checks an account's tier now, for instance because its key may have been revoked. */
  async check(account: LiveAccount): Promise<void> {
    try {
      const tier = await this.#options.tiers.tierOf(account.credential);
      refuseBelow(STREAM_TIER, tier);
      if (account.tier !== null && account.tier !== tier) account.reconnect();
      account.tier = tier;
      this.#resyncIncompleteBoard(account);
    } catch (error) {
      // Only an error about the account itself ends its streams, not an outage of upstream.
      if (isAboutAccount(error)) account.endWithError(error);
    }
  }

  stop(): void {
    this.#roundTimer.cancel();
    this.#accountChecks.clearQueue();
    this.#boardChecks.clearQueue();
  }

  #startRound(): void {
    if (this.#accountChecks.activeCount > 0) return; // The previous round is still in progress.
    const checksBoards = this.#boardChecks.pendingCount === 0; // Upstream may be slower than the rounds.
    for (const account of this.#options.accounts.values()) {
      void this.#accountChecks(() => this.check(account));
      if (checksBoards) void this.#boardChecks(() => account.checkBoard());
    }
  }

  /** Reopens the stream for a new snapshot: until then, updates of prices that the board lacks are lost. */
  #resyncIncompleteBoard({ odds, hasGaps }: LiveAccount): void {
    const { random = Math.random } = this.#options;
    if (hasGaps && random() < RESYNC_PROBABILITY) odds?.reconnect();
  }
}

/** Whether an error means that the account may not stream. */
function isAboutAccount(error: unknown): error is OddsgraphError {
  if (!(error instanceof OddsgraphError)) return false;
  return error.code === 'UNAUTHENTICATED' || error.code === 'TIER_RESTRICTED';
}
