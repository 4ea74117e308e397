import pLimit from 'p-limit';
import type { TierLookup } from '../../access/tier-lookup.ts';
import type { Clock, Timer } from '../../clock.ts';
import { STREAM_TIER } from '../../contract/routes/stream.ts';
import { type Tier, tierAllows } from '../../contract/tiers.ts';
import { OddsgraphError } from '../../errors.ts';
import { RefusedError } from '../../upstream/failure.ts';
import type { LiveAccount } from './live-account.ts';

export interface EntitlementMonitorOptions {
  readonly accounts: ReadonlyMap<string, LiveAccount>;
  readonly tiers: Pick<TierLookup, 'tierOf'>;
  readonly clock: Clock;
  /** Returns a number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** How often accounts with streams are checked. */
const INTERVAL_MS = 60_000;

/**
 * The probability, in each round, that an incomplete board gets a new snapshot: not all get one at
 * once.
 */
const RENEWAL_PROBABILITY = 0.2;

/** How many accounts are checked at a time. */
const CONCURRENCY = 20;

/**
 * Checks accounts with streams once a minute. If an account's tier has become too low, its streams
 * end; if it has changed, they are reopened, and so are streams whose boards lack prices.
 * Boards are compared with upstream's lists, too.
 */
export class EntitlementMonitor {
  readonly #options: EntitlementMonitorOptions;
  readonly #rounds: Timer;
  readonly #accountChecks = pLimit(CONCURRENCY);
  readonly #boardChecks = pLimit(CONCURRENCY);

  constructor(options: EntitlementMonitorOptions) {
    this.#options = options;
    this.#rounds = options.clock.every(INTERVAL_MS, () => this.#startRound());
  }

  /** Checks an account now: its key may have been revoked. */
  async check(account: LiveAccount): Promise<void> {
    try {
      const tier = await this.#options.tiers.tierOf(account.credential);
      if (!tierAllows(tier, STREAM_TIER)) throw tooLow(tier);
      if (account.tier !== null && account.tier !== tier) account.reconnect();
      account.tier = tier;
      this.#renewIncompleteBoard(account);
    } catch (error) {
      // Upstream may have other problems. Only an error about the account itself ends its streams.
      if (isAboutAccount(error)) account.end(error);
    }
  }

  stop(): void {
    this.#rounds.cancel();
    this.#accountChecks.clearQueue();
    this.#boardChecks.clearQueue();
  }

  #startRound(): void {
    if (this.#accountChecks.activeCount > 0) return; // The last round is still in progress.
    for (const account of this.#options.accounts.values()) {
      void this.#accountChecks(() => this.check(account));
      void this.#boardChecks(() => account.checkBoard());
    }
  }

  /** Reconnects for a new snapshot: changes of unknown prices are dropped until there is one. */
  #renewIncompleteBoard({ odds, hasGaps }: LiveAccount): void {
    const { random = Math.random } = this.#options;
    if (hasGaps && random() < RENEWAL_PROBABILITY) odds?.reconnect();
  }
}

function isAboutAccount(error: unknown): error is OddsgraphError {
  if (!(error instanceof OddsgraphError)) return false;
  if (error instanceof RefusedError && !error.isContractError) return false;
  return error.code === 'UNAUTHENTICATED' || error.code === 'TIER_RESTRICTED';
}

function tooLow(tier: Tier): OddsgraphError {
  return new OddsgraphError('TIER_RESTRICTED', `This requires the ${STREAM_TIER} tier or above.`, {
    requiredTier: STREAM_TIER.toUpperCase(),
    currentTier: tier.toUpperCase(),
  });
}
