import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Clock, Timer } from '../clock.ts';
import type { Odds } from '../contract/odds.ts';
import { STREAM_TIER, type StreamChannel } from '../contract/stream.ts';
import { type Tier, tierAllows } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors.ts';
import { countRefusal, liveAccounts } from '../metrics.ts';
import { type FeedListener, type FeedOptions, UpstreamFeed } from '../upstream/feed.ts';
import type { TierLookup } from '../upstream/tier-lookup.ts';
import type { Credential } from '../viewer.ts';
import { KeptFrames } from './kept-frames.ts';
import type { LiveReader } from './live-reader.ts';
import { type LaneWish, LiveSession } from './live-session.ts';
import { OddsBoard } from './odds-board.ts';
import { filterableOdds, type OddsPayload } from './odds-lane.ts';
import { OpportunityBoard } from './opportunity-board.ts';
import type { OpportunitiesPayload } from './opportunity-lane.ts';
import { WarmOdds } from './warm-odds.ts';
import { filterableOpportunity, type WireOpportunity } from './wire-opportunity.ts';

type OddsSession = LiveSession<Odds, OddsPayload, OddsBoard>;
type OpportunitySession = LiveSession<WireOpportunity, OpportunitiesPayload>;

interface Account {
  readonly credential: Credential;
  odds: OddsSession | null;
  opportunities: OpportunitySession | null;
  tier: Tier | null;
}

/** How much may be open at a time. */
export interface LiveLimits {
  /** Accounts with streams. */
  readonly accounts: number;
  /** Subscriptions of one account. */
  readonly readers: number;
  /** Different subscriptions on one stream. */
  readonly lanes: number;
}

const LIMITS: LiveLimits = { accounts: 1_000, readers: 10_000, lanes: 2_000 };

export interface LiveOptions extends FeedOptions {
  readonly liveLimits?: LiveLimits;
}

const ACCOUNTS_SHOWN_MAX = 10_000;

/** How often it is asked whether the accounts with streams still have their rights. */
const RIGHTS_MS = 60_000;

/** Accounts that are asked about side by side. */
const RIGHTS_AT_A_TIME = 20;

/**
 * One upstream stream for each credential and channel, however many subscribe: opened by the first,
 * closed a while after the last has left.
 */
export class LiveHub {
  readonly #feed: FeedOptions;
  readonly #tiers: Pick<TierLookup, 'tierOf'>;
  readonly #clock: Clock;
  readonly #limits: LiveLimits;
  readonly #kept = new KeptFrames();
  readonly #accounts = new Map<string, Account>();
  /** What streams have shown of accounts, by their keys. */
  readonly #shown = new LRUCache<string, boolean>({ max: ACCOUNTS_SHOWN_MAX });
  readonly #rights: Timer;
  readonly #checking = pLimit(RIGHTS_AT_A_TIME);
  #isClosed = false;

  constructor(options: LiveOptions, tiers: Pick<TierLookup, 'tierOf'>) {
    this.#feed = options;
    this.#tiers = tiers;
    this.#clock = options.clock;
    this.#limits = options.liveLimits ?? LIMITS;
    this.#rights = this.#clock.every(RIGHTS_MS, () => this.#checkRights());
  }

  /** Subscribes to prices. Throws what upstream refuses the stream with. */
  odds(
    credential: Credential,
    wish: LaneWish<Odds, OddsPayload>,
  ): Promise<LiveReader<Odds, OddsPayload>> {
    const account = this.#account(credential);
    account.odds ??= new LiveSession({
      ...this.#shared(),
      board: (onChange) => new OddsBoard(onChange),
      filterable: filterableOdds,
      openFeed: this.#opener(credential, 'odds'),
      onOver: () => this.#forget(account, 'odds'),
    });
    return this.#openReader(credential, account.odds, wish);
  }

