import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Odds } from '../contract/odds.ts';
import type { StreamChannel } from '../contract/stream.ts';
import { OddsgraphError } from '../errors.ts';
import { countRefusal, liveAccounts } from '../metrics.ts';
import type { Scheduler } from '../scheduler.ts';
import { type FeedListener, type FeedOptions, UpstreamFeed } from '../upstream/feed.ts';
import type { TierLookup } from '../upstream/tier-lookup.ts';
import type { Credential } from '../viewer.ts';
import { AccountWatch } from './account-watch.ts';
import { KeptFrames } from './kept-frames.ts';
import type { LaneWish } from './lane-set.ts';
import { LiveAccount } from './live-account.ts';
import type { LiveReader } from './live-reader.ts';
import { LiveSession } from './live-session.ts';
import { OddsBoard } from './odds-board.ts';
import { filterableOdds, type OddsPayload } from './odds-lane.ts';
import { OpportunityBoard } from './opportunity-board.ts';
import type { OpportunitiesPayload } from './opportunity-lane.ts';
import { WarmOdds } from './warm-odds.ts';
import { filterableOpportunity, type WireOpportunity } from './wire-opportunity.ts';

/** How much may be open at a time. */
export interface LiveLimits {
  /** Accounts with streams. */
  readonly accounts: number;
  /** Subscriptions of one account. */
  readonly readers: number;
  /** Different subscriptions on one stream. */
  readonly lanes: number;
  /** Prices on all boards. */
  readonly prices: number;
}

/** What a price on a board takes: `test/bench/board.ts` measures it. */
const PRICE_BYTES = 640;

/** The share of the heap that boards may fill. */
const BOARDS_SHARE = 0.4;

const LIMITS: LiveLimits = {
  accounts: 1_000,
  readers: 10_000,
  lanes: 2_000,
  prices: Math.floor((getHeapStatistics().heap_size_limit * BOARDS_SHARE) / PRICE_BYTES),
};

export interface LiveOptions extends FeedOptions {
  readonly scheduler: Scheduler;
  readonly liveLimits?: Partial<LiveLimits>;
}

/** Accounts of which it is remembered what a stream has shown. */
const ACCOUNTS_SHOWN_MAX = 10_000;

/**
 * One upstream stream for each credential and channel, however many subscribe: opened by the first,
 * closed a while after the last has left.
 */
export class LiveHub {
  readonly #options: LiveOptions;
  readonly #tiers: Pick<TierLookup, 'tierOf'>;
  readonly #limits: LiveLimits;
  readonly #kept = new KeptFrames();
  readonly #accounts = new Map<string, LiveAccount>();
  /** Whether streams have shown that an account may have one, by its key. */
  readonly #shown = new LRUCache<string, boolean>({ max: ACCOUNTS_SHOWN_MAX });
  readonly #watch: AccountWatch;
  #isClosed = false;

  constructor(options: LiveOptions, tiers: Pick<TierLookup, 'tierOf'>) {
    this.#options = options;
    this.#tiers = tiers;
    this.#limits = { ...LIMITS, ...options.liveLimits };
    this.#watch = new AccountWatch({ ...options, accounts: this.#accounts, tiers });
  }

  /** Subscribes to prices. Throws what upstream refuses the stream with. */
  odds(
    credential: Credential,
    wish: LaneWish<Odds, OddsPayload>,
  ): Promise<LiveReader<Odds, OddsPayload>> {
    const account = this.#account(credential);
    account.odds ??= new LiveSession({
      ...this.#shared(credential),
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
      ...this.#shared(credential),
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
    if (account !== undefined) await this.#watch.check(account);
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true;
    this.#watch.stop();
    for (const account of [...this.#accounts.values()]) account.end(stopping());
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

  #shared({ hash }: Credential) {
    const { clock, scheduler } = this.#options;
    return { clock, scheduler, account: hash, kept: this.#kept, lanesMax: this.#limits.lanes };
  }

  /** The account, if it may have one subscription more. */
  #account(credential: Credential): LiveAccount {
    if (this.#isClosed) throw stopping();
    const account = this.#accounts.get(credential.hash) ?? this.#newAccount(credential);
    const { readers } = account;
    if (readers >= this.#limits.readers) {
      countRefusal('subscriptions');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${readers} subscriptions open: no more are taken.`,
      );
    }
    return account;
  }

  #newAccount(credential: Credential): LiveAccount {
    if (this.#accounts.size >= this.#limits.accounts) {
      countRefusal('accounts');
      throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', 'Too many accounts have streams open.');
    }
    if (this.#heldPrices() >= this.#limits.prices) {
      countRefusal('prices');
      const message = 'The boards of all accounts hold as many prices as they may.';
      throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', message);
    }
    const account = new LiveAccount(credential);
    this.#accounts.set(credential.hash, account);
    liveAccounts.inc();
    this.#tiers.tierOf(credential).then(
      (tier) => {
        account.tier ??= tier;
      },
      () => {}, // Asked again soon.
    );
    return account;
  }

  /** Prices on all boards; one that is not whole yet counts as the largest. */
  #heldPrices(): number {
    let [held, largest, coming] = [0, 0, 0];
    for (const { odds } of this.#accounts.values()) {
      if (odds === null) continue;
      const { size } = odds;
      if (!odds.isReady) coming += 1;
      else held += size;
      largest = Math.max(largest, size);
    }
    return held + coming * largest;
  }

  #opener(credential: Credential, channel: StreamChannel) {
    return (listener: FeedListener) =>
      new UpstreamFeed(credential, channel, this.#options, listener);
  }

  #forget(account: LiveAccount, channel: 'odds' | 'opportunities'): void {
    account[channel] = null;
    if (account.odds === null && account.opportunities === null) {
      if (this.#accounts.delete(account.credential.hash)) liveAccounts.dec();
    }
  }
}

function lacksFeature(error: unknown): boolean {
  return error instanceof OddsgraphError && error.code === 'FEATURE_NOT_AVAILABLE';
}

function stopping(): OddsgraphError {
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The server is stopping.');
}
