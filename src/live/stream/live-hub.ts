import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { TierLookup } from '../../access/tier-lookup.ts';
import type { Odds } from '../../contract/odds.ts';
import { STREAM_TIER, type StreamChannel } from '../../contract/stream.ts';
import type { Credential } from '../../credential.ts';
import { OddsgraphError } from '../../errors.ts';
import { countRefusal, liveAccounts } from '../../metrics.ts';
import type { Scheduler } from '../../scheduler.ts';
import { tierRefusal } from '../../upstream/accounts/tier-refusal.ts';
import type { Upstream } from '../../upstream/endpoints.ts';
import {
  UpstreamStream,
  type UpstreamStreamListener,
  type UpstreamStreamOptions,
} from '../../upstream/stream/upstream-stream.ts';
import { BoardBackedOdds } from '../board/board-backed-odds.ts';
import { BoardCheck } from '../board/board-check.ts';
import { OddsBoard } from '../board/odds-board.ts';
import { OpportunityBoard } from '../board/opportunity-board.ts';
import type { Entry } from '../board/versioned-board.ts';
import { filterableOpportunity, type WireOpportunity } from '../board/wire-opportunity.ts';
import type { Relay } from '../relay/relay.ts';
import { BatchCache } from '../topics/batch-cache.ts';
import { filterableOdds, type OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { Subscriber } from '../topics/subscriber.ts';
import type { TopicSpec } from '../topics/topics.ts';
import {
  type ChannelOptions,
  ODDS_REPLICATION,
  OPPORTUNITY_REPLICATION,
  ownChannel,
  relayedChannel,
} from './channels.ts';
import { EntitlementMonitor } from './entitlement-monitor.ts';
import { LiveAccount } from './live-account.ts';
import { type Reconnectable, SharedStream } from './shared-stream.ts';

/** How much may be open at a time. */
export interface LiveLimits {
  /** Accounts with streams. */
  readonly accounts: number;
  /** Subscriptions of one account. */
  readonly subscribers: number;
  /** Different subscriptions on one stream. */
  readonly topics: number;
  /** Prices on all boards. */
  readonly prices: number;
}

/** What a price on a board takes: `test/bench/board.ts` measures it. */
const PRICE_BYTES = 640;

/** The share of the heap that boards may fill. */
const BOARDS_SHARE = 0.4;

const LIMITS: LiveLimits = {
  accounts: 1_000,
  subscribers: 10_000,
  topics: 2_000,
  prices: Math.floor((getHeapStatistics().heap_size_limit * BOARDS_SHARE) / PRICE_BYTES),
};

export interface LiveOptions extends UpstreamStreamOptions {
  readonly scheduler: Scheduler;
  readonly liveLimits?: Partial<LiveLimits>;
  /** What replicas share; null where this process is on its own. */
  readonly relay?: Relay | null;
}

/** How long a subscriber with a cursor waits for the board that other replicas have. */
const REPLICA_MS = 3_000;

/** Accounts of which it is remembered what a stream has shown. */
const ACCOUNTS_SHOWN_MAX = 10_000;

/**
 * One upstream stream for each credential and channel, however many subscribe: opened by the first,
 * closed a while after the last has left.
 */
export class LiveHub {
  readonly #options: LiveOptions;
  readonly #tiers: Pick<TierLookup, 'tierOf' | 'tierNow'>;
  readonly #upstream: Upstream;
  readonly #limits: LiveLimits;
  readonly #batchCache = new BatchCache();
  readonly #accounts = new Map<string, LiveAccount>();
  /** Whether streams have shown that an account may have one, by its key. */
  readonly #shown = new LRUCache<string, boolean>({ max: ACCOUNTS_SHOWN_MAX });
  readonly #watch: EntitlementMonitor;
  #isClosed = false;

  constructor(
    options: LiveOptions,
    tiers: Pick<TierLookup, 'tierOf' | 'tierNow'>,
    upstream: Upstream,
  ) {
    this.#options = options;
    this.#tiers = tiers;
    this.#upstream = upstream;
    this.#limits = { ...LIMITS, ...options.liveLimits };
    this.#watch = new EntitlementMonitor({ ...options, accounts: this.#accounts, tiers });
  }

  /** Subscribes to prices. Throws what upstream refuses the stream with. */
  odds(
    credential: Credential,
    spec: TopicSpec<Odds, OddsPayload>,
  ): Promise<Subscriber<Odds, OddsPayload>> {
    const account = this.#account(credential);
    account.odds ??= new SharedStream<Odds, OddsPayload>({
      ...this.#shared(credential),
      ...this.#channelOf({
        ...ODDS_REPLICATION,
        credential,
        newBoard: (onChange) => this.#newOddsBoard(account, onChange),
        openStream: (listener) => this.#openOdds(account, listener),
      }),
      filterable: filterableOdds,
      onOver: () => this.#forget(account, 'odds'),
    });
    return this.#openSubscriber(credential, account.odds, spec);
  }

  /** Subscribes to opportunities. Throws what upstream refuses the stream with. */
  opportunities(
    credential: Credential,
    spec: TopicSpec<WireOpportunity, OpportunitiesPayload>,
  ): Promise<Subscriber<WireOpportunity, OpportunitiesPayload>> {
    const account = this.#account(credential);
    account.opportunities ??= new SharedStream({
      ...this.#shared(credential),
      ...this.#channelOf({
        ...OPPORTUNITY_REPLICATION,
        credential,
        newBoard: (onChange) => new OpportunityBoard(onChange),
        openStream: (listener) => this.#openUpstream(credential, 'opportunities', listener),
      }),
      filterable: filterableOpportunity,
      onOver: () => this.#forget(account, 'opportunities'),
    });
    return this.#openSubscriber(credential, account.opportunities, spec);
  }

  /**
   * An account's prices as its live board holds them; null where it has none that is whole and in
   * order, has heard of upstream just now, and agreed with its list not long ago. Whether they may be
   * shown is for the caller to find out.
   */
  boardBackedOdds(credential: Credential): BoardBackedOdds | null {
    const account = this.#accounts.get(credential.hash);
    const board = account?.boardForQueries ?? null;
    return board && new BoardBackedOdds(board, account?.tier ?? null);
  }

  /** Whether a stream has shown that an account may have one; null where none has. */
  canStream({ hash }: Credential): boolean | null {
    return this.#shown.get(hash) ?? null;
  }

  /** Whether the store that replicas share answers; null where this process is on its own. */
  get isRelayReachable(): boolean | null {
    return this.#options.relay?.isReachable ?? null;
  }

  /** Rows in the batches that are cached for the next subscribers. */
  get cachedRows(): number {
    return this.#batchCache.size;
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

  async #openSubscriber<Value, Payload>(
    { hash }: Credential,
    sharedStream: SharedStream<Value, Payload>,
    spec: TopicSpec<Value, Payload>,
  ): Promise<Subscriber<Value, Payload>> {
    if (spec.resumeCursor !== null) await this.#replicaOf(sharedStream);
    const subscriber = sharedStream.read(spec);
    try {
      await sharedStream.opened;
      if (sharedStream.hasConnected) this.#shown.set(hash, true);
      return subscriber;
    } catch (error) {
      subscriber.close();
      throw error;
    }
  }

  /** A cursor of another replica can be resumed once the board is there. */
  async #replicaOf(stream: {
    readonly isReady: boolean;
    readonly opened: Promise<void>;
  }): Promise<void> {
    const { relay = null, clock } = this.#options;
    if (relay === null || stream.isReady) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = clock.after(REPLICA_MS, resolve);
    await Promise.race([stream.opened.catch(() => {}), late]);
    timer.cancel();
  }

  #shared({ hash }: Credential) {
    const { clock, scheduler } = this.#options;
    return {
      clock,
      scheduler,
      account: hash,
      batchCache: this.#batchCache,
      topicsMax: this.#limits.topics,
      refuseGrowth: this.#refuseGrowth,
    };
  }

  /** The account, if it may have one subscription more. */
  #account(credential: Credential): LiveAccount {
    if (this.#isClosed) throw stopping();
    const account = this.#accounts.get(credential.hash) ?? this.#newAccount(credential);
    const { subscribers } = account;
    if (subscribers >= this.#limits.subscribers) {
      countRefusal('subscriptions');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${subscribers} subscriptions open: no more are taken.`,
      );
    }
    return account;
  }

  #newAccount(credential: Credential): LiveAccount {
    if (this.#accounts.size >= this.#limits.accounts) {
      countRefusal('accounts');
      throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', 'Too many accounts have streams open.');
    }
    if (this.#heldPrices() >= this.#limits.prices) throw boardsFull();
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

  readonly #refuseGrowth = () => (this.#heldRows() > this.#limits.prices ? boardsFull() : null);

  /** Rows on all boards as they are now. */
  #heldRows(): number {
    let held = 0;
    for (const { odds, opportunities } of this.#accounts.values()) {
      held += (odds?.size ?? 0) + (opportunities?.size ?? 0);
    }
    return held;
  }

  /** A channel's board and stream: of this process alone, or shared with other replicas. */
  #channelOf<Value>(channel: ChannelOptions<Value>) {
    const { relay = null } = this.#options;
    return relay === null
      ? ownChannel(channel)
      : relayedChannel(relay, channel, this.#refuseGrowth);
  }

  #newOddsBoard(account: LiveAccount, onChange: (entry: Entry<Odds>) => void): OddsBoard {
    const board = new OddsBoard(onChange);
    const { credential } = account;
    const { clock } = this.#options;
    account.oddsBoard = board;
    account.oddsCheck = new BoardCheck({ board, clock, credential, upstream: this.#upstream });
    return board;
  }

  #openOdds(account: LiveAccount, listener: UpstreamStreamListener): Reconnectable {
    const connection = this.#openUpstream(account.credential, 'odds', {
      onFrame(frame) {
        listener.onFrame(frame);
        account.oddsCheck?.noteFrame(frame);
        account.odds?.noteFrame();
      },
      onTrouble: (state, message, code) => listener.onTrouble(state, message, code),
      onEnd: (error) => listener.onEnd(error),
    });
    return {
      reconnect: () => connection.reconnect(),
      close() {
        account.oddsBoard = null;
        account.oddsCheck = null;
        connection.close();
      },
    };
  }

  #openUpstream(
    credential: Credential,
    channel: StreamChannel,
    listener: UpstreamStreamListener,
  ): Reconnectable {
    return new UpstreamStream(credential, channel, this.#options, {
      onFrame: (frame) => listener.onFrame(frame),
      onTrouble: (state, message, code) => listener.onTrouble(state, message, code),
      onEnd: (error) => void this.#meaningOf(credential, error).then((end) => listener.onEnd(end)),
    });
  }

  /** What it means for an account that upstream refuses it a stream. */
  async #meaningOf(credential: Credential, error: OddsgraphError): Promise<OddsgraphError> {
    const meaning =
      error.code !== 'TIER_RESTRICTED'
        ? error
        : await this.#tiers.tierNow(credential).then(
            (tier) => tierRefusal(error, STREAM_TIER, tier),
            () => error,
          );
    if (meaning.code === 'FEATURE_NOT_AVAILABLE') this.#shown.set(credential.hash, false);
    return meaning;
  }

  #forget(account: LiveAccount, channel: 'odds' | 'opportunities'): void {
    account[channel] = null;
    if (account.odds === null && account.opportunities === null) {
      if (this.#accounts.delete(account.credential.hash)) liveAccounts.dec();
    }
  }
}

function boardsFull(): OddsgraphError {
  countRefusal('prices');
  const message = 'The boards of all accounts hold as many prices as they may.';
  return new OddsgraphError('STREAM_LIMIT_EXCEEDED', message);
}

function stopping(): OddsgraphError {
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The server is stopping.');
}