  /** Subscribes to opportunities. Throws what upstream refuses the stream with. */
  opportunities(
    credential: Credential,
    wish: LaneWish<WireOpportunity, OpportunitiesPayload>,
  ): Promise<LiveReader<WireOpportunity, OpportunitiesPayload>> {
    const account = this.#account(credential);
    account.opportunities ??= new LiveSession({
      ...this.#shared(),
      board: (onChange) => new OpportunityBoard(onChange),
      filterable: filterableOpportunity,
      openFeed: this.#opener(credential, 'opportunities'),
      onOver: () => this.#forget(account, 'opportunities'),
    });
    return this.#openReader(credential, account.opportunities, wish);
  }

  /**
   * An account's prices as its live board holds them; null where it has none that is whole and in
   * order. Whether they may be shown is for the caller to find out.
   */
  warmOdds(credential: Credential): WarmOdds | null {
    const account = this.#accounts.get(credential.hash);
    const board = account?.odds?.warmBoard;
    return !board || board.missesPrices ? null : new WarmOdds(board, account?.tier ?? null);
  }

  /** Whether a stream has shown that an account may have one; null where none has. */
  canStream({ hash }: Credential): boolean | null {
    return this.#shown.get(hash) ?? null;
  }

  /** Rows in the frames that are kept for those who come next. */
  get keptRows(): number {
    return this.#kept.size;
  }

  /** Asks at once whether an account still has its rights: its key may have been revoked. */
  async recheck(hash: string): Promise<void> {
    const account = this.#accounts.get(hash);
    if (account !== undefined) await this.#checkRightsOf(account);
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true;
    this.#rights.cancel();
    this.#checking.clearQueue();
    for (const account of [...this.#accounts.values()]) this.#end(account, stopping());
  }

  async #openReader<Value, Payload>(
    { hash }: Credential,
    session: LiveSession<Value, Payload>,
    wish: LaneWish<Value, Payload>,
  ): Promise<LiveReader<Value, Payload>> {
    const reader = session.read(wish);
    try {
      await session.opened;
      if (session.hasConnected) this.#shown.set(hash, true);
      return reader;
    } catch (error) {
      if (lacksFeature(error)) this.#shown.set(hash, false);
      reader.close();
      throw error;
    }
  }

  #shared() {
    return { clock: this.#clock, kept: this.#kept, lanesMax: this.#limits.lanes };
  }

  #account(credential: Credential): Account {
    if (this.#isClosed) throw stopping();
    let account = this.#accounts.get(credential.hash);
    if (account === undefined) {
      if (this.#accounts.size >= this.#limits.accounts) {
        countRefusal('accounts');
        throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', 'Too many accounts have streams open.');
      }
      account = this.#newAccount(credential);
      this.#accounts.set(credential.hash, account);
      liveAccounts.inc();
    }
    const readers = (account.odds?.readers ?? 0) + (account.opportunities?.readers ?? 0);
    if (readers >= this.#limits.readers) {
      countRefusal('subscriptions');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${readers} subscriptions open: no more are taken.`,
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
      if (this.#accounts.delete(account.credential.hash)) liveAccounts.dec();
    }
  }

  #checkRights(): void {
    if (this.#checking.activeCount > 0) return; // The last round is not over yet.
    for (const account of this.#accounts.values()) {
      void this.#checking(() => this.#checkRightsOf(account));
    }
  }

  /** A tier that falls too low ends the streams; one that changes has them opened anew. */
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
      // Upstream may be in trouble: only what is said of the account itself ends a stream.
      if (saysNo(error)) this.#end(account, error);
    }
  }

  #end(account: Account, error: OddsgraphError): void {
    account.odds?.end(error);
    account.opportunities?.end(error);
  }
}

function saysNo(error: unknown): error is OddsgraphError {
  if (!(error instanceof OddsgraphError)) return false;
  return error.code === 'UNAUTHENTICATED' || error.code === 'TIER_RESTRICTED';
}

function lacksFeature(error: unknown): boolean {
  return error instanceof OddsgraphError && error.code === 'FEATURE_NOT_AVAILABLE';
}

function stopping(): OddsgraphError {
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The server is stopping.');
}

function tooLow(tier: Tier): OddsgraphError {
  return new OddsgraphError('TIER_RESTRICTED', `This needs the tier ${STREAM_TIER} or above.`, {
    requiredTier: STREAM_TIER.toUpperCase(),
    currentTier: tier.toUpperCase(),
  });
}
