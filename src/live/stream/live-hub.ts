import type { TierLookup } from '../../access/tier-lookup.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { Credential } from '../../credential.ts';
import { OddsgraphError } from '../../errors.ts';
import { countRefusal, liveAccounts } from '../../metrics.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Caller } from '../../upstream/client.ts';
import type { UpstreamStreamOptions } from '../../upstream/stream/upstream-stream.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { OddsBoardReader } from '../board/odds-board-reader.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import type { Relay } from '../relay/relay.ts';
import { BatchCache } from '../topics/batch-cache.ts';
import type { OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { Subscriber } from '../topics/subscriber.ts';
import type { TopicSpec } from '../topics/topics.ts';
import { EntitlementMonitor } from './entitlement-monitor.ts';
import { LiveAccount } from './live-account.ts';
import { LIVE_LIMITS, type LiveLimits } from './live-limits.ts';
import { PriceBudget } from './price-budget.ts';
import type { SharedStream } from './shared-stream.ts';
import { type LiveChannel, StreamOpener } from './stream-opener.ts';
import type { StreamReading } from './stream-reading.ts';
import { StreamingAccess } from './streaming-access.ts';

export interface LiveOptions extends UpstreamStreamOptions {
  readonly scheduler: Scheduler;
  readonly liveLimits?: Partial<LiveLimits>;
  /**
   * Hashes of the server's own API keys, which serve viewers (users with a token). Their subscriptions are
   * limited per viewer instead.
   */
  readonly viewerKeys?: ReadonlySet<string>;
  /** Shares boards with other replicas; null in a process on its own. */
  readonly relay?: Relay | null;
}

/** How long a query waits for a stream to be live. */
const BOARD_WAIT_MS = 10_000;

/**
 * All live subscriptions. There is one upstream stream for each credential and channel, however
 * many subscribers it has: the first one opens it, and it closes a while after the last one has
 * left.
 */
export class LiveHub {
  readonly #options: LiveOptions;
  readonly #tiers: Pick<TierLookup, 'tierOf'>;
  readonly #limits: LiveLimits;
  readonly #batchCache = new BatchCache();
  readonly #accounts = new Map<string, LiveAccount>();
  readonly #access: StreamingAccess;
  readonly #budget: PriceBudget;
  readonly #monitor: EntitlementMonitor;
  readonly #opener: StreamOpener;
  #isClosed = false;

  constructor(
    options: LiveOptions,
    tiers: Pick<TierLookup, 'tierOf' | 'tierNow'>,
    upstream: Upstream,
  ) {
    this.#options = options;
    this.#tiers = tiers;
    this.#limits = { ...LIVE_LIMITS, ...options.liveLimits };
    this.#access = new StreamingAccess(tiers);
    this.#budget = new PriceBudget(this.#accounts, this.#limits.prices);
    this.#monitor = new EntitlementMonitor({ ...options, accounts: this.#accounts, tiers });
    this.#opener = new StreamOpener({
      ...options,
      upstream,
      access: this.#access,
      batchCache: this.#batchCache,
      topicsMax: this.#limits.topics,
      checkSize: () => this.#budget.checkSize(),
      onClose: (account, channel) => this.#remove(account, channel),
    });
  }

  /** Subscribes to odds. Rejects with the error with which upstream refuses the stream. */
  async odds(
    credential: Credential,
    spec: TopicSpec<Odds, OddsPayload>,
  ): Promise<Subscriber<Odds, OddsPayload>> {
    return this.#subscribe(credential, spec, () => {
      const account = this.#accountFor(credential);
      account.odds ??= this.#opener.openOdds(account);
      return account.odds;
    });
  }

  /** Subscribes to opportunities. Rejects with the error with which upstream refuses the stream. */
  async opportunities(
    credential: Credential,
    spec: TopicSpec<WireOpportunity, OpportunitiesPayload>,
  ): Promise<Subscriber<WireOpportunity, OpportunitiesPayload>> {
    return this.#subscribe(credential, spec, () => this.#opportunityStream(credential));
  }

  /**
   * What is open now on the caller's stream of opportunities, which this opens if it is not. Waits
   * for a stream that is not live, such as a new one. Rejects with the error with which upstream
   * refuses the stream, or with `UPSTREAM_TIMEOUT`.
   */
  async currentOpportunities({ credential, usage }: Caller): Promise<WireOpportunity[]> {
    if (this.#accounts.get(credential.hash)?.opportunities) usage.cached += 1;
    else usage.countRequest();
    const timeout = Promise.withResolvers<never>();
    const stream = this.#opportunityStream(credential);
    const timer = this.#options.clock.after(BOARD_WAIT_MS, () => timeout.reject(boardTimeout()));
    try {
      const open = await stream.readBoard(timeout.promise);
      this.#access.recordConnection(credential);
      return open;
    } finally {
      timer.cancel();
    }
  }

  /**
   * Reads odds from an account's live board. Null unless the board is complete, upstream has sent a
   * frame recently, and the board has recently agreed with upstream's list. The caller has to check
   * whether the account may see what it reads.
   */
  boardBackedOdds(credential: Credential): OddsBoardReader | null {
    const account = this.#accounts.get(credential.hash);
    const board = account?.boardForQueries ?? null;
    return board && new OddsBoardReader(board, account?.tier ?? null);
  }

  /** Whether a stream has shown that the account may have one; null if none has. */
  canStream(credential: Credential): boolean | null {
    return this.#access.canStream(credential);
  }

  /** Whether Redis has answered recently; null in a process without Redis. */
  get isRedisReachable(): boolean | null {
    return this.#options.relay?.isReachable ?? null;
  }

  /**
   * Seconds since any board of this process got a step from the relay's log, its own steps included; NaN if
   * none has, null in a process without Redis.
   */
  get newestStepAge(): number | null {
    return this.#options.relay?.newestStepAge ?? null;
  }

  /** How the open streams of all accounts are doing. */
  *readings(): Generator<readonly [LiveChannel, StreamReading]> {
    for (const { odds, opportunities } of this.#accounts.values()) {
      if (odds !== null) yield ['odds', odds.reading];
      if (opportunities !== null) yield ['opportunities', opportunities.reading];
    }
  }

  /** Rows in the batches that are cached for the next subscribers. */
  get cachedRows(): number {
    return this.#batchCache.size;
  }

  /** Checks now whether an account still has its entitlements: its key may have been revoked. */
  async recheck(hash: string): Promise<void> {
    const account = this.#accounts.get(hash);
    if (account !== undefined) await this.#monitor.check(account);
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true;
    this.#monitor.stop();
    for (const account of [...this.#accounts.values()]) account.end(stopping());
  }

  async #subscribe<Value, Payload>(
    credential: Credential,
    spec: TopicSpec<Value, Payload>,
    openStream: () => SharedStream<Value, Payload>,
  ): Promise<Subscriber<Value, Payload>> {
    const stream = openStream();
    const subscriber = stream.subscribe(spec);
    try {
      await stream.opened;
      if (stream.hasConnected) this.#access.recordConnection(credential);
      return subscriber;
    } catch (error) {
      subscriber.close();
      throw error;
    }
  }

  #opportunityStream(credential: Credential): SharedStream<WireOpportunity, OpportunitiesPayload> {
    const account = this.#accountFor(credential);
    account.opportunities ??= this.#opener.openOpportunities(account);
    return account.opportunities;
  }

  /** The credential's account, if it may have one more subscription. */
  #accountFor(credential: Credential): LiveAccount {
    if (this.#isClosed) throw stopping();
    const account = this.#accounts.get(credential.hash) ?? this.#newAccount(credential);
    const { subscribers } = account;
    const isForViewers = this.#options.viewerKeys?.has(credential.hash) ?? false;
    if (!isForViewers && subscribers >= this.#limits.subscribers) {
      throw tooManySubscriptions(`This account has ${subscribers} subscriptions open`);
    }
    const all = this.#accounts.values().reduce((sum, one) => sum + one.subscribers, 0);
    if (all >= this.#limits.allSubscribers) {
      throw tooManySubscriptions(`The server has ${all} subscriptions open`);
    }
    return account;
  }

  #newAccount(credential: Credential): LiveAccount {
    if (this.#accounts.size >= this.#limits.accounts) {
      countRefusal('accounts');
      throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', 'Too many accounts have streams open.');
    }
    const error = this.#budget.checkNewAccount();
    if (error !== null) throw error;
    const account = new LiveAccount(credential);
    this.#accounts.set(credential.hash, account);
    liveAccounts.inc();
    this.#tiers.tierOf(credential).then(
      (tier) => {
        account.tier ??= tier;
      },
      () => {}, // The entitlement monitor asks again within a minute.
    );
    return account;
  }

  #remove(account: LiveAccount, channel: LiveChannel): void {
    account[channel] = null;
    if (account.odds === null && account.opportunities === null) {
      if (this.#accounts.delete(account.credential.hash)) liveAccounts.dec();
    }
  }
}

function stopping(): OddsgraphError {
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The server is stopping.');
}

function boardTimeout(): OddsgraphError {
  return new OddsgraphError(
    'UPSTREAM_TIMEOUT',
    `The stream of opportunities was not up to date within ${BOARD_WAIT_MS / 1_000} seconds.`,
  );
}

function tooManySubscriptions(problem: string): OddsgraphError {
  countRefusal('subscriptions');
  return new OddsgraphError('STREAM_LIMIT_EXCEEDED', `${problem}, which is the maximum.`);
}
