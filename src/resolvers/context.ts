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
import type { RowPacer } from './lists/row-pacer.ts';
import { Hints } from './look-ahead/hints.ts';

/** What resolvers need of the process. */
export interface Services {
  readonly upstream: Upstream;
  readonly tiers: TierLookup;
  readonly live: LiveHub;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Whether answers tell what made them dear. */
  readonly hints: boolean;
}

/** Requests that one operation, or a subscription in a minute, may send upstream, whatever it was thought to cost. */
export const UPSTREAM_REQUESTS_MAX = 250;

/** One operation: who asks, what it has cost so far, and its loaders. */
export class OperationContext {
  readonly services: Services;
  /** Null where the request came without a key: introspection needs none. */
  readonly credential: Credential | null;
  /** Its lines name the request. */
  readonly log: Log;
  readonly usage: Usage;
  /** Present while a large operation is executed: lists that it loads wait for their turn. */
  pacer: RowPacer | null = null;
  // Not #private: Apollo Server copies contexts, and copies have no #private fields.
  private tierFound: Tier | null = null;
  private scopeMade: RequestScope | null = null;
  private loadersMade: Loaders | null = null;
  private hintsMade: Hints | null = null;

  /** An operation has a usage of its own; those of one subscription's events are the same. */
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

  /** On whose account it is executed: all who come without a key are one. */
  get account(): string {
    return this.credential?.hash ?? '';
  }

  /** Throws `UNAUTHENTICATED` where the request came without a key. */
  requireCredential(): Credential {
    if (this.credential === null) throw unauthenticated();
    return this.credential;
  }

  /** Whether upstream accepted the caller's key when it was last asked. It gives no right to anything. */
  get isKnown(): boolean {
    return this.services.upstream.client.keys.isAccepted(this.credential);
  }

  /** The caller's tier where it has been asked for already; null where it has not. */
  get knownTier(): Tier | null {
    return this.tierFound;
  }

  /** The caller's tier. Throws where upstream refuses the key or does not answer. */
  async tier(): Promise<Tier> {
    this.tierFound ??= await this.services.tiers.tierOf(this.requireCredential());
    return this.tierFound;
  }

  /** This operation's way to upstream. Throws `UNAUTHENTICATED` without a key. */
  get scope(): RequestScope {
    if (this.scopeMade === null) {
      const { usage, services } = this;
      const credential = this.requireCredential();
      this.scopeMade = {
        upstream: services.upstream,
        caller: { credential, usage },
        tier: () => services.tiers.tierOrLowest(credential),
        tierNow: () => services.tiers.tierNow(credential).catch(() => 'free'),
      };
    }
    return this.scopeMade;
  }

  /** This operation's loaders. Throws `UNAUTHENTICATED` without a key. */
  get loaders(): Loaders {
    this.loadersMade ??= new Loaders(this.scope);
    return this.loadersMade;
  }

  /** What made this operation dear; null where that is not told. */
  get hints(): Hints | null {
    if (this.services.hints) this.hintsMade ??= new Hints();
    return this.hintsMade;
  }

  /** Lets go of all that was loaded: the context itself lives until the response is written. */
  release(): void {
    this.loadersMade = null;
  }
}
