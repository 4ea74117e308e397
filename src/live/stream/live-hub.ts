import type { TierLookup } from '../../access/tier-lookup.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import type { Credential } from '../../credential.ts';
import { OddsgraphError } from '../../errors.ts';
import { countRefusal, liveAccounts } from '../../metrics.ts';
import type { Scheduler } from '../../scheduler.ts';
import {
  UpstreamStream,
  type UpstreamStreamListener,
  type UpstreamStreamOptions,
} from '../../upstream/stream/upstream-stream.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { BoardCheck } from '../board/board-check.ts';
import { OddsBoard } from '../board/odds-board.ts';
import { OddsBoardReader } from '../board/odds-board-reader.ts';
import { OpportunityBoard } from '../board/opportunity-board.ts';
import { filterableOpportunity, type WireOpportunity } from '../board/wire-opportunity.ts';
import { BatchCache } from '../topics/batch-cache.ts';
import { filterableOdds, type OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { Subscriber } from '../topics/subscriber.ts';
import type { TopicSpec } from '../topics/topics.ts';
import { EntitlementMonitor } from './entitlement-monitor.ts';
import { LiveAccount } from './live-account.ts';
import { LIVE_LIMITS, type LiveLimits } from './live-limits.ts';
import { PriceBudget } from './price-budget.ts';
import { SharedStream } from './shared-stream.ts';
import { StreamingAccess } from './streaming-access.ts';

/** The channels that accounts stream, each on a connection of its own. */
type LiveChannel = Exclude<StreamChannel, 'all'>;

export interface LiveOptions extends UpstreamStreamOptions {
  readonly scheduler: Scheduler;
  readonly liveLimits?: Partial<LiveLimits>;
}

/**
 * All live subscriptions. There is one upstream stream for each credential and channel, however
 * many subscribers it has: the first one opens it, and it closes a while after the last one has
 * left.
 */
export class LiveHub {
  readonly #options: LiveOptions;
  readonly #tiers: Pick<TierLookup, 'tierOf'>;
  readonly #upstream: Upstream;
  readonly #limits: LiveLimits;
  readonly #batchCache = new BatchCache();
  readonly #accounts = new Map<string, LiveAccount>();
  readonly #access: StreamingAccess;
  readonly #budget: PriceBudget;
  readonly #monitor: EntitlementMonitor;
  #isClosed = false;

  constructor(
    options: LiveOptions,
    tiers: Pick<TierLookup, 'tierOf' | 'tierNow'>,
    upstream: Upstream,
  ) {
    this.#options = options;
    this.#tiers = tiers;
    this.#upstream = upstream;
    this.#limits = { ...LIVE_LIMITS, ...options.liveLimits };
    this.#access = new StreamingAccess(tiers);
    this.#budget = new PriceBudget(this.#accounts, this.#limits.prices);
    this.#monitor = new EntitlementMonitor({ ...options, accounts: this.#accounts, tiers });
  }

  /** Subscribes to odds. Rejects with the error with which upstream refuses the stream. */
  async odds(
    credential: Credential,
    spec: TopicSpec<Odds, OddsPayload>,
  ): Promise<Subscriber<Odds, OddsPayload>> {
    const account = this.#accountFor(credential);
    account.odds ??= this.#openOdds(account);
    return this.#subscribe(credential, account.odds, spec);
  }

  /** Subscribes to opportunities. Rejects with the error with which upstream refuses the stream. */
  async opportunities(
    credential: Credential,
    spec: TopicSpec<WireOpportunity, OpportunitiesPayload>,
  ): Promise<Subscriber<WireOpportunity, OpportunitiesPayload>> {
    const account = this.#accountFor(credential);
    account.opportunities ??= this.#openOpportunities(account);
    return this.#subscribe(credential, account.opportunities, spec);
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
    stream: SharedStream<Value, Payload>,
    spec: TopicSpec<Value, Payload>,
  ): Promise<Subscriber<Value, Payload>> {
    const subscriber = stream.read(spec);
    try {
      await stream.opened;
      if (stream.hasConnected) this.#access.recordConnection(credential);
      return subscriber;
    } catch (error) {
      subscriber.close();
      throw error;
    }
  }

  #openOdds(account: LiveAccount): SharedStream<Odds, OddsPayload, OddsBoard> {
    const { credential } = account;
    const board = new OddsBoard();
    const { clock } = this.#options;
    const check = new BoardCheck({ board, clock, credential, upstream: this.#upstream });
    account.oddsCheck = check;
    return new SharedStream<Odds, OddsPayload, OddsBoard>({
      ...this.#streamOptions(account, 'odds'),
      board,
      filterable: filterableOdds,
      onFrame: (frame) => check.onFrame(frame),
    });
  }

  #openOpportunities(account: LiveAccount): SharedStream<WireOpportunity, OpportunitiesPayload> {
    return new SharedStream<WireOpportunity, OpportunitiesPayload>({
      ...this.#streamOptions(account, 'opportunities'),
      board: new OpportunityBoard(),
      filterable: filterableOpportunity,
    });
  }

  #streamOptions(account: LiveAccount, channel: LiveChannel) {
    const { clock, scheduler } = this.#options;
    const { credential } = account;
    return {
      clock,
      scheduler,
      account: credential.hash,
      batchCache: this.#batchCache,
      topicsMax: this.#limits.topics,
      checkSize: () => this.#budget.checkSize(),
      openStream: (listener: UpstreamStreamListener) =>
        this.#openUpstream(credential, channel, listener),
      onClose: () => this.#remove(account, channel),
    };
  }

  #openUpstream(
    credential: Credential,
    channel: LiveChannel,
    listener: UpstreamStreamListener,
  ): UpstreamStream {
    return new UpstreamStream(credential, channel, this.#options, {
      onFrame: (frame) => listener.onFrame(frame),
      onTrouble: (state, message, code) => listener.onTrouble(state, message, code),
      onEnd: (error) =>
        void this.#access
          .explainEnd(credential, error)
          .then((explained) => listener.onEnd(explained)),
    });
  }

  /** The credential's account, if it may have one more subscription. */
  #accountFor(credential: Credential): LiveAccount {
    if (this.#isClosed) throw stopping();
    const account = this.#accounts.get(credential.hash) ?? this.#newAccount(credential);
    const { subscribers } = account;
    if (subscribers >= this.#limits.subscribers) {
      countRefusal('subscriptions');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${subscribers} subscriptions open, which is the maximum.`,
      );
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
