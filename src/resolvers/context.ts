import type { Clock } from '../clock.ts';
import type { Tier } from '../contract/tiers.ts';
import { unauthenticated } from '../errors.ts';
import { Loaders } from '../loaders/loaders.ts';
import type { Upstream } from '../upstream/endpoints.ts';
import { Ledger } from '../upstream/ledger.ts';
import type { Session } from '../upstream/session.ts';
import type { TierLookup } from '../upstream/tier-lookup.ts';
import type { Credential } from '../viewer.ts';

/** What resolvers need of the process. */
export interface Services {
  readonly upstream: Upstream;
  readonly tiers: TierLookup;
  readonly clock: Clock;
}

/** One operation: who asks, what it has cost so far, and its loaders. */
export class OperationContext {
  readonly services: Services;
  /** Null where the request came without a key: introspection needs none. */
  readonly credential: Credential | null;
  readonly ledger = new Ledger();
  #tier: Tier | null = null;
  #session: Session | null = null;
  #loaders: Loaders | null = null;

  constructor(services: Services, credential: Credential | null) {
    this.services = services;
    this.credential = credential;
  }

  /** Throws `UNAUTHENTICATED` where the request came without a key. */
  requireCredential(): Credential {
    if (this.credential === null) throw unauthenticated();
    return this.credential;
  }

  /** The caller's tier where it has been asked for already; null where it has not. */
  get knownTier(): Tier | null {
    return this.#tier;
  }

  /** The caller's tier. Throws where upstream refuses the key or does not answer. */
  async tier(): Promise<Tier> {
    this.#tier ??= await this.services.tiers.tierOf(this.requireCredential());
    return this.#tier;
  }

  /** This operation's way to upstream. Throws `UNAUTHENTICATED` without a key. */
  get session(): Session {
    if (this.#session === null) {
      const { ledger, services } = this;
      const credential = this.requireCredential();
      this.#session = {
        upstream: services.upstream,
        caller: { credential, ledger },
        tier: () => services.tiers.tierOrLowest(credential),
      };
    }
    return this.#session;
  }

  /** This operation's loaders. Throws `UNAUTHENTICATED` without a key. */
  get loaders(): Loaders {
    this.#loaders ??= new Loaders(this.session);
    return this.#loaders;
  }

  /** Lets go of all that was loaded: the context itself lives until the response is written. */
  release(): void {
    this.#loaders = null;
  }
}
