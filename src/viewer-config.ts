import { TIERS, type Tier } from './contract/tiers.ts';

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
  /** Null if none is configured; then, in development, the built-in odds service issues the tokens. */
  readonly tokenIssuer: TokenIssuerConfig | null;
  /** The JWT claim with the viewer's tier; dots separate nested properties. */
  readonly tierClaim: string;
  /** Upstream requests that one viewer may cause in a minute. */
  readonly requestsPerMinute: number;
  /** The cookie that may carry a token; null if none may. */
  readonly cookie: string | null;
}

/** `free=KEY,pro=KEY`: null unless each part names a different tier and a key. */
export function tierKeys(value: string): ReadonlyMap<Tier, string> | null {
  const keys = new Map<Tier, string>();
  for (const part of value.split(',')) {
    const [, name, key] = /^\s*(\w+)=([\x21-\x7e]+?)\s*$/.exec(part) ?? [];
    const tier = TIERS.find((known) => known === name);
    if (tier === undefined || key === undefined || keys.has(tier)) return null;
    keys.set(tier, key);
  }
  return keys;
}

/** Origins such as `https://app.example.com`, separated by commas: null if one is not an origin. */
export function origins(value: string): string[] | null {
  const named = value.split(',').map((origin) => origin.trim());
  return named.every((origin) => URL.parse(origin)?.origin === origin) ? named : null;
}

/** A cookie's name by RFC 6265: null if it is not valid. */
export function cookieName(value: string): string | null {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : null;
}
