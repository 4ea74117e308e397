import type { LRUCache } from 'lru-cache';
import type { Credential } from '../access/credential.ts';
import { accountOf, credentialMissing, type Identity, type Viewer } from '../access/identity.ts';
import type { TierLookup } from '../access/tier-lookup.ts';
import type { Viewers } from '../access/viewers/viewers.ts';
import { lowestTier, type Tier } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import type { History } from '../history/history.ts';
import type { LiveHub } from '../live/stream/live-hub.ts';
import type { Past, RecordedBooks } from '../loaders/history/past.ts';
import { type LoaderScope, Loaders } from '../loaders/loaders.ts';
import type { KnownSportsbooks } from '../loaders/sportsbook-tiers.ts';
import type { Log } from '../observability/log.ts';
import type { OperationSpan, Tracing } from '../observability/tracing/tracing.ts';
import type { Clock } from '../scheduling/clock.ts';
import type { Scheduler } from '../scheduling/scheduler.ts';
import { Usage } from '../upstream/request-usage.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { ExecutionSlices } from './lists/execution-slices.ts';
import { CostHints } from './look-ahead/cost-hints.ts';
import { NameHints } from './names/name-hints.ts';
import type { OperationRecord } from './operation-record.ts';

/** The services of the process that resolvers use. */
export interface Services {
  readonly upstream: Upstream;
  readonly tiers: TierLookup;
  readonly live: LiveHub;
  /** Prices over time, and the sportsbooks whose prices are recorded; null if none are. */
  readonly past: { readonly history: History; readonly books: RecordedBooks } | null;
  /** Null if only callers with API keys are served. */
  readonly viewers: Viewers | null;
  /** Whether callers may send an API key of their own. */
  readonly acceptsApiKeys: boolean;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Whether introspection is allowed, and suggestions of names in error messages. */
  readonly introspection: boolean;
  /** Whether responses explain what made them expensive. */
  readonly hints: boolean;
  /** The names that upstream has listed in the last five minutes, in lower case, by kind and by key: see `namesOf`. */
  readonly listedNames: LRUCache<string, ReadonlySet<string>>;
  readonly sportsbooks: KnownSportsbooks;
  /** Null if nothing is traced. */
  readonly tracing: Tracing | null;
}

/** The most upstream requests that a query or mutation may send, or a subscription in a minute on average. */
export const UPSTREAM_REQUESTS_MAX = 250;

/** The most errors in one result: a refused field below a long list fails for every item. */
export const ERRORS_MAX = 1_000;

/** Says that a list is not whole, and how to get what it lacks. Part of `extensions.upstream`. */
export interface CutHint {
  /** The path of the field in the response, without list indexes. */
  readonly path: string;
  readonly message: string;
}

/** The context of one operation: its caller, its upstream usage and its loaders. */
export class OperationContext {
  readonly services: Services;
  readonly identity: Identity;
  /** What happens to this operation, for the log and the metrics. */
  readonly record: OperationRecord;
  readonly usage: Usage;
  /** The lists of the response that are not whole. */
  readonly cuts: CutHint[] = [];
  /** Aborts when the client no longer waits for the result; null if that is never known. */
  signal: AbortSignal | null = null;
  /** Why a subscription is refused, before anything is opened; null if it is not. */
  noSubscriptions: string | null = null;
  /** What the client asks for, as the response cache knows it; null until its document is known. */
  askedKey: string | null = null;
  /** Lets other work run while an operation with many rows is executed; null until then, and for events of subscriptions. */
  slices: ExecutionSlices | null = null;
  /** What traces this operation; null if nothing does. */
  span: OperationSpan | null;
  #tier: Tier | null = null;
  #scope: LoaderScope | null = null;
  #loaders: Loaders | null = null;
  #costHints: CostHints | null = null;
  #nameHints: NameHints | null = null;
  /** The number of errors of each result, by its event, or by this context if it is the only one; null while there are none. */
  #errors: WeakMap<object, number> | null = null;

  /** Each operation has its own usage; the events of a subscription share one. */
  constructor(
    services: Services,
    identity: Identity,
    record: OperationRecord,
    usage: Usage = new Usage(UPSTREAM_REQUESTS_MAX),
    span: OperationSpan | null = null,
  ) {
    this.services = services;
    this.identity = identity;
    this.record = record;
    this.usage = usage;
    this.span = span;
  }

  /** A log whose lines name the request. */
  get log(): Log {
    return this.record.log;
  }

