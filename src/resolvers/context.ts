import type { TierLookup } from '../access/tier-lookup.ts';
import type { Clock } from '../clock.ts';
import type { Tier } from '../contract/tiers.ts';
import type { Credential } from '../credential.ts';
import { unauthenticated } from '../errors.ts';
import type { LiveHub } from '../live/stream/live-hub.ts';
import { Loaders } from '../loaders/loaders.ts';
import type { Log } from '../log.ts';
import type { Scheduler } from '../scheduler.ts';
import type { RequestScope } from '../upstream/request-scope.ts';
import { Usage } from '../upstream/request-usage.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { ExecutionSlices } from './lists/execution-slices.ts';
import { CostHints } from './look-ahead/cost-hints.ts';

/** The services of the process that resolvers use. */
export interface Services {
  readonly upstream: Upstream;
  readonly tiers: TierLookup;
  readonly live: LiveHub;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Whether responses explain what made them expensive. */
  readonly hints: boolean;
}

/** Upstream requests that an operation may send, whatever its estimate, or a subscription each minute. */
export const UPSTREAM_REQUESTS_MAX = 250;

/** The context of one operation: its caller, its upstream usage and its loaders. */
export class OperationContext {
  readonly services: Services;
  /** Null for a request without a key: introspection needs none. */
  readonly credential: Credential | null;
  /** A log whose lines name the request. */
  readonly log: Log;
  readonly usage: Usage;
  /** Set while a large operation is executed. */
  slices: ExecutionSlices | null = null;
  // Not #private: Apollo Server copies contexts, and copies have no #private fields.
  private cachedTier: Tier | null = null;
  private cachedScope: RequestScope | null = null;
  private cachedLoaders: Loaders | null = null;
  private cachedHints: CostHints | null = null;

  /** Each operation has its own usage; the events of a subscription share one. */
  constructor(
    services: Services,
    credential: Credential | null,
    log: Log,
    usage: Usage = new Usage(UPSTREAM_REQUESTS_MAX),
  ) {
    this.services = services;
    this.credential = credential;
    this.log = log;
    this.usage = usage;
  }

  /** The account that limits apply to. Callers without a key share one. */
  get account(): string {
    return this.credential?.hash ?? '';
  }

  /** Throws `UNAUTHENTICATED` if the request came without a key. */
  requireCredential(): Credential {
    if (this.credential === null) throw unauthenticated();
    return this.credential;
  }

  /** Whether upstream accepted the caller's key when it was last asked. This grants no access. */
  get isKnown(): boolean {
    return this.services.upstream.client.keys.isAccepted(this.credential);
  }

  /** The caller's tier if it has been looked up; null otherwise. */
  get knownTier(): Tier | null {
    return this.cachedTier;
  }

  /** The caller's tier. Throws if upstream refuses the key or does not answer. */
  async tier(): Promise<Tier> {
    this.cachedTier ??= await this.services.tiers.tierOf(this.requireCredential());
    return this.cachedTier;
  }

  /** This operation's access to upstream. Throws `UNAUTHENTICATED` without a key. */
  get scope(): RequestScope {
    if (this.cachedScope === null) {
      const { usage, services } = this;
      const credential = this.requireCredential();
      this.cachedScope = {
        upstream: services.upstream,
        caller: { credential, usage },
        tier: () => services.tiers.tierOrLowest(credential),
        tierNow: () => services.tiers.tierNow(credential).catch(() => 'free'),
      };
    }
    return this.cachedScope;
  }

  /** This operation's loaders. Throws `UNAUTHENTICATED` without a key. */
  get loaders(): Loaders {
    this.cachedLoaders ??= new Loaders(this.scope);
    return this.cachedLoaders;
  }

  /** Records what makes this operation expensive; null if responses do not explain it. */
  get hints(): CostHints | null {
    if (this.services.hints) this.cachedHints ??= new CostHints();
    return this.cachedHints;
  }

  /** Frees everything that was loaded: the context itself lives until the response is written. */
  release(): void {
    this.cachedLoaders = null;
  }
}
