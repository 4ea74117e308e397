import { createPublicKey, type JsonWebKey } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWK,
  type JWSHeaderParameters,
} from 'jose';
import { asError } from '../../errors/errors.ts';
import type { Log } from '../../observability/log.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';

/** The age at which the key set is fetched again, so that a withdrawn key is noticed within a minute. */
const REFRESH_MS = 30_000;

/** The least time between two fetches, even if they fail or if many tokens name an unknown key. */
const COOLDOWN_MS = 5_000;

/** How often it is checked whether a fetch is due. */
const CHECK_MS = 1_000;

const FETCH_TIMEOUT_MS = 5_000;
const KEY_SET_LENGTH_MAX = 2 ** 20;

interface KeySet {
  /** Finds the key that a token's header names. */
  readonly find: ReturnType<typeof createLocalJWKSet>;
  /** RFC 7638 thumbprints of the keys. */
  readonly thumbprints: ReadonlySet<string>;
}

/** What the JWKS endpoint did when the key set was last fetched. */
type EndpointState = 'untried' | 'answering' | 'failing';

/** Thrown when the key set cannot be fetched, so it is unknown whether it has the key of a token. */
export class KeySetUnavailableError extends Error {}

/**
 * The issuer's public keys, from its JWKS endpoint. `createRemoteJWKSet` of jose isn't enough here: it
 * forgets its keys when they are old and the endpoint is down, it has no cooldown after a failure, and
 * it doesn't say when a key has gone.
 */
export class SigningKeys {
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #timer: Timer;
  #keySet: KeySet | null = null;
  #fetching: Promise<void> | null = null;
  /** When the last fetch started, on the monotonic clock. */
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #state: EndpointState = 'untried';

  constructor(url: URL, clock: Clock, log: Log) {
    this.#url = url;
    this.#clock = clock;
    this.#log = log;
    this.#timer = clock.every(CHECK_MS, () => this.#refreshWhenDue());
  }

  /** How the last fetch ended; `untried` until one has. */
  get state(): EndpointState {
    return this.#state;
  }

  /** Whether a key set has ever been fetched. It stays good if the endpoint fails later. */
  get isLoaded(): boolean {
    return this.#keySet !== null;
  }

  /** Whether a key is in the set that was fetched last. */
  has(thumbprint: string): boolean {
    return this.#keySet?.thumbprints.has(thumbprint) ?? false;
  }

  /**
   * Fetches the set if a key is not in it. For requests that another replica has forwarded: it may have verified their
   * tokens with a newer set.
   */
  async lookFor(thumbprint: string): Promise<void> {
    if (!this.has(thumbprint)) await this.#refreshAfterCooldown();
  }

  /**
   * The key for a token's header, in the form that `jwtVerify` asks for. An unknown key triggers a
   * refetch. Throws jose's `JWKSNoMatchingKey`, or `KeySetUnavailableError` if the last fetch failed.
   */
  readonly keyFor = async (header: JWSHeaderParameters): Promise<CryptoKey> => {
    if (this.#keySet === null) await this.#refreshAfterCooldown();
    try {
      return await this.#find(header);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#refreshAfterCooldown();
      if (this.#state === 'failing') throw new KeySetUnavailableError('The key may be a new one.');
      return this.#find(header);
    }
  };

  /** Fetches the key set; keeps the current one on failure. Never rejects. */
  refresh(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  stop(): void {
    this.#timer.cancel();
  }

  #find(header: JWSHeaderParameters): Promise<CryptoKey> {
    if (this.#keySet === null) throw new KeySetUnavailableError('There is no key set yet.');
    return this.#keySet.find(header, { payload: '', signature: '' }); // Only the header matters.
  }

  /** Without a key set no token can be verified: until there is one, it is fetched as often as the cooldown allows. */
  #refreshWhenDue(): void {
    const isDue = this.#clock.monotonic() - this.#fetchedAt >= REFRESH_MS;
    if (isDue || !this.isLoaded) void this.#refreshAfterCooldown();
  }

  /** Fetches the set, or waits for the fetch in progress, unless the cooldown prevents a fetch. */
  async #refreshAfterCooldown(): Promise<void> {
    const isCooling = this.#clock.monotonic() - this.#fetchedAt < COOLDOWN_MS;
    if (this.#fetching !== null || !isCooling) await this.refresh();
  }

  async #fetch(): Promise<void> {
    this.#fetchedAt = this.#clock.monotonic();
    try {
      this.#keySet = await keySetOf(await fetchKeySet(this.#url));
      metrics.jwks_fetches_total.inc({ result: 'success' });
      if (this.#state === 'failing') this.#log.info({}, 'the key set for tokens is fetched again');
      this.#state = 'answering';
    } catch (error) {
      metrics.jwks_fetches_total.inc({ result: 'failure' });
      if (this.#state !== 'failing')
        this.#log.warn({ err: asError(error) }, 'the key set for tokens cannot be fetched');
      this.#state = 'failing';
    }
  }
}

async function fetchKeySet(url: URL): Promise<JSONWebKeySet> {
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`The JWKS endpoint answered ${response.status}.`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > KEY_SET_LENGTH_MAX) throw new Error('The key set is too large.');
  }
  return JSON.parse(text);
}

async function keySetOf(jwks: JSONWebKeySet): Promise<KeySet> {
  const find = createLocalJWKSet(jwks); // Throws when it isn't a key set.
  const thumbprints = await Promise.all(jwks.keys.map(thumbprintOf));
  return { find, thumbprints: new Set(thumbprints.filter((thumbprint) => thumbprint !== null)) };
}

/**
 * The thumbprint of a key in its canonical form, as `TokenVerifier` computes it: issuers may write a key's numbers with
 * leading zeros. Null if the key cannot be read, for instance if its type is unknown: RFC 7517 then has it ignored.
 */
async function thumbprintOf(key: JsonWebKey): Promise<string | null> {
  try {
    const canonical = createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' });
    return await calculateJwkThumbprint(canonical as JWK);
  } catch {
    return null;
  }
}
