import pLimit from 'p-limit';
import type { TierLookup } from '../../access/tier-lookup.ts';
import type { Clock, Timer } from '../../clock.ts';
import { STREAM_TIER } from '../../contract/stream.ts';
import { type Tier, tierAllows } from '../../contract/tiers.ts';
import { OddsgraphError } from '../../errors.ts';
import { RefusedError } from '../../upstream/failure.ts';
import type { LiveAccount } from './live-account.ts';

export interface EntitlementMonitorOptions {
  readonly accounts: ReadonlyMap<string, LiveAccount>;
  readonly tiers: Pick<TierLookup, 'tierOf'>;
  readonly clock: Clock;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** How often it is asked whether the accounts with streams still have their rights. */
const ROUND_MS = 60_000;

/** The share of boards that miss prices which are renewed in each round: not all of them at once. */
const RENEWED_SHARE = 0.2;

/** Accounts that are asked about side by side. */
const AT_A_TIME = 20;

/**
 * Looks after the accounts with streams: a tier that falls too low ends the streams, one that changes
 * has them opened anew, and so does a board that misses prices. Boards are compared with upstream's lists.
 */
export class EntitlementMonitor {
  readonly #options: EntitlementMonitorOptions;
  readonly #rounds: Timer;
  readonly #checking = pLimit(AT_A_TIME);
  readonly #comparing = pLimit(AT_A_TIME);

  constructor(options: EntitlementMonitorOptions) {
    this.#options = options;
    this.#rounds = options.clock.every(ROUND_MS, () => this.#round());
  }

  /** Looks at an account now: its key may have been revoked. */
  async check(account: LiveAccount): Promise<void> {
    try {
      const tier = await this.#options.tiers.tierOf(account.credential);
      if (!tierAllows(tier, STREAM_TIER)) throw tooLow(tier);
      if (account.tier !== null && account.tier !== tier) account.reconnect();
      account.tier = tier;
      this.#renewIncomplete(account);
    } catch (error) {
      // Upstream may be in trouble: only what is said of the account itself ends a stream.
      if (saysNo(error)) account.end(error);
    }
  }

  stop(): void {
    this.#rounds.cancel();
    this.#checking.clearQueue();
    this.#comparing.clearQueue();
  }

  #round(): void {
    if (this.#checking.activeCount > 0) return; // The last round is not over yet.
    for (const account of this.#options.accounts.values()) {
      void this.#checking(() => this.check(account));
      void this.#comparing(() => account.checkBoard());
    }
  }

  /** A delta for an unknown price is dropped until the next snapshot: here it is asked for. */
  #renewIncomplete({ odds, missesPrices }: LiveAccount): void {
    const { random = Math.random } = this.#options;
    if (missesPrices && random() < RENEWED_SHARE) odds?.reconnect();
  }
}

function saysNo(error: unknown): error is OddsgraphError {
  if (!(error instanceof OddsgraphError)) return false;
  if (error instanceof RefusedError && !error.isOfContract) return false;
  return error.code === 'UNAUTHENTICATED' || error.code === 'TIER_RESTRICTED';
}

function tooLow(tier: Tier): OddsgraphError {
  return new OddsgraphError('TIER_RESTRICTED', `This needs the tier ${STREAM_TIER} or above.`, {
    requiredTier: STREAM_TIER.toUpperCase(),
    currentTier: tier.toUpperCase(),
  });
}
