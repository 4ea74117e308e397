import type { Credential } from '../../access/credential.ts';
import type { TierLookup } from '../../access/tier-lookup.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import { ERROR_CODES, OddsgraphError, serverStopping } from '../../errors/errors.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Caller } from '../../upstream/call.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { BoardObservation, BoardObserver } from '../board/live-board.ts';
import { OddsBoardReader } from '../board/odds-board-reader.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import type { Rows } from '../relay/relay.ts';
import { newBatchCache } from '../topics/batch-cache.ts';
import type { Subscriber } from '../topics/subscriber.ts';
import type { TopicSpec } from '../topics/topics.ts';
import { EntitlementMonitor } from './entitlement-monitor.ts';
import { LiveAccount, type LiveChannel, type Payloads, type StreamOf } from './live-account.ts';
import { LIVE_LIMITS, type LiveLimits, overLimit, tooManySubscriptions } from './live-limits.ts';
import type { LiveOptions } from './live-options.ts';
import { PriceBudget } from './price-budget.ts';
import type { SharedStream } from './shared-stream.ts';
import { StreamOpener } from './stream-opener.ts';
import { StreamingAccess } from './streaming-access.ts';

/** The health of a stream, for the metrics. */
type StreamHealth = Pick<SharedStream<never, never>, 'boardState' | 'subscribersBehind'>;

/** How long a query waits until all open opportunities are known. */
const BOARD_WAIT_MS = 10_000;

/**
 * All subscriptions of this process, and the upstream streams that they share. Each API key counts as an
 * account, with one stream of odds and one of opportunities for all its subscribers. The first one opens a stream,
 * which closes a while after the last one has left.
 */
export class LiveHub {
  readonly limits: LiveLimits;
  readonly #options: LiveOptions;
  readonly #tiers: Pick<TierLookup, 'tierOf'>;
  readonly #batchCache = newBatchCache();
  /** By the hash of the API key. */
  readonly #accounts = new Map<string, LiveAccount>();
  readonly #access: StreamingAccess;
  /** Limits how many prices all boards hold. */
  readonly #budget: PriceBudget;
  readonly #monitor: EntitlementMonitor;
  readonly #opener: StreamOpener;
  #refusesSubscribers = false;
  #isClosed = false;

