import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import { OddsgraphError } from '../errors/errors.ts';
import { Credential } from './credential.ts';
import {
  ANONYMOUS,
  accountIdentity,
  type Identity,
  refusedIdentity,
  viewerIdentity,
} from './identity.ts';
import {
  holdsToken,
  isToken,
  type TokenVerifier,
  tokensNotAccepted,
} from './viewers/token-verifier.ts';

/** In characters. Whatever is longer cannot be an API key and is ignored. */
const KEY_LENGTH_MAX = 512;

/** In characters. Whatever is longer is ignored unread. Tokens have a lower maximum of their own. */
const PRESENTED_LENGTH_MAX = 16_384;

interface AuthenticatorOptions {
  /** Verifies the tokens of viewers. Null if none are accepted. */
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
   * Whether a header with a credential, or the cookie, comes twice. Node would take the first; a proxy or another server
   * might have taken the last.
   */
  hasRepeatedCredential({ rawHeaders, headers }: IncomingMessage): boolean {
    if (hasRepeatedHeader(rawHeaders)) return true;
    const { cookie } = this.#options;
    if (cookie === null || headers.cookie === undefined) return false;
    const names = headers.cookie.split(';').map((one) => one.split('=', 1)[0]?.trim());
    return names.filter((name) => name === cookie.name).length > 1;
  }

  /**
   * The sender of a request. Ways in other than HTTP pass its credential as a header, too. What can't be sent upstream in a
   * header is ignored. Never throws or rejects: what is wrong with a credential is part of the identity. Asynchronous only
   * for a token that has to be verified first.
   */
  identify(headers: IncomingHttpHeaders, url: string): Identity | Promise<Identity> {
    const given = [...presentedCredentials(headers, url), this.#cookieToken(headers)];
    const presented = given.filter(isSendable);
    const [first] = presented;
    if (first === undefined) return ANONYMOUS;
    const isOne = presented.every((other) => other === first);
    const { tokens } = this.#options;
    // First, since a verified credential is certainly a token, and `isToken` takes a while.
    const known = isOne ? tokens?.verified(first) : null;
    if (known) return viewerIdentity(known);
    // If all are API keys, the first counts: that of the X-API-Key header if there is one.
    if (!presented.some(isToken)) return this.#keyHolderOf(first);
    if (!isOne) return refusedIdentity(severalCredentials());
    return tokens === null ? refusedIdentity(tokensNotAccepted()) : this.#verify(tokens, first);
  }

  /** The identity of a caller with an API key. */
  #keyHolderOf(key: string): Identity {
    if (holdsToken(key)) return refusedIdentity(spoiltToken()); // It must not be sent upstream.
    if (key.length > KEY_LENGTH_MAX) return ANONYMOUS;
    if (this.#options.acceptsApiKeys) return accountIdentity(new Credential(key));
    const message = 'This server accepts tokens, not API keys.';
    return refusedIdentity(new OddsgraphError('UNAUTHENTICATED', message));
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
   * Browsers send cookies with requests from any page, so the page's origin must be this server's own or one of the
   * configured ones. If there is no `Origin` header, as when a page loads an image, `Sec-Fetch-Site` says
   * whether the page belongs to another site.
   */
  #cookieToken(headers: IncomingHttpHeaders): string | null {
    const { cookie, origin } = headers;
    if (this.#options.cookie === null || cookie === undefined) return null;
    const { name, origins } = this.#options.cookie;
    const isTrusted =
      origin === undefined
        ? siteOf(headers) !== 'cross-site'
        : isOwnOrigin(origin, headers) || origins.includes(origin);
    if (!isTrusted) return null;
    const value = parseCookie(cookie)[name];
    // A value that is not a token is not meant for this server: it must not be sent upstream as an API key.
    return value !== undefined && isToken(value) ? value : null;
  }
}

/**
 * Whether a page is one of this server. Behind a proxy that speaks TLS only the browser knows, since it knows the scheme
 * of both: it says so in `Sec-Fetch-Site`, which pages can't set. Without that header, the scheme is this server's own.
 */
function isOwnOrigin(origin: string, headers: IncomingHttpHeaders): boolean {
  const site = siteOf(headers);
  if (site !== undefined) return site === 'same-origin';
  return headers.host !== undefined && origin === `http://${headers.host}`;
}

function siteOf({ 'sec-fetch-site': site }: IncomingHttpHeaders): string | undefined {
  return typeof site === 'string' ? site.toLowerCase() : undefined;
}

function spoiltToken(): OddsgraphError {
  const message = 'The credential holds a token and something else: send the token alone.';
  return new OddsgraphError('UNAUTHENTICATED', message);
}

function severalCredentials(): OddsgraphError {
  const message = 'Send one credential: a token or an API key, and only once.';
  return new OddsgraphError('UNAUTHENTICATED', message);
}

/**
 * The API keys or tokens in a request, in order of precedence: `X-API-Key`, `Authorization: Bearer`,
 * and `?api_key=` for browsers' EventSource, which cannot send headers, on requests that accept an event
 * stream.
 */
function presentedCredentials(headers: IncomingHttpHeaders, url: string): (string | null)[] {
  return [firstOf(headers['x-api-key']), bearer(headers.authorization), ...inUrl(headers, url)];
}

const CARRIER = /^(x-api-key|authorization)$/i;

/** Whether a header that carries a credential comes twice. `rawHeaders` are names and values in turn. */
function hasRepeatedHeader(rawHeaders: readonly string[]): boolean {
  const carriers = rawHeaders.filter((name, i) => i % 2 === 0 && CARRIER.test(name));
  return new Set(carriers.map((name) => name.toLowerCase())).size < carriers.length;
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) || null; // Proxies may send an empty header.
}

function bearer(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^Bearer +([\x21-\x7e]+)\s*$/i.exec(authorization)?.[1] ?? null;
}

function inUrl(headers: IncomingHttpHeaders, url: string): readonly string[] {
  if (!headers.accept?.toLowerCase().includes('text/event-stream')) return [];
  return URL.parse(url, 'http://localhost')?.searchParams.getAll('api_key') ?? [];
}

/** Printable ASCII without spaces: anything else cannot be a key and must not reach a header. */
function isSendable(credential: string | null): credential is string {
  if (credential === null || credential.length > PRESENTED_LENGTH_MAX) return false;
  return /^[\x21-\x7e]+$/.test(credential);
}
