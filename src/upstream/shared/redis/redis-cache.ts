import { randomUUID } from 'node:crypto';
import type { Credential } from '../../../access/credential.ts';
import { RedisCircuitBreaker, type Send } from '../../../redis/redis-circuit-breaker.ts';
import { RedisConnection } from '../../../redis/redis-connection.ts';
import { type RedisOptions, redisName } from '../../../redis/redis-names.ts';
import { LateReplyError } from '../../../scheduling/reply-within.ts';
import type { LookUpResult, SharedText } from '../look-up-result.ts';
import { FINISH, LOOK_UP } from './cache-scripts.ts';

/** The version of the format of all stored values. It is in their keys, so different versions don't meet. */
const FORMAT = 'reads:2';

/**
 * How long others wait for a replica that loads a value: short against upstream's deadline of ten seconds, so that they
 * still have time to ask upstream themselves.
 */
const CLAIM_MS = 2_000;

/** How often those who wait look whether the claim is still held. It also shows them whether Redis still answers. */
const CHECK_MS = 20;

/** How long a key stays marked as revoked: longer than a request in progress, plus the lifetime of its value. */
const REVOKED_MS = 120_000;

/** In UTF-16 code units. Longer texts are not shared: they would hold up the commands behind them. */
const TEXT_LENGTH_MAX = 2 * 2 ** 20;

/** UTF-8 takes at most three bytes for a UTF-16 code unit, so anything longer is not ours. */
const TEXT_BYTES_MAX = 3 * TEXT_LENGTH_MAX;

/** In bytes. What upstream reports about an account takes a few hundred. */
const STATUS_BYTES_MAX = 1_000;

/** A text that is too long is stored as an empty string, which tells other replicas for this long not to wait for it. */
const TOO_LONG_MS = 60_000;

/** The reply of `LOOK_UP`. `now` is Redis' time in milliseconds. */
type Reply = [
  kind: 'value' | 'claimed' | 'invalid' | 'held' | 'unshared',
  status: string,
  waitMs: number,
  now: number,
  text: string,
  leftMs: number,
];

/**
 * Upstream's responses, and what it reports about accounts, as replicas share them in Redis, by credential. No method
 * rejects: if Redis fails, nothing is found. The names in Redis don't reveal API keys.
 */
export class RedisCache {
  readonly #options: RedisOptions;
  readonly #connection: RedisConnection;
  readonly #redis: RedisCircuitBreaker;
  #hasReportedInvalid = false;

  /** Starts to connect. Nothing is shared before it has connected. */
  constructor(options: RedisOptions) {
    const { clock, log } = options;
    this.#options = options;
    this.#connection = new RedisConnection(options);
    const connection = this.#connection;
    this.#redis = new RedisCircuitBreaker({ connection, clock, log, shared: 'reads' });
  }

  close(): void {
    this.#connection.close();
  }

