import type { Clock } from '../clock.ts';
import type { Tier } from '../contract/tiers.ts';
import { unauthenticated } from '../errors.ts';
import type { LiveHub } from '../live/hub.ts';
import { Loaders } from '../loaders/loaders.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Upstream } from '../upstream/endpoints.ts';
import { Ledger } from '../upstream/ledger.ts';
import type { Session } from '../upstream/session.ts';
import type { TierLookup } from '../upstream/tier-lookup.ts';
import type { Credential } from '../viewer.ts';
import type { RowPacer } from './row-pacer.ts';

/** What resolvers need of the process. */
export interface Services {
  readonly upstream: Upstream;
  readonly tiers: TierLookup;
  readonly live: LiveHub;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** Requests that one operation may send upstream, whatever it was thought to cost. */
export const UPSTREAM_REQUESTS_MAX = 250;

/** One operation: who asks, what it has cost so far, and its loaders. */
export class OperationContext {
  readonly services: Services;
  /** Null where the request came without a key: introspection needs none. */
  readonly credential: Credential | null;
  /** Present while a large operation is executed: lists that it loads wait for their turn. */
  pacer: RowPacer | null = null;
  readonly ledger = new Ledger(UPSTREAM_REQUESTS_MAX);
  // Not #private: Apollo Server copies contexts, and copies have no #private fields.
  private tierFound: Tier | null = null;
  private sessionMade: Session | null = null;
  private loadersMade: Loaders | null = null;

  constructor(services: Services, credential: Credential | null) {
    this.services = services;
    this.credential = credential;
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
  get session(): Session {
    if (this.sessionMade === null) {
      const { ledger, services } = this;
      const credential = this.requireCredential();
      this.sessionMade = {
        upstream: services.upstream,
        caller: { credential, ledger },
        tier: () => services.tiers.tierOrLowest(credential),
      };
    }
    return this.sessionMade;
  }

  /** This operation's loaders. Throws `UNAUTHENTICATED` without a key. */
  get loaders(): Loaders {
    this.loadersMade ??= new Loaders(this.session);
    return this.loadersMade;
  }

  /** Lets go of all that was loaded: the context itself lives until the response is written. */
  release(): void {
    this.loadersMade = null;
  }
}