  /** Counts an error of a result, whose root value is its event if there are several. Returns false if the result is full. */
  countError(rootValue: unknown): boolean {
    const result = typeof rootValue === 'object' && rootValue !== null ? rootValue : this;
    this.#errors ??= new WeakMap();
    const count = (this.#errors.get(result) ?? 0) + 1;
    this.#errors.set(result, count);
    return count <= ERRORS_MAX;
  }

  /** Resolves when it is the operation's turn: what runs then is one task. */
  turn(): Promise<void> {
    return this.services.scheduler.turn(this.account, this);
  }

  /** The key for upstream requests; null for a request without one: introspection needs none. */
  get credential(): Credential | null {
    return this.identity.credential;
  }

  /** The viewer who sent the request; null for callers with a key of their own. */
  get viewer(): Viewer | null {
    return this.identity.viewer;
  }

  /** The account or viewer that limits apply to. */
  get account(): string {
    return accountOf(this.identity, this.services.upstream.keys);
  }

  /** Throws `UNAUTHENTICATED` if the request came without a credential, or with one that was refused. */
  requireCredential(): Credential {
    const { credential, refusal } = this.identity;
    if (credential === null) throw refusal ?? credentialMissing(this.services);
    return credential;
  }

  /** Whether upstream has accepted the caller's key, and has not refused it since. This grants no access. */
  get isAuthenticated(): boolean {
    return this.services.upstream.keys.isAccepted(this.credential);
  }

  /** The caller's tier if it has been looked up; null otherwise. */
  get knownTier(): Tier | null {
    return this.#tier;
  }

  /** The caller's tier. Throws if upstream refuses the key or does not answer. */
  async tier(): Promise<Tier> {
    this.#tier ??= await this.waitForTier(
      this.services.tiers.tierOf(this.requireCredential(), this.span),
    );
    return this.#tier;
  }

  /** This operation's access to upstream. Throws `UNAUTHENTICATED` without a key. */
  get scope(): LoaderScope {
    if (this.#scope === null) {
      const { usage, services, record, span } = this;
      const credential = this.requireCredential();
      this.#scope = {
        upstream: services.upstream,
        caller: {
          credential,
          usage,
          viewer: this.viewer?.id,
          span,
          requestId: record.source.requestId,
        },
        // The lowest if it cannot be looked up: what is read with it asks upstream, which decides.
        tier: () => this.waitForTier(services.tiers.tierOrLowest(credential, span)),
        // Looks up the tier again, although it is cached, unless that just happened. If that fails, the last known one.
        refreshedTier: () =>
          this.waitForTier(
            services.tiers
              .refreshedTier(credential, span)
              .catch((): Tier => services.tiers.lastKnown(credential) ?? 'free'),
          ),
        past: () => this.readPast(),
        knownSportsbooks: () =>
          services.sportsbooks.of(services.upstream.namespaces.of(credential)),
      };
    }
    return this.#scope;
  }

  /** This operation's loaders. Throws `UNAUTHENTICATED` without a key. */
  get loaders(): Loaders {
    this.#loaders ??= new Loaders(this.scope);
    return this.#loaders;
  }

  /** Prices over time. What is read of them is not cached: a cached response would lack the newest changes. */
  private readPast(): Past {
    const { past, clock } = this.services;
    if (past === null) {
      const message = 'This server does not record prices: its operator has to configure it.';
      throw new OddsgraphError('FEATURE_NOT_AVAILABLE', message);
    }
    const now = clock.monotonic();
    this.usage.recordRead(now, now);
    const turn = () => this.turn();
    return { history: past.history.readerFor(this), books: past.books, clock, turn };
  }

  /** Waits for the key's tier. A viewer has the tier that the operator sells, even if the key has a higher one. */
  private async waitForTier(lookUp: Promise<Tier>): Promise<Tier> {
    const { clock } = this.services;
    this.usage.waiting.begin(clock);
    try {
      const tier = await lookUp;
      return this.viewer === null ? tier : (lowestTier([tier, this.viewer.tier]) ?? 'free');
    } finally {
      this.usage.waiting.end(clock);
    }
  }

  /** Records what makes this operation expensive; null if responses do not explain it. */
  get costHints(): CostHints | null {
    if (this.services.hints) this.#costHints ??= new CostHints();
    return this.#costHints;
  }

  /** Finds out which names in this operation's filters don't exist. */
  get nameHints(): NameHints {
    this.#nameHints ??= new NameHints();
    return this.#nameHints;
  }

  /** Frees everything that was loaded: the context itself lives until the response is written. */
  release(): void {
    this.#loaders = null;
  }
}
