import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Credential } from '../../access/credential.ts';
import { Count } from '../../contract/wire.ts';
import { metrics } from '../../observability/metrics.ts';
import {
  type AccountStatus,
  type AccountStatuses,
  LATEST_DATE_SECONDS,
} from '../accounts/account-statuses.ts';
import type { KeyStatuses } from '../accounts/key-statuses.ts';
import type { RefusedError } from '../failure.ts';
import type { LookUpResult, ReportedAccount, SharedText } from './look-up-result.ts';
import type { RedisCache } from './redis/redis-cache.ts';

/** How a value is read. */
export interface Source<T extends SharedText> {
  /** How long a value is fresh: no replica can have loaded one that lasts longer. */
  readonly freshForMs: number;
  /** Reads what another replica has loaded. Throws if it is invalid. */
  decode(shared: SharedText): T | Promise<T>;
  load(): Promise<T>;
}

/** How long other replicas may use what upstream last reported about an account. */
const STATUS_MS = 60_000;

/** An `AccountStatus`, as another replica has shared it. */
const Status = Compile(
  Type.Object({
    rateLimit: Type.Union([
      Type.Object({
        limit: Count,
        remaining: Count,
        resetAt: Type.Integer({ minimum: 0, maximum: LATEST_DATE_SECONDS * 1_000 }),
      }),
      Type.Null(),
    ]),
    dataDelaySeconds: Type.Union([Count, Type.Null()]),
  }),
);

/**
 * Shares with other replicas what is read upstream, and what upstream reports about accounts. Without a
 * cache everything is loaded by this process. Values are found by credential only, so a replica can
 * read those of an account only once a caller has sent it the account's API key.
 */
export class SharedReads {
  readonly #cache: RedisCache | null;
  readonly #accounts: AccountStatuses;
  readonly #keys: KeyStatuses;

  constructor(cache: RedisCache | null, accounts: AccountStatuses, keys: KeyStatuses) {
    this.#cache = cache;
    this.#accounts = accounts;
    this.#keys = keys;
  }

  /**
   * The value that another replica has loaded or is loading, or else a new one. Rejects as `load` does,
   * and with `UNAUTHENTICATED` for a key that upstream has just refused.
   */
  async read<T extends SharedText>(
    credential: Credential,
    name: string,
    source: Source<T>,
  ): Promise<T> {
    if (this.#cache === null) return source.load();
    this.#keys.assertNotRefused(credential);
    const found = await this.#cache.lookUp(credential, name, source.freshForMs);
    this.#adopt(credential, found.account);
    const shared = found.kind === 'value' ? await this.#decode(source, found.value) : null;
    metrics.shared_reads_total.inc({ outcome: outcomeOf(found, shared !== null) });
    if (shared !== null) {
      this.#keys.accept(credential); // Upstream accepts it: otherwise no replica could have loaded the value.
      return shared;
    }
    if (found.kind === 'value') this.forget(credential, name); // It is invalid.
    try {
      const loaded = await source.load();
      found.finish(loaded);
      return loaded;
    } catch (error) {
      found.finish(null);
      throw error;
    }
  }

  /** Forgets a value that has turned out to be wrong. */
  forget(credential: Credential, name: string): void {
    this.#cache?.delete(credential, name);
  }

  /** Makes everything unreachable that is shared for a key that has been revoked. */
  revoke(hash: string): void {
    this.#cache?.revoke(hash);
  }

  /** Shares what a response of upstream reported. */
  reportStatus(credential: Credential, status: AccountStatus): void {
    if (status.rateLimit === null && status.dataDelaySeconds === null) return;
    this.#cache?.setStatus(credential, JSON.stringify(status), STATUS_MS);
  }

  /** Shares how long a refusal asks the account to wait. */
  reportRefusal(credential: Credential, { code, retryAfterMs }: RefusedError): void {
    if (code === 'RATE_LIMITED') this.#cache?.setWait(credential, retryAfterMs ?? 0);
  }

  /** Takes over what upstream has reported to any replica. */
  #adopt(credential: Credential, account: ReportedAccount | null): void {
    if (account === null) return;
    if (account.status !== '') {
      const status = parsed(account.status);
      if (Status.Check(status)) this.#accounts.adopt(credential, status);
      else this.#cache?.reportInvalid();
    }
    this.#accounts.adoptWait(credential, account.waitMs);
  }

  /** Null if it is invalid. */
  async #decode<T extends SharedText>(source: Source<T>, value: SharedText): Promise<T | null> {
    try {
      return await source.decode(value);
    } catch {
      this.#cache?.reportInvalid();
      return null;
    }
  }
}

function outcomeOf({ kind, hasWaited }: LookUpResult, isValid: boolean): string {
  if (kind === 'claimed') return 'miss';
  if (kind !== 'value') return kind;
  if (!isValid) return 'invalid';
  return hasWaited ? 'awaited' : 'hit';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
