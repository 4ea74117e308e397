import { TIERS, type Tier } from './contract/tiers.ts';

/** Whose tokens are accepted, and what viewers are served with. */
export interface TokenIssuerConfig {
  readonly jwksUrl: URL;
  readonly issuer: string;
  readonly audience: string;
  /** The operator's API keys, by the tier each one sells. */
  readonly upstreamKeys: ReadonlyMap<Tier, string>;
}

export interface ViewerConfig {
  /** Null if no issuer is named; then only the embedded origin's may be used, in development. */
  readonly tokenIssuer: TokenIssuerConfig | null;
  /** The claim with the viewer's tier; dots separate nested properties. */
  readonly tierClaim: string;
  /** Upstream requests that one viewer may cause in a minute. */
  readonly requestsPerMinute: number;
  /** The cookie that may carry a token; null if only headers may. */
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

/** Origins such as `https://app.example.com`, separated by commas. */
export function origins(value: string): string[] | null {
  const named = value.split(',').map((origin) => origin.trim());
  return named.every((origin) => URL.parse(origin)?.origin === origin) ? named : null;
}

/** A cookie's name by RFC 6265. */
export function cookieName(value: string): string | null {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : null;
}