  /**
   * Finds a value that lasts for `freshForMs` at most. If there is none, the first replica to ask is to load it, and the
   * others wait a while for its value.
   */
  async lookUp(credential: Credential, name: string, freshForMs: number): Promise<LookUpResult> {
    const { clock } = this.#options;
    const keys = this.#keysOf(credential, name);
    const found = await this.#lookUp(keys, freshForMs);
    if (found.kind !== 'held') return found;
    const endsAt = clock.monotonic() + CLAIM_MS;
    const isHeld = () => this.#redis.run((send) => send(['EXISTS', keys.claim])).catch(() => 0);
    do {
      await new Promise<void>((resolve) => clock.after(CHECK_MS, resolve));
    } while (clock.monotonic() < endsAt && (await isHeld()) === 1);
    return { ...(await this.#lookUp(keys, freshForMs)), hasWaited: true };
  }

  /** Shares what upstream has reported about an account. */
  setStatus(credential: Credential, status: string, forMs: number): void {
    this.#set(this.#keyOf(credential, 'status'), status, forMs);
  }

  /** Shares how long upstream has asked an account to wait. */
  setWait(credential: Credential, ms: number): void {
    this.#set(this.#keyOf(credential, 'wait'), '1', ms);
  }

  delete(credential: Credential, name: string): void {
    const { value } = this.#keysOf(credential, name);
    this.#redis.inBackground((send) => send(['DEL', value]));
  }

  /** No look-up that Redis runs after this finds a value of the credential with this hash. */
  revoke(hash: string): void {
    // Sent even if Redis has just failed.
    const command = ['SET', this.#keyOf({ hash }, 'revoked'), '1', 'PX', String(REVOKED_MS)];
    this.#redis.send(command).catch(() => {});
  }

  /** Reports, once, that Redis holds something that this program can't read. */
  reportInvalid(): void {
    if (this.#hasReportedInvalid) return;
    this.#hasReportedInvalid = true;
    this.#options.log.warn({}, 'Redis holds a value that cannot be read; it counts as missing');
  }

  async #lookUp(keys: Keys, freshForMs: number): Promise<LookUpResult> {
    const token = randomUUID();
    const startedAt = this.#options.clock.monotonic();
    let isLate = false;
    const ask = async (send: Send): Promise<Reply> => {
      const values = [token, CLAIM_MS, TEXT_BYTES_MAX, STATUS_BYTES_MAX, freshForMs];
      const names = [keys.value, keys.claim, keys.revoked, keys.status, keys.wait];
      const reply = (await LOOK_UP.run(send, names, values)) as Reply;
      // It may have claimed the value. Nobody will load it for that claim any more, so give it up.
      const late = { keys, token, now: reply[3], answeredAt: startedAt };
      if (isLate) this.#finish(this.#redis.send, late, null).catch(() => {});
      return reply;
    };
    try {
      const [kind, reported, waitMs, now, text, leftMs] = await this.#redis.run(ask);
      const answeredAt = this.#options.clock.monotonic();
      const answered = { keys, token, now, answeredAt };
      const result = {
        hasWaited: false,
        account: { status: reported, waitMs },
        finish: (loaded: SharedText | null) => {
          if (kind === 'unshared') return;
          this.#redis.inBackground((send) => this.#finish(send, answered, loaded));
        },
      };
      if (kind === 'invalid') this.reportInvalid();
      if (kind !== 'value') return { ...result, kind };
      return { ...result, kind, value: { text, expiresAt: startedAt + leftMs } };
    } catch (error) {
      isLate = error instanceof LateReplyError;
      return unavailable(isLate ? 'late' : 'unavailable');
    }
  }

  #finish(send: Send, { keys, token, now, answeredAt }: Answered, loaded: SharedText | null) {
    const isTooLong = (loaded?.text.length ?? 0) > TEXT_LENGTH_MAX;
    const text = isTooLong ? '' : (loaded?.text ?? '');
    const freshMs = isTooLong ? TOO_LONG_MS : (loaded?.expiresAt ?? answeredAt) - answeredAt;
    const values = [token, text, now, Math.max(0, Math.floor(freshMs))];
    return FINISH.run(send, [keys.value, keys.claim], values);
  }

  #set(key: string, text: string, forMs: number): void {
    if (forMs < 1) return; // Redis refuses an expiry of 0.
    const ms = String(Math.floor(forMs));
    this.#redis.inBackground((send) => send(['SET', key, text, 'PX', ms]));
  }

  #keysOf(credential: Credential, valueName: string): Keys {
    const name = redisName(this.#options, 'value', credential.hash, valueName);
    const prefix = this.#keyOf(credential, '');
    return {
      value: `${prefix}value:${name}`,
      claim: `${prefix}claim:${name}`,
      revoked: `${prefix}revoked`,
      status: `${prefix}status`,
      wait: `${prefix}wait`,
    };
  }

  #keyOf({ hash }: Pick<Credential, 'hash'>, kind: string): string {
    return `oddsgraph:${FORMAT}:{${redisName(this.#options, 'account', hash)}}:${kind}`;
  }
}

/** The Redis keys of a value and of its account. */
type Keys = Readonly<Record<'value' | 'claim' | 'revoked' | 'status' | 'wait', string>>;

/** A look-up that has been answered. */
interface Answered {
  readonly keys: Keys;
  readonly token: string;
  /** When Redis ran the look-up, by its own clock. */
  readonly now: number;
  /** When its answer arrived, on the monotonic clock of this process. */
  readonly answeredAt: number;
}

function unavailable(kind: 'late' | 'unavailable'): LookUpResult {
  return { kind, hasWaited: false, account: null, finish() {} };
}
