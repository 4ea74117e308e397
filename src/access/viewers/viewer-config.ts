import { isTier, TIERS, type Tier } from '../../contract/tiers.ts';
import {
  ConfigError,
  httpUrlWithQuery,
  type ReadVariable,
  text,
  wholeNumber,
} from '../../process/read-variable.ts';

/** Whose JWTs are accepted from viewers (the users of the operator's application), and the keys that serve them. */
export interface TokenIssuerConfig {
  readonly jwksUrl: URL;
  readonly issuer: string;
  readonly audience: string;
  /** The operator's API keys, by the tier (subscription plan) that viewers get with each. */
  readonly upstreamKeys: ReadonlyMap<Tier, string>;
}

/** How viewers are let in. They have a JWT in place of an API key. */
export interface ViewerConfig {
  /** Null if none is configured; then, in development, the embedded origin issues the tokens. */
  readonly tokenIssuer: TokenIssuerConfig | null;
  /** The JWT claim with the viewer's tier: its whole name, or else a path whose dots separate nested properties. */
  readonly tierClaim: string;
  /** Upstream requests that one viewer may cause in a minute. */
  readonly requestsPerMinute: number;
  /** The cookie that may carry a token; null if none may. */
  readonly cookie: string | null;
}

export function readViewers(read: ReadVariable): ViewerConfig {
  return {
    tokenIssuer: readTokenIssuer(read),
    tierClaim: text(read, 'JWT_TIER_CLAIM', 'tier'),
    requestsPerMinute: wholeNumber(read, 'VIEWER_REQUESTS', 120, 1, 1_000_000),
    cookie: read('JWT_COOKIE', null, cookieName, "a cookie's name"),
  };
}

/** Null if none of the issuer's variables is set. */
function readTokenIssuer(read: ReadVariable): TokenIssuerConfig | null {
  const urlRule = 'an http or https URL without credentials or fragment';
  const jwksUrl = read('JWT_JWKS_URL', null, httpUrlWithQuery, urlRule);
  const issuer = text(read, 'JWT_ISSUER', null);
  const audience = text(read, 'JWT_AUDIENCE', null);
  const keysRule = `pairs such as free=KEY,pro=KEY, with each tier (${TIERS.join(', ')}) at most once`;
  const upstreamKeys = read('UPSTREAM_KEYS', null, tierKeys, keysRule);
  if (jwksUrl !== null && issuer !== null && audience !== null && upstreamKeys !== null) {
    return { jwksUrl, issuer, audience, upstreamKeys };
  }
  const variables = Object.entries({
    JWT_JWKS_URL: jwksUrl,
    JWT_ISSUER: issuer,
    JWT_AUDIENCE: audience,
    UPSTREAM_KEYS: upstreamKeys,
  });
  const unset = variables.flatMap(([name, value]) => (value === null ? [name] : []));
  if (unset.length === variables.length) return null;
  throw new ConfigError(`The issuer of tokens is incomplete: set ${unset.join(', ')}.`);
}

/** `free=KEY,pro=KEY`: null unless each part names a different tier and a key. */
function tierKeys(value: string): ReadonlyMap<Tier, string> | null {
  const keys = new Map<Tier, string>();
  for (const part of value.split(',')) {
    const [, tier, key] = /^\s*(\w+)=([\x21-\x7e]+?)\s*$/.exec(part) ?? [];
    if (!isTier(tier) || key === undefined || keys.has(tier)) return null;
    keys.set(tier, key);
  }
  return keys;
}

/** A cookie's name by RFC 6265: null if it is not valid. */
function cookieName(value: string): string | null {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : null;
}
