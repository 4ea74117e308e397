import type { JsonRoute, ResponseOf } from '../contract/route.ts';
import { metrics } from '../observability/metrics.ts';
import type { Clock } from '../scheduling/clock.ts';
import { AccountStatuses } from './accounts/account-statuses.ts';
import { CacheNamespaces } from './accounts/cache-namespaces.ts';
import { KeyStatuses } from './accounts/key-statuses.ts';
import { type Call, type Caller, callOf, type RequestTo, type ResponseReader } from './call.ts';
import { HeldResponses } from './held-responses.ts';
import { type RequestOptions, UpstreamRequests } from './http/requests.ts';
import type { UpstreamState } from './http/upstream-http.ts';
import { UsageLimitError } from './request-usage.ts';
import { UpstreamResponse } from './response.ts';
import type { SharedText } from './shared/look-up-result.ts';
import type { RedisCache } from './shared/redis/redis-cache.ts';
import { SharedReads } from './shared/shared-reads.ts';

export interface UpstreamOptions extends RequestOptions {
  /** Where replicas share what they read; null in a process on its own. */
  readonly sharedCache?: RedisCache | null;
}

/**
 * The upstream service, called by the routes of its contract. Only streams go another way. Equal reads
 * of one credential share a request in progress, and its response while it is fresh; credentials never share
 * anything.
 */
export class Upstream {
  readonly clock: Clock;
  /** The names under which data of a credential is cached, here and elsewhere in the process. */
  readonly namespaces = new CacheNamespaces();
  readonly keys: KeyStatuses;
  readonly accounts: AccountStatuses;
  readonly shared: SharedReads;
  readonly #requests: UpstreamRequests;
  readonly #held: HeldResponses;
  readonly #baseAddress: string;

  constructor(options: UpstreamOptions) {
    const { clock, baseUrl } = options;
    this.clock = clock;
    this.keys = new KeyStatuses(clock);
    this.accounts = new AccountStatuses(clock);
    this.shared = new SharedReads(options.sharedCache ?? null, this.accounts, this.keys);
    this.namespaces.onRevoke((hash) => {
      this.keys.forget(hash);
      this.shared.revoke(hash);
    });
    this.#requests = new UpstreamRequests(options, this);
    this.#held = new HeldResponses(clock);
    this.#baseAddress = baseUrl.origin + baseUrl.pathname.replace(/\/$/, '');
  }

  /**
   * Calls a route. Reads are retried, and shared while they are fresh; a change is sent once, because a failed
   * attempt may have taken effect. Throws an `OddsgraphError`. `read` replaces the reader of the route's
   * schema. Callers share what it has returned, so all calls of one route have to use the same reader.
   */
  async call<R extends JsonRoute, T extends object = ResponseOf<R> & object>(
    route: R,
    caller: Caller,
    request: RequestTo<R>,
    read?: ResponseReader<T>,
  ): Promise<T> {
    const { usage } = caller;
    const call = callOf(route, request, read);
    usage.waiting.begin(this.clock);
    try {
      const response =
        call.freshForMs === null
          ? await this.#write(caller, call)
          : await this.#read(caller, call, call.freshForMs);
      const { expiresAt } = response;
      // It came `freshForMs` before it expires.
      usage.recordRead(expiresAt - (call.freshForMs ?? 0), expiresAt);
      const value = await response.value((text) => this.#requests.parse(text, caller, call));
      return value as T; // `call.read` has checked it.
    } finally {
      usage.waiting.end(this.clock);
    }
  }

  /** Turns a path from a response into an absolute URL that a browser can open. */
  addressOf(path: string): string {
    return this.#baseAddress + path;
  }

  /** Characters of all cached responses. */
  get heldCharacters(): number {
    return this.#held.characters;
  }

  get state(): UpstreamState {
    return this.#requests.state;
  }

  async close(): Promise<void> {
    this.#held.close();
    await this.#requests.close();
  }

  /** Reads from memory, from an equal request in progress, from another replica, or from upstream. */
  async #read(caller: Caller, call: Call, freshForMs: number): Promise<UpstreamResponse> {
    const { credential, usage } = caller;
    const name = `${call.method} ${call.path} ${call.body ?? ''}`;
    const key = `${this.namespaces.of(credential)} ${name}`;
    const fresh = this.#held.fresh(key, freshForMs);
    const held = fresh ?? this.#held.inProgress(key);
    if (held === undefined) {
      const request =
        freshForMs > 0
          ? this.#readShared(caller, call, name, freshForMs)
          : this.#requests.send(caller, call);
      return await this.#held.share(key, freshForMs, request);
    }
    usage.cached += 1;
    metrics.upstream_responses_shared_total.inc({
      from: fresh === undefined ? 'request' : 'memory',
    });
    try {
      return await held;
    } catch (error) {
      // The operation that was to send it had no requests left; this one may have some.
      if (!(error instanceof UsageLimitError)) throw error;
      usage.cached -= 1;
      return this.#read(caller, call, freshForMs);
    }
  }

  /** Reads from another replica, or from upstream for all of them. */
  #readShared(
    caller: Caller,
    call: Call,
    name: string,
    freshForMs: number,
  ): Promise<UpstreamResponse> {
    return this.shared.read(caller.credential, name, {
      freshForMs,
      load: () => this.#requests.send(caller, call),
      decode: async ({ text, expiresAt }: SharedText): Promise<UpstreamResponse> => {
        const value = await this.#requests.parse(text, caller, call);
        caller.usage.cached += 1;
        metrics.upstream_responses_shared_total.inc({ from: 'replica' });
        return new UpstreamResponse(text, value, expiresAt);
      },
    });
  }

  async #write(caller: Caller, call: Call): Promise<UpstreamResponse> {
    try {
      return await this.#requests.send(caller, call);
    } finally {
      // Reads that began before may not show the change. Keys, all that changes concern, are not cached.
      this.#held.endSharing(this.namespaces.of(caller.credential));
    }
  }
}