  constructor(
    options: LiveOptions,
    tiers: Pick<TierLookup, 'tierOf' | 'refreshedTier'>,
    upstream: Upstream,
  ) {
    this.#options = options;
    this.#tiers = tiers;
    this.limits = { ...LIVE_LIMITS, ...options.liveLimits };
    this.#access = new StreamingAccess(tiers);
    this.#budget = new PriceBudget(this.#accounts, this.limits.prices, Boolean(options.relay));
    this.#monitor = new EntitlementMonitor({ ...options, accounts: this.#accounts, tiers });
    this.#opener = new StreamOpener({
      ...options,
      upstream,
      access: this.#access,
      batchCache: this.#batchCache,
      topicsPerStreamMax: this.limits.topics,
      checkSize: () => this.#budget.checkSize(),
      onClose: (account, channel) => this.#remove(account, channel),
    });
  }

  /** Subscribes to odds or opportunities. Rejects with the error with which upstream refuses the stream. */
  async subscribe<Channel extends LiveChannel>(
    credential: Credential,
    channel: Channel,
    spec: TopicSpec<Rows[Channel], Payloads[Channel]>,
  ): Promise<Subscriber<Rows[Channel], Payloads[Channel]>> {
    if (this.#refusesSubscribers) throw serverStopping();
    const stream = this.#stream(this.#accountFor(credential), channel);
    const subscriber = stream.subscribe(spec);
    try {
      await stream.opened;
      // It is not connected if the first attempt to connect has failed and will be retried.
      if (stream.isConnected) this.#access.recordAcceptedStream(credential);
      return subscriber;
    } catch (error) {
      subscriber.close();
      throw error;
    }
  }

  /**
   * The opportunities that are open now, from the account's shared stream, which is opened if necessary.
   * Waits until its board is complete. Rejects with the error with which upstream refuses the stream, or, after
   * `BOARD_WAIT_MS`, with what the stream has failed with last, or with `UPSTREAM_TIMEOUT`.
   */
  async currentOpportunities({ credential, usage }: Caller): Promise<WireOpportunity[]> {
    if (this.#accounts.get(credential.hash)?.opportunities) usage.cached += 1;
    else usage.countRequest();
    const late = Promise.withResolvers<never>();
    const stream = this.#stream(this.#accountFor(credential), 'opportunities');
    const timer = this.#options.clock.after(BOARD_WAIT_MS, () => late.reject(boardTimeout(stream)));
    try {
      const open = await stream.readBoard(late.promise);
      this.#access.recordAcceptedStream(credential);
      return open;
    } finally {
      timer.cancel();
    }
  }

  /** Has an observer get every change of the account's board. Throws the error that a subscriber would get. */
  observeOdds(credential: Credential, observer: BoardObserver<Odds>): BoardObservation<Odds> {
    const account = this.#accountFor(credential);
    return account.observeOdds(this.#stream(account, 'odds'), observer);
  }

  /**
   * Answers queries for odds from an account's board. Null unless the board is complete, upstream has sent an
   * event recently, and the board has recently agreed with upstream's price list. The caller has to check
   * whether the account's tier allows the data that are read.
   */
  boardBackedOdds(credential: Credential): OddsBoardReader | null {
    const account = this.#accounts.get(credential.hash);
    const board = account?.boardForQueries ?? null;
    return board && new OddsBoardReader(board, account?.tier ?? null);
  }

  /** Whether the account may stream, as far as an earlier stream has shown it; null if none has. */
  canStream(credential: Credential): boolean | null {
    return this.#access.canStream(credential);
  }

  /** Whether Redis has answered recently; null in a process without Redis. */
  get isRedisReachable(): boolean | null {
    return this.#options.relay?.isReachable ?? null;
  }

  /**
   * Seconds since any board of this process got a step from the log in Redis, whichever replica wrote it; NaN if
   * none has, null in a process without Redis.
   */
  get newestStepAge(): number | null {
    return this.#options.relay?.newestStepAge ?? null;
  }

  /** The health of all open streams, for the metrics. */
  *streamHealth(): Generator<readonly [LiveChannel, StreamHealth]> {
    for (const { odds, opportunities } of this.#accounts.values()) {
      if (odds !== null) yield ['odds', odds];
      if (opportunities !== null) yield ['opportunities', opportunities];
    }
  }

  /** For each upstream stream that this process, not another replica, consumes, for the metrics. */
  *frameAges(): Generator<readonly [LiveChannel, number]> {
    for (const { upstreams } of this.#accounts.values()) {
      for (const [channel, { stream }] of upstreams) yield [channel, stream.frameAge];
    }
  }

  /** Rows in the batches (snapshots, or groups of changes) that are cached for the next subscribers. */
  get cachedRows(): number {
    return this.#batchCache.calculatedSize;
  }

  /** Checks now whether an account may still stream. `hash`: of its API key, which may have been revoked. */
  async recheck(hash: string): Promise<void> {
    const account = this.#accounts.get(hash);
    if (account !== undefined) await this.#monitor.check(account);
  }

  /** Refuses new subscribers, and those for whom upstream has yet to accept a stream, however long that takes. */
  refuseSubscribers(): void {
    this.#refusesSubscribers = true;
    for (const account of this.#accounts.values()) account.rejectWaiting(serverStopping());
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true;
    this.#monitor.stop();
    for (const account of [...this.#accounts.values()]) account.endWithError(serverStopping());
  }

  #stream<Channel extends LiveChannel>(account: LiveAccount, channel: Channel): StreamOf<Channel> {
    const streams = account as Record<Channel, StreamOf<Channel> | null>;
    if (streams[channel] === null) this.#budget.checkNewBoard();
    streams[channel] ??= this.#opener.open(account, channel);
    return streams[channel];
  }

  /** The credential's account. Throws if a limit does not allow one more subscription or query. */
  #accountFor(credential: Credential): LiveAccount {
    if (this.#isClosed) throw serverStopping();
    const account = this.#accounts.get(credential.hash);
    const { users = 0 } = account ?? {};
    const { allSubscribers } = this.limits;
    const accountMax = Math.min(this.limits.subscribers, Math.ceil(allSubscribers / 2));
    // Many viewers (end users with a JWT) share one API key of the server.
    const isForViewers = this.#options.viewerKeys?.has(credential.hash) ?? false;
    if (!isForViewers && users >= accountMax) {
      throw tooManySubscriptions(`This account has ${users} subscriptions open`);
    }
    const all = this.#accounts.values().reduce((sum, one) => sum + one.users, 0);
    if (all >= allSubscribers) {
      throw tooManySubscriptions(`The server has ${all} subscriptions open`);
    }
    return account ?? this.#newAccount(credential);
  }

  #newAccount(credential: Credential): LiveAccount {
    if (this.#accounts.size >= this.limits.accounts)
      throw overLimit('accounts', 'Too many accounts have streams open.');
    this.#budget.checkNewBoard(); // Before there is an account, which only the end of a stream removes.
    const account = new LiveAccount(credential);
    this.#accounts.set(credential.hash, account);
    metrics.live_accounts.inc();
    this.#tiers.tierOf(credential).then(
      (tier) => {
        account.tier ??= tier;
      },
      () => {}, // The entitlement monitor asks again within a minute.
    );
    return account;
  }

  #remove(account: LiveAccount, channel: LiveChannel): void {
    this.#access.recordEnd(account.credential, account[channel]?.error ?? null);
    account[channel] = null;
    if (account.odds === null && account.opportunities === null) {
      if (this.#accounts.delete(account.credential.hash)) metrics.live_accounts.dec();
    }
  }
}

function boardTimeout({ statuses }: Pick<SharedStream<never, never>, 'statuses'>): OddsgraphError {
  const code = ERROR_CODES.find((known) => known === statuses.current?.code) ?? 'UPSTREAM_TIMEOUT';
  const problem = `The stream of opportunities was not up to date within ${BOARD_WAIT_MS / 1_000} seconds.`;
  return new OddsgraphError(code, `${problem} ${statuses.current?.message ?? ''}`.trim());
}
