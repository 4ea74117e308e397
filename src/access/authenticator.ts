import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import { Credential } from '../credential.ts';
import { OddsgraphError } from '../errors.ts';
import {
  ANONYMOUS,
  accountIdentity,
  type Identity,
  refusedIdentity,
  viewerIdentity,
} from './identity.ts';
import { presentedCredentials } from './presented-credentials.ts';
import { isToken, type TokenVerifier, tokensNotAccepted } from './viewers/token-verifier.ts';

/** In characters. Whatever is longer cannot be an API key and is ignored. */
const KEY_LENGTH_MAX = 512;

export interface AuthenticatorOptions {
  /** Verifies the tokens of viewers: end users with a JWT instead of an API key. Null if none are accepted. */
  readonly tokens: TokenVerifier | null;
  /** Whether callers may send an API key of their own for the odds service. */
  readonly acceptsApiKeys: boolean;
  /** The cookie that may carry a token, and the origins whose pages may send it. */
  readonly cookie: { readonly name: string; readonly origins: readonly string[] } | null;
}

/** Identifies the sender of a request from its API key or token. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /** Whether a cookie may identify a caller. */
  get acceptsCookies(): boolean {
    return this.#options.cookie !== null;
  }

  /**
   * Never throws or rejects: what is wrong with a credential is part of the identity. Asynchronous only for
   * a token that has to be verified first.
   */
  identify(headers: IncomingHttpHeaders, url: string): Identity | Promise<Identity> {
    const presented = presentedCredentials(headers, url);
    const cookie = this.#cookieToken(headers);
    if (cookie !== null) presented.push(cookie);
    const [first] = presented;
    if (first === undefined) return ANONYMOUS;
    // First, since a verified credential is certainly a token, and `isToken` takes a while.
    const known = presented.length === 1 ? this.#options.tokens?.verified(first) : null;
    if (known) return viewerIdentity(known);
    // If all are API keys, the first counts: that of the X-API-Key header if there is one.
    if (!presented.some(isToken)) return this.#accountOf(first);
    if (presented.some((other) => other !== first)) return refusedIdentity(severalCredentials());
    return this.#viewerOf(first);
  }

  /** The identity of a caller with an API key, which stands for an account at the odds service. */
  #accountOf(key: string): Identity {
    if (key.length > KEY_LENGTH_MAX) return ANONYMOUS;
    if (this.#options.acceptsApiKeys) return accountIdentity(new Credential(key));
    const message = 'This server accepts tokens, not API keys.';
    return refusedIdentity(new OddsgraphError('UNAUTHENTICATED', message));
  }

  #viewerOf(token: string): Identity | Promise<Identity> {
    const { tokens } = this.#options;
    if (tokens === null) return refusedIdentity(tokensNotAccepted());
    const verified = tokens.verified(token);
    return verified === null ? this.#verify(tokens, token) : viewerIdentity(verified);
  }

  async #verify(tokens: TokenVerifier, token: string): Promise<Identity> {
    try {
      return viewerIdentity(await tokens.verify(token));
    } catch (error) {
      if (error instanceof OddsgraphError) return refusedIdentity(error);
      throw error;
    }
  }

  /**
   * Browsers send cookies with requests from any page, so the page's origin must be one of the
   * configured ones. If there is no `Origin` header, as when a page loads an image, `Sec-Fetch-Site` says
   * whether the page belongs to another site.
   */
  #cookieToken(headers: IncomingHttpHeaders): string | null {
    const { cookie, origin, host, 'sec-fetch-site': site } = headers;
    if (this.#options.cookie === null || cookie === undefined) return null;
    const { name, origins } = this.#options.cookie;
    const isTrusted =
      origin === undefined
        ? site !== 'cross-site'
        : URL.parse(origin)?.host === host || origins.includes(origin);
    if (!isTrusted) return null;
    const value = parseCookie(cookie)[name];
    // A value that is not a token is not meant for this server: it must not be sent upstream as an API key.
    return value !== undefined && isToken(value) ? value : null;
  }
}

function severalCredentials(): OddsgraphError {
  const message = 'Send one credential: a token or an API key, and only once.';
  return new OddsgraphError('UNAUTHENTICATED', message);
}
