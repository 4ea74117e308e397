import { hash } from 'node:crypto';
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  exportJWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { lruCache } from '../../caching/lru-cache.ts';
import { highestTier, isTier, type Tier, tierAllows } from '../../contract/tiers.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { Credential } from '../credential.ts';
import type { Viewer } from '../identity.ts';
import { KeySetUnavailableError, type SigningKeys } from './signing-keys.ts';

/** Asymmetric algorithms only: a public key must never pass for a shared secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** How far the issuer's clock may differ from this server's. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Both lengths are in characters. */
const TOKEN_LENGTH_MAX = 8_192;
const SUBJECT_LENGTH_MAX = 255;

/** How many verified tokens are remembered: about 500 bytes each. */
const VERIFIED_MAX = 50_000;

interface TokenVerifierOptions {
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly audience: string;
  /** The claim with the viewer's tier: its whole name, or else a path whose dots separate nested properties. */
  readonly tierClaim: string;
  /** The operator's API keys for the odds service, by the tier that viewers get with each. */
  readonly upstreamKeys: ReadonlyMap<Tier, Credential>;
  readonly clock: Clock;
}

/**
 * Turns JWTs into viewers. A token is verified once and then remembered, by
 * its hash, until it expires or its signing key leaves the issuer's key set.
 */
export class TokenVerifier {
  readonly #options: TokenVerifierOptions;
  readonly #verified = lruCache<Viewer>(VERIFIED_MAX);

  constructor(options: TokenVerifierOptions) {
    this.#options = options;
  }

  /** The viewer of a token that was verified before and is still valid; null for any other. */
  verified(token: string): Viewer | null {
    // API keys, most of which have no dot, need not be hashed.
    if (token.length > TOKEN_LENGTH_MAX || !token.includes('.')) return null;
    const known = this.#verified.get(hash('sha256', token));
    return known !== undefined && this.isValid(known) ? known : null;
  }

  /** Throws an `UNAUTHENTICATED` error that says what is wrong with the token, never what is in it. */
  async verify(token: string): Promise<Viewer> {
    if (token.length > TOKEN_LENGTH_MAX) {
      throw refused(`The token is longer than ${TOKEN_LENGTH_MAX} characters.`);
    }
    const viewer = await this.#verify(token);
    this.#verified.set(hash('sha256', token), viewer);
    return viewer;
  }

  /** Whether a viewer's token has neither expired nor lost its signing key. */
  isValid({ expiresAt, signedBy }: Viewer): boolean {
    return expiresAt > this.#options.clock.now() && this.#options.keys.has(signedBy);
  }

  async #verify(token: string): Promise<Viewer> {
    const { keys, issuer, audience, clock } = this.#options;
    try {
      const { payload, key } = await jwtVerify(token, keys.keyFor, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
      });
      const signedBy = await calculateJwkThumbprint(await exportJWK(key));
      return this.#viewerOf(payload, signedBy);
    } catch (error) {
      throw error instanceof OddsgraphError ? error : refusalOf(error);
    }
  }

  #viewerOf(payload: JWTPayload, signedBy: string): Viewer {
    const { sub, exp = 0 } = payload;
    if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_LENGTH_MAX) {
      const lengths = `1 to ${SUBJECT_LENGTH_MAX} characters`;
      throw refused(`The token's claim "sub" must be a string of ${lengths}.`);
    }
    const stated = tierOf(payload, this.#options.tierClaim);
    const [tier, credential] = bestKeyFor(stated, this.#options.upstreamKeys);
    const id = hash('sha256', JSON.stringify([this.#options.issuer, sub]));
    const expiresAt = (exp + CLOCK_TOLERANCE_SECONDS) * 1_000;
    return { id, tier, credential, expiresAt, signedBy };
  }
}

/**
 * Whether a bearer credential is a JWT: three base64url parts, of which the first is a JSON object that
 * names an algorithm. Anything else is treated as an API key.
 */
export function isToken(bearer: string): boolean {
  if (!/^[\w-]+\.[\w-]*\.[\w-]*$/.test(bearer)) return false;
  try {
    return typeof decodeProtectedHeader(bearer).alg === 'string';
  } catch {
    return false;
  }
}

/**
 * Whether a text has a token in it, or most of one, whatever is around and between its parts. The header of each
 * token names its algorithm, and the claims of each that is accepted say when it expires.
 */
export function holdsToken(text: string): boolean {
  return TOKEN_MARKS.some((mark) => text.includes(mark));
}

/**
 * What the names are in base64url, without the characters that depend on what stands before and after them. Base64 encodes
 * three bytes at a time, so each name has a form for 0, 1 and 2 bytes before it.
 */
const TOKEN_MARKS = ['"alg"', '"exp"'].flatMap((name) =>
  [0, 1, 2].map((before) =>
    Buffer.from(' '.repeat(before) + name)
      .toString('base64url')
      .slice(Math.ceil((before * 4) / 3), Math.floor(((before + name.length) * 4) / 3)),
  ),
);

/** Rejects every token on a server that has no issuer configured. */
export function tokensNotAccepted(): OddsgraphError {
  return refused('This server accepts API keys, not tokens.');
}

/** The tier that a token states in `claim`; `free` when the claim is missing or isn't one of the tiers. */
export function tierOf(payload: JWTPayload, claim: string): Tier {
  const stated = Object.hasOwn(payload, claim) ? payload[claim] : valueAt(payload, claim);
  const name = typeof stated === 'string' ? stated.toLowerCase() : stated;
  return isTier(name) ? name : 'free';
}

function valueAt(payload: JWTPayload, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null;
    return isObject && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
  }, payload);
}

/** The operator's key of a tier, or else of the next lower tier that the operator has a key for. */
function bestKeyFor(tier: Tier, keys: ReadonlyMap<Tier, Credential>): readonly [Tier, Credential] {
  const best = highestTier(keys.keys().filter((keyTier) => tierAllows(tier, keyTier)));
  const credential = best && keys.get(best);
  if (best && credential) return [best, credential];
  throw new OddsgraphError('FORBIDDEN', `Viewers on the ${tier} tier are not served here.`);
}

function refused(message: string): OddsgraphError {
  return new OddsgraphError('UNAUTHENTICATED', message);
}

/** What is wrong with a token, in our own words: jose's messages may repeat claims. */
function refusalOf(error: unknown): OddsgraphError {
  if (error instanceof KeySetUnavailableError) {
    const message = "Tokens can't be verified at the moment: the issuer's keys are not available.";
    return new OddsgraphError('UPSTREAM_UNAVAILABLE', message);
  }
  if (error instanceof errors.JWTExpired) return refused('The token has expired.');
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (reason === 'missing') return refused(`The token has no claim "${claim}".`);
    if (reason === 'invalid') return refused(`The token's claim "${claim}" has a wrong type.`);
    if (claim === 'nbf') return refused('The token is not valid yet.');
    if (claim === 'iss') return refused('The token comes from another issuer.');
    if (claim === 'aud') return refused('The token is meant for another audience.');
  }
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return refused('The token is not signed with an algorithm that is accepted.');
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return refused('The token is signed with a key that its issuer does not list.');
  }
  if (error instanceof errors.JWKSMultipleMatchingKeys) {
    return refused(
      'The token does not say which of the issuer\'s keys signed it: "kid" is missing.',
    );
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return refused("The token's signature is wrong.");
  }
  return refused('The token is malformed.');
}
