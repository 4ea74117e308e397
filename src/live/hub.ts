import type { Clock, Timer } from '../clock.ts';
import type { Odds } from '../contract/odds.ts';
import type { StreamChannel } from '../contract/stream.ts';
import { type Tier, tierAllows } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors.ts';
import { type FeedListener, type FeedOptions, UpstreamFeed } from '../upstream/feed.ts';
import type { TierLookup } from '../upstream/tier-lookup.ts';
import type { Credential } from '../viewer.ts';
import type { LiveReader } from './live-reader.ts';
import { type LaneWish, LiveSession } from './live-session.ts';
import { OddsBoard } from './odds-board.ts';
import { filterableOdds, type OddsPayload } from './odds-lane.ts';
import { OpportunityBoard } from './opportunity-board.ts';
import type { OpportunitiesPayload } from './opportunity-lane.ts';
import { filterableOpportunity, type WireOpportunity } from './wire-opportunity.ts';

type OddsSession = LiveSession<Odds, OddsPayload>;
type OpportunitySession = LiveSession<WireOpportunity, OpportunitiesPayload>;

interface Account {
  readonly credential: Credential;
  odds: OddsSession | null;
  opportunities: OpportunitySession | null;
  tier: Tier | null;
}

/** The lowest tier that may stream. */
const STREAM_TIER = 'hobby';

/** Accounts with streams at a time, and subscriptions of one account. */
const ACCOUNTS_MAX = 1_000;
const READERS_MAX = 10_000;

/** How often it is asked whether the accounts with streams still have their rights. */
const RIGHTS_MS = 60_000;

/**
 * One upstream stream for each credential and channel, however many subscribe: opened by the first,
 * closed a while after the last has left.
 */
export class LiveHub {
  readonly #feed: FeedOptions;
  readonly #tiers: TierLookup;
  readonly #clock: Clock;
  readonly #accounts = new Map<string, Account>();
  readonly #rights: Timer;

  constructor(feed: FeedOptions, tiers: TierLookup) {
    this.#feed = feed;
    this.#tiers = tiers;
    this.#clock = feed.clock;
    this.#rights = feed.clock.every(RIGHTS_MS, () => void this.#checkRights());
  }

  /** Subscribes to prices. Throws what upstream refuses the stream with. */
  odds(
    credential: Credential,
    wish: LaneWish<Odds, OddsPayload>,
  ): Promise<LiveReader<Odds, OddsPayload>> {
    const account = this.#account(credential);
    account.odds ??= new LiveSession({
      clock: this.#clock,
      board: (onChange) => new OddsBoard(onChange),
      filterable: filterableOdds,
      openFeed: this.#opener(credential, 'odds'),
      onOver: () => this.#forget(account, 'odds'),
    });
    return openReader(account.odds, wish);
  }

  /** Subscribes to opportunities. Throws what upstream refuses the stream with. */
  opportunities(
    credential: Credential,
    wish: LaneWish<WireOpportunity, OpportunitiesPayload>,
  ): Promise<LiveReader<WireOpportunity, OpportunitiesPayload>> {
    const account = this.#account(credential);
    account.opportunities ??= new LiveSession({
      clock: this.#clock,
      board: (onChange) => new OpportunityBoard(onChange),
      filterable: filterableOpportunity,
      openFeed: this.#opener(credential, 'opportunities'),
      onOver: () => this.#forget(account, 'opportunities'),
    });
    return openReader(account.opportunities, wish);
  }

  /** Asks at once whether an account still has its rights: its key may have been revoked. */
  async recheck(hash: string): Promise<void> {
    const account = this.#accounts.get(hash);
    if (account !== undefined) await this.#checkRightsOf(account);
  }

  /** Ends every stream. */
  close(): void {
    this.#rights.cancel();
    const over = new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The server is stopping.');
    for (const account of [...this.#accounts.values()]) this.#end(account, over);
  }

  #account(credential: Credential): Account {
    let account = this.#accounts.get(credential.hash);
    if (account === undefined) {
      if (this.#accounts.size >= ACCOUNTS_MAX) {
        throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', 'Too many accounts have streams open.');
      }
      account = this.#newAccount(credential);
      this.#accounts.set(credential.hash, account);
    }
    const readers = (account.odds?.readers ?? 0) + (account.opportunities?.readers ?? 0);
    if (readers >= READERS_MAX) {
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${READERS_MAX} subscriptions open: no more are taken.`,
      );
    }
    return account;
  }

  #newAccount(credential: Credential): Account {
    const account: Account = { credential, odds: null, opportunities: null, tier: null };
    this.#tiers.tierOf(credential).then(
      (tier) => {
        account.tier ??= tier;
      },
      () => {}, // Asked again soon.
    );
    return account;
  }

  #opener(credential: Credential, channel: StreamChannel) {
    return (listener: FeedListener) => new UpstreamFeed(credential, channel, this.#feed, listener);
  }

  #forget(account: Account, channel: 'odds' | 'opportunities'): void {
    account[channel] = null;
    if (account.odds === null && account.opportunities === null) {
      this.#accounts.delete(account.credential.hash);
    }
  }

  /** A tier that falls too low ends the streams; one that changes has them opened anew. */
  async #checkRights(): Promise<void> {
    for (const account of [...this.#accounts.values()]) await this.#checkRightsOf(account);
  }

  async #checkRightsOf(account: Account): Promise<void> {
    try {
      const tier = await this.#tiers.tierOf(account.credential);
      if (!tierAllows(tier, STREAM_TIER)) throw tooLow(tier);
      if (account.tier !== null && account.tier !== tier) {
        account.odds?.reconnect();
        account.opportunities?.reconnect();
      }
      account.tier = tier;
    } catch (error) {
      // Upstream may be in trouble: only what it says of the account itself ends a stream.
      if (!(error instanceof OddsgraphError)) throw error;
      if (error.code === 'UNAUTHENTICATED' || error.code === 'TIER_RESTRICTED') {
        this.#end(account, error);
      }
    }
  }

  #end(account: Account, error: OddsgraphError): void {
    account.odds?.end(error);
    account.opportunities?.end(error);
  }
}

function tooLow(tier: Tier): OddsgraphError {
  return new OddsgraphError('TIER_RESTRICTED', `This needs the tier ${STREAM_TIER} or above.`, {
    requiredTier: STREAM_TIER.toUpperCase(),
    currentTier: tier.toUpperCase(),
  });
}

async function openReader<Value, Payload>(
  session: LiveSession<Value, Payload>,
  wish: LaneWish<Value, Payload>,
): Promise<LiveReader<Value, Payload>> {
  const reader = session.read(wish);
  try {
    await session.opened;
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
}
